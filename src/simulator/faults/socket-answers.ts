import { STATUS_CODES } from 'node:http';
import { type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type SimulatedResponse } from '../platform/simulated-message.ts';
import { keptBytes } from './client-results.ts';
import { type Course, HUGE_BODY_BYTES } from './course.ts';

/** Waits so many milliseconds of real time. */
export type Wait = (durationMs: number) => Promise<unknown>;

const DRIP_EVERY_MS = 200;
const DRIPS_MAX = 3_000;
const CHUNK_BYTES = 65_536;

/** Writes the beginning of an answer and ends the connection. */
export function writeCut(
  socket: Socket,
  response: SimulatedResponse,
  { framing, share }: Extract<Course, { kind: 'cut' }>,
): void {
  const bytes = Buffer.from(response.body);
  const kept = bytes.subarray(0, keptBytes(bytes, share));
  const frame = {
    length: [`content-length: ${String(bytes.length)}`, kept],
    chunked: ['transfer-encoding: chunked', chunk(kept)],
    close: ['connection: close', kept],
  } as const;
  const [line, body] = frame[framing];
  socket.end(Buffer.concat([head(response, line), body]));
}

/** Writes a byte of the answer now and then, until the other side has had enough. */
export async function writeDrip(
  socket: Socket,
  response: SimulatedResponse,
  wait: Wait,
): Promise<void> {
  const bytes = Buffer.from(response.body);
  socket.write(head(response, `content-length: ${String(bytes.length + DRIPS_MAX)}`));
  for (let index = 0; index < DRIPS_MAX && !socket.destroyed; index += 1) {
    socket.write(bytes.subarray(index, index + 1));
    await wait(DRIP_EVERY_MS);
  }
  socket.destroy();
}

/** Writes more than anybody takes, as far as it is taken. */
export async function writeHuge(socket: Socket, response: SimulatedResponse): Promise<void> {
  socket.write(head(response, 'connection: close'));
  const blanks = Buffer.alloc(CHUNK_BYTES, ' ');
  const chunks = Array.from({ length: HUGE_BODY_BYTES / CHUNK_BYTES }, () => blanks);
  try {
    await pipeline(Readable.from(chunks), socket);
  } catch {
    socket.destroy();
  }
}

function chunk(bytes: Buffer): Buffer {
  // Without the last chunk of no bytes, the body has no end.
  return bytes.length === 0
    ? bytes
    : Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

function head({ status, headers }: SimulatedResponse, framing: string): Buffer {
  const lines = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    framing,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}
