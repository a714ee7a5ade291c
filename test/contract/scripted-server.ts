import { createServer, type AddressInfo, type Socket } from 'node:net';

/** One request as its bytes came in. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Number of the request on its connection, from 0. */
  readonly indexOnConnection: number;
}

/** A server on loopback that answers with whatever bytes a test wants. */
export interface ScriptedServer extends AsyncDisposable {
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  readonly connectionCount: () => number;
}

/** What is done with a whole request. The socket may be written to, ended, reset or left alone. */
export type Script = (socket: Socket, request: SeenRequest) => void;

/** Starts one. `await using` ends it. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let held = '';
    let indexOnConnection = 0;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      held += chunk.toString('latin1');
      for (let parsed = parse(held); parsed !== null; parsed = parse(held)) {
        held = held.slice(parsed.length);
        const request = { ...parsed.request, indexOnConnection };
        indexOnConnection += 1;
        requests.push(request);
        script(socket, request);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    requests,
    connectionCount: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A whole answer with the right length. */
export function answer(status: number, body: string | Buffer, headers: string[] = []): Buffer {
  const bytes = Buffer.from(body);
  const head = [
    `HTTP/1.1 ${String(status)} Answer`,
    'content-type: application/json',
    `content-length: ${String(bytes.length)}`,
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}

/** A whole answer of JSON. */
export function jsonAnswer(status: number, body: unknown, headers: string[] = []): Buffer {
  return answer(status, JSON.stringify(body), headers);
}

function parse(
  text: string,
): { request: Omit<SeenRequest, 'indexOnConnection'>; length: number } | null {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [requestLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const bodyLength = Number(headers.get('content-length') ?? '0');
  const length = headEnd + 4 + bodyLength;
  if (text.length < length) return null;
  const [method = '', path = ''] = requestLine.split(' ');
  const body = Buffer.from(text.slice(headEnd + 4, length), 'latin1').toString('utf8');
  return { request: { method, path, headers, body }, length };
}
