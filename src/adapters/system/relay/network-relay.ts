import { Socket } from 'node:net';
import { type Duplex } from 'node:stream';

import {
  type AddressReach,
  checkedLookUp,
  isOwnPort,
  refusedNumber,
} from '../../shared/checked-reach.ts';
import { monotonicMs, wait } from '../machine-time.ts';
import { type Frame, frameBytes, FrameReader, WINDOW_BYTES } from './frames.ts';
import { LookUpQueue } from './look-up-queue.ts';
import { Outflow } from './outflow.ts';

/** Whom a relay connects. */
export interface NetworkRelayOptions {
  /** `name:port`, in small letters: all that may be reached. */
  readonly hosts: readonly string[];
  /** Where these may lead. */
  readonly reach: AddressReach;
  /** Where look-ups wait for their turn. @default one queue for all relays */
  readonly lookUps?: LookUpQueue;
  /** Another address was asked for. */
  readonly onRefused: (address: string) => void;
  /** What came was no frame, or more than there was room for. Nothing more comes. */
  readonly onGarbled: (detail: string) => void;
}

/** Of one child at a time. */
const CONNECTIONS_MAX = 32;
const CONNECT_WITHIN_MS = 10_000;
/** Bytes that a child may move in a second, both ways together. */
const BYTES_PER_SECOND = 8 * 2 ** 20;
/** What a frame costs of them beside its bytes: small ones take as much work. */
const FRAME_COST_BYTES = 2_048;
/** The same of a connection: a name is looked up, and a port is taken. */
const OPEN_COST_BYTES = 256 * 1024;
const SECOND_MS = 1_000;
/** Bytes that wait to be read by the child. */
const UNREAD_MAX = 16 * 2 ** 20;
const NOTHING = Buffer.alloc(0);
const ALL_LOOK_UPS = new LookUpQueue();

interface Connection {
  readonly socket: Socket;
  readonly out: Outflow;
  /** Bytes from the child that the socket has not taken. */
  untaken: number;
}

/**
 * The network of a child that has none: it asks over a pipe, and this connects it with hosts that are listed, at addresses that may
 * be reached, and with no others. Bytes pass as they are, so TLS is between the child and its host.
 *
 * - open: connects, and passes bytes, so many a second.
 * - closed: for what came, by `close`, or with the child. All connections are over.
 */
export class NetworkRelay {
  readonly #pipe: Duplex;
  readonly #options: NetworkRelayOptions;
  readonly #lookUps: LookUpQueue;
  readonly #reader = new FrameReader();
  readonly #connections = new Map<number, Connection>();
  readonly #closed = new AbortController();
  #secondSinceMs = -Infinity;
  #spentBytes = 0;

  constructor(pipe: Duplex, options: NetworkRelayOptions) {
    this.#pipe = pipe;
    this.#options = options;
    this.#lookUps = options.lookUps ?? ALL_LOOK_UPS;
    pipe.on('data', (bytes: Buffer) => {
      this.#take(bytes);
    });
    for (const end of ['error', 'close', 'end']) {
      pipe.on(end, () => {
        this.close();
      });
    }
  }

  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    for (const { socket } of this.#connections.values()) socket.destroy();
    this.#connections.clear();
    this.#pipe.destroy();
  }

  #take(bytes: Buffer): void {
    const frames = this.#reader.take(bytes);
    if (frames === null) {
      this.#garbled('what it asks of the network cannot be read');
      return;
    }
    for (const frame of frames) {
      if (this.#closed.signal.aborted) return;
      this.#spentBytes += costOf(frame);
      this.#work(frame);
    }
    this.#keepPace();
  }

  /** What comes too fast waits in the child. */
  #keepPace(): void {
    const nowMs = monotonicMs();
    if (nowMs - this.#secondSinceMs >= SECOND_MS) {
      this.#secondSinceMs = nowMs;
      this.#spentBytes = 0;
    }
    if (this.#spentBytes < BYTES_PER_SECOND) return;
    this.#pipe.pause();
    void wait(this.#secondSinceMs + SECOND_MS - nowMs, this.#closed.signal).then(() => {
      this.#pipe.resume();
    });
  }

  #work(frame: Frame): void {
    const { id } = frame;
    if (frame.kind === 'open') {
      this.#open(id, frame.text);
      return;
    }
    const connection = this.#connections.get(id);
    // It may be over here while the child still speaks to it.
    if (connection === undefined) return;
    if (frame.kind === 'data') this.#pass(id, connection, frame.data);
    else if (frame.kind === 'end') connection.socket.end();
    else if (frame.kind === 'ack') this.#acknowledge(connection, frame.bytes);
    else this.#drop(id, connection);
  }

  #open(id: number, address: string): void {
    const why = this.#whyNot(id, address);
    if (why !== null) {
      this.#say({ id, kind: 'close', text: why });
      return;
    }
    const { reach } = this.#options;
    const { host, port } = placeOf(address);
    const socket = new Socket({ allowHalfOpen: true });
    const lookup = this.#lookUps.inTurn(checkedLookUp(reach, port), {
      owner: this,
      isGivenUp: () => socket.destroyed,
    });
    this.#follow(id, socket);
    socket.connect({ host, port, lookup });
  }

  #whyNot(id: number, address: string): string | null {
    const { hosts, reach, onRefused } = this.#options;
    if (!hosts.includes(address)) {
      onRefused(address);
      return `${address} is none of the hosts that the source declares`;
    }
    const { host, port } = placeOf(address);
    if (isOwnPort(host, port, reach)) {
      onRefused(address);
      return `${address} is this program itself`;
    }
    if (this.#connections.has(id)) return 'This number is a connection already';
    const taken = this.#connections.size + this.#lookUps.givenUpOf(this);
    if (taken >= CONNECTIONS_MAX) {
      return `A source has at most ${String(CONNECTIONS_MAX)} connections at a time`;
    }
    return refusedNumber(host, reach)?.message ?? null;
  }

  #follow(id: number, socket: Socket): void {
    const out = new Outflow((data) => {
      this.#say({ id, kind: 'data', data });
    });
    const connection: Connection = { socket, out, untaken: 0 };
    this.#connections.set(id, connection);
    let why = '';
    socket.setTimeout(CONNECT_WITHIN_MS, () => {
      socket.destroy(new RangeError('No connection in time'));
    });
    socket.on('connect', () => {
      socket.setTimeout(0);
      socket.setNoDelay(true);
      this.#say({ id, kind: 'opened' });
    });
    socket.on('data', (bytes: Buffer) => {
      socket.pause();
      out.push(bytes, () => {
        socket.resume();
      });
    });
    socket.on('end', () => {
      out.push(NOTHING, () => {
        this.#say({ id, kind: 'end' });
      });
    });
    socket.on('error', (error) => {
      why = error.message === '' ? 'The connection failed' : error.message;
    });
    socket.on('close', () => {
      // After all that it brought.
      out.push(NOTHING, () => {
        if (this.#connections.get(id) !== connection) return;
        this.#connections.delete(id);
        this.#say({ id, kind: 'close', text: why });
      });
    });
  }

  #pass(id: number, connection: Connection, data: Buffer): void {
    connection.untaken += data.length;
    if (connection.untaken > WINDOW_BYTES) {
      this.#garbled('it sends more than there is room for');
      return;
    }
    connection.socket.write(data, () => {
      connection.untaken -= data.length;
      this.#say({ id, kind: 'ack', bytes: data.length });
    });
  }

  #acknowledge({ out }: Connection, bytes: number): void {
    if (bytes > out.unacknowledged) this.#garbled('it takes more than it was sent');
    else out.acknowledge(bytes);
  }

  #drop(id: number, { socket }: Connection): void {
    this.#connections.delete(id);
    socket.destroy();
  }

  #garbled(detail: string): void {
    this.close();
    this.#options.onGarbled(detail);
  }

  #say(frame: Frame): void {
    if (this.#closed.signal.aborted) return;
    this.#pipe.write(frameBytes(frame));
    if (this.#pipe.writableLength > UNREAD_MAX) this.#garbled('it no longer reads what it is sent');
  }
}

function placeOf(address: string): { readonly host: string; readonly port: number } {
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(address.slice(colon + 1)) };
}

/** What the child takes costs when it says so. */
function costOf(frame: Frame): number {
  if (frame.kind === 'open') return OPEN_COST_BYTES;
  if (frame.kind === 'data') return FRAME_COST_BYTES + frame.data.length;
  return FRAME_COST_BYTES + (frame.kind === 'ack' ? frame.bytes : 0);
}
