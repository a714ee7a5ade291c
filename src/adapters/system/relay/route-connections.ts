import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { type Duplex } from 'node:stream';
import tls from 'node:tls';

import { PIPE_FILE } from '../confined-process.ts';
import { type Frame, frameBytes, FrameReader } from './frames.ts';
import { Outflow } from './outflow.ts';

/** A connection that this process may not have, or that failed at the other end of the relay. */
export class RelayedConnectionError extends Error {
  override readonly name = 'RelayedConnectionError';
  readonly code = 'SAUDA_CONNECTION';
}

/** What `net` and `tls` are asked for. */
interface ConnectOptions extends tls.ConnectionOptions {
  readonly fd?: number;
}
type Listener = () => void;

const connectSecurely = tls.connect;
const NOTHING = Buffer.alloc(0);

/**
 * Has connections of this process, which may make none itself, go over a pipe to a `NetworkRelay`. From then on `net`, `tls`, `http`,
 * `https`, `http2`, `fetch` and `WebSocket` work as they do elsewhere, as far as the relay lets them: by name and port. What does
 * not go this way, like datagrams, look-ups and servers, is left to what Node denies.
 *
 * Convenience, not a guard: whoever finds a way around it finds no network.
 */
export function routeConnections(): void {
  const routes = new Routes(new net.Socket({ fd: PIPE_FILE, readable: true, writable: true }));
  Object.assign(net.Socket.prototype, {
    connect(this: net.Socket, ...args: readonly unknown[]): net.Socket {
      const { options, listener } = asked(args);
      if (listener !== null) this.once('connect', listener);
      routes.connect(this, options);
      return this;
    },
  });
  Object.assign(tls, {
    connect: (...args: readonly unknown[]): tls.TLSSocket => {
      const { options, listener } = asked(args);
      const socket = options.socket ?? routes.connect(new net.Socket(), options);
      const { host = 'localhost' } = options;
      const servername = options.servername ?? (net.isIP(host) === 0 ? host : '');
      const secure = connectSecurely({ ...options, host, servername, socket });
      if (listener !== null) secure.once('secureConnect', listener);
      return secure;
    },
  });
  syncBuiltinESMExports();
}

/** The connections of a process, by the number that they have over the pipe. */
class Routes {
  readonly #pipe: Duplex;
  readonly #reader = new FrameReader();
  readonly #taken = new Map<number, (frame: Frame) => void>();
  #latest = 0;

  constructor(pipe: Duplex) {
    this.#pipe = pipe;
    pipe.on('data', (bytes: Buffer) => {
      for (const frame of this.#reader.take(bytes) ?? []) this.#taken.get(frame.id)?.(frame);
    });
    // Without the program there is nothing to connect for.
    pipe.on('error', () => undefined);
  }

  /** Makes a socket that is not connected one that is, over the pipe. */
  connect(socket: net.Socket, { host = 'localhost', port, path, fd }: ConnectOptions): net.Socket {
    // Where HTTP has no path of a socket it says null.
    if ((path ?? null) !== null || fd !== undefined || port === undefined) {
      const error = new RelayedConnectionError('A source connects by host and port alone');
      process.nextTick(() => socket.destroy(error));
      return socket;
    }
    this.#latest += 1;
    const id = this.#latest;
    const name = net.isIPv6(host) ? `[${host}]` : host.toLowerCase();
    const take = routed(socket, {
      id,
      say: (frame) => this.#pipe.write(frameBytes(frame)),
      onGone: () => this.#taken.delete(id),
    });
    this.#taken.set(id, take);
    this.#pipe.write(frameBytes({ id, kind: 'open', text: `${name}:${String(port)}` }));
    return socket;
  }
}

interface Route {
  readonly id: number;
  readonly say: (frame: Frame) => void;
  /** It is over. */
  readonly onGone: () => void;
}

/** Has a socket read and write over a route. Returns what takes the frames of it. */
function routed(socket: net.Socket, { id, say, onGone }: Route): (frame: Frame) => void {
  const out = new Outflow((data) => {
    say({ id, kind: 'data', data });
  });
  let untaken = 0;
  const acknowledge = (): void => {
    if (untaken > 0) say({ id, kind: 'ack', bytes: untaken });
    untaken = 0;
  };
  const whenConnected = (work: Listener): void => {
    if (socket.connecting) socket.once('connect', work);
    else work();
  };
  Object.assign(socket, {
    connecting: true,
    _read: acknowledge,
    _writev: undefined,
    _write: (chunk: Buffer | string, encoding: BufferEncoding, done: Listener) => {
      whenConnected(() => {
        out.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk, done);
      });
    },
    _final: (done: Listener) => {
      whenConnected(() => {
        out.push(NOTHING, () => {
          say({ id, kind: 'end' });
          done();
        });
      });
    },
    _destroy: (error: Error | null, done: (error?: Error | null) => void) => {
      onGone();
      say({ id, kind: 'close', text: '' });
      net.Socket.prototype._destroy.call(socket, error, done);
    },
  });
  return (frame) => {
    if (frame.kind === 'opened') {
      Object.assign(socket, { connecting: false });
      for (const event of ['connect', 'ready']) socket.emit(event);
      if (!socket.isPaused()) socket.read(0);
    } else if (frame.kind === 'data') {
      untaken += frame.data.length;
      if (socket.push(frame.data)) acknowledge();
    } else if (frame.kind === 'ack') out.acknowledge(frame.bytes);
    else if (frame.kind === 'end') socket.push(null);
    else if (frame.kind === 'close') closed(socket, frame.text);
  };
}

function closed(socket: net.Socket, why: string): void {
  if (why !== '' || socket.connecting) {
    socket.destroy(new RelayedConnectionError(why === '' ? 'The connection is closed' : why));
  } else {
    socket.push(null);
    socket.end();
  }
}

/** Options and listener of a call of `connect`, in whatever form. */
function asked(args: readonly unknown[]): {
  readonly options: ConnectOptions;
  readonly listener: Listener | null;
} {
  // As Node hands them on to itself.
  const [first, ...rest] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  const listener = rest.find((one): one is Listener => typeof one === 'function') ?? null;
  const more = rest.find((one) => typeof one === 'object' && one !== null) ?? {};
  if (typeof first === 'object' && first !== null) {
    return { options: { ...first, ...more }, listener };
  }
  const port = Number(first);
  const [host] = rest.filter((one) => typeof one === 'string');
  const named = host === undefined ? {} : { host };
  const at = Number.isNaN(port) ? { path: String(first) } : { port, ...named };
  return { options: { ...more, ...at }, listener };
}
