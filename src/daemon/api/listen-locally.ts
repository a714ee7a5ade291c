import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/** Limits of one way to the API, so that what hangs or floods cannot hold up the rest. */
const CONNECTIONS_MAX = 32;
const HEAD_BYTES_MAX = 8_192;
const HEADERS_MAX = 64;
/** From its first byte until the head of a request is whole, and until its body is; then 408 and the end. */
const HEAD_MS = 5_000;
const REQUEST_MS = 10_000;
const KEEP_ALIVE_MS = 5_000;
const CHECK_EVERY_MS = 1_000;

/** Something that listens. */
export interface Listening {
  /** Of a TCP port; null of a socket. */
  readonly port: number | null;
  /** Ends it and every connection. */
  readonly close: () => Promise<void>;
}

/**
 * Listens on a socket in a directory that is its owner's alone. One that is there is replaced: only the process with the
 * lock of the account may call this.
 *
 * @throws what the system says, as when the path is too long for a socket
 */
export async function listenOnSocket(path: string, listener: RequestListener): Promise<Listening> {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  const server = limitedServer(listener);
  await listening(server, () => server.listen({ path: part }));
  chmodSync(part, 0o600);
  const { ino } = statSync(part);
  // At its end Node removes the name it listened on, whoever owns that by then: so it is not this one.
  renameSync(part, path);
  const close = async (): Promise<void> => {
    if (statSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true });
    await closed(server);
  };
  return { port: null, close };
}

/** Listens on 127.0.0.1 alone. @throws what the system says, as when the port is taken */
export async function listenOnPort(
  port: number,
  listenerAt: (port: number) => RequestListener,
): Promise<Listening> {
  const server = limitedServer((request, response) => {
    listener(request, response);
  });
  await listening(server, () => server.listen({ port, host: '127.0.0.1', exclusive: true }));
  const own = (server.address() as AddressInfo).port;
  const listener = listenerAt(own);
  return { port: own, close: () => closed(server) };
}

function limitedServer(listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: HEAD_BYTES_MAX,
      headersTimeout: HEAD_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      requireHostHeader: false,
    },
    listener,
  );
  server.maxConnections = CONNECTIONS_MAX;
  server.maxHeadersCount = HEADERS_MAX;
  return server;
}

function listening(server: Server, listen: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      // A connection that fails later is that connection's.
      server.on('error', () => undefined);
      resolve();
    });
    listen();
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
