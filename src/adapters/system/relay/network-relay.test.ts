import { once } from 'node:events';
import { createServer, type LookupFunction } from 'node:net';
import { Duplex } from 'node:stream';

import { expect, it } from 'vitest';

import { type Frame, frameBytes, FrameReader, WINDOW_BYTES } from './frames.ts';
import { LookUpQueue } from './look-up-queue.ts';
import { NetworkRelay, type NetworkRelayOptions } from './network-relay.ts';

/** A relay, and the child's end of its pipe. */
class Child implements Disposable {
  readonly said: Frame[] = [];
  readonly garbled: string[] = [];
  readonly #reader = new FrameReader();
  readonly #pipe: Duplex;
  readonly #relay: NetworkRelay;
  #came = Promise.withResolvers<undefined>();

  constructor(hosts: readonly string[], more: Partial<NetworkRelayOptions> = {}) {
    this.#pipe = new Duplex({
      read: () => undefined,
      write: (bytes: Buffer, _encoding, done) => {
        this.said.push(...(this.#reader.take(bytes) ?? []));
        this.#came.resolve(undefined);
        this.#came = Promise.withResolvers();
        done();
      },
    });
    this.#relay = new NetworkRelay(this.#pipe, {
      hosts,
      reach: {},
      onRefused: () => undefined,
      onGarbled: (detail) => this.garbled.push(detail),
      ...more,
    });
  }

  /** Asks, and lets the relay work on all of it. */
  ask(...frames: readonly Frame[]): void {
    this.#pipe.emit('data', Buffer.concat(frames.map(frameBytes)));
  }

  async hears(kind: Frame['kind']): Promise<Frame> {
    for (;;) {
      const found = this.said.find((frame) => frame.kind === kind);
      if (found !== undefined) return found;
      await this.#came.promise;
    }
  }

  [Symbol.dispose](): void {
    this.#relay.close();
  }
}

/** Look-ups that the test ends, one by one. */
function slowLookUps(): { readonly lookUp: LookupFunction; readonly ends: (() => void)[] } {
  const ends: (() => void)[] = [];
  const lookUp: LookupFunction = (_host, _options, callback) => {
    ends.push(() => {
      callback(new RangeError('no such name'), []);
    });
  };
  return { lookUp, ends };
}

const NAMED = 'slow.example:443';
const open = (id: number, text = NAMED): Frame => ({ id, kind: 'open', text });
const drop = (id: number): Frame => ({ id, kind: 'close', text: '' });

it('looks up two names at once, whatever the child gives up meanwhile, and however many ask', () => {
  const { lookUp, ends } = slowLookUps();
  const lookUps = new LookUpQueue();
  using child = new Child([NAMED], { reach: { lookUp }, lookUps });
  using other = new Child([NAMED], { reach: { lookUp }, lookUps });
  for (let id = 1; id <= 28; id += 1) child.ask(open(id), drop(id));
  other.ask(open(1));
  expect(ends).toHaveLength(2);
  // Those that were given up before their turn never begin.
  ends[0]?.();
  expect(ends).toHaveLength(3);
  for (const end of ends.slice(1)) end();
  expect(ends).toHaveLength(3);
});

it('holds the place of a connection until its look-up has ended', () => {
  const { lookUp, ends } = slowLookUps();
  using child = new Child([NAMED], { reach: { lookUp }, lookUps: new LookUpQueue() });
  child.ask(open(1), drop(1));
  for (let id = 2; id <= 33; id += 1) child.ask(open(id));
  expect(child.said.map(({ id, kind }) => [id, kind])).toEqual([[33, 'close']]);
  ends[0]?.();
  child.ask(open(34));
  expect(child.said).toHaveLength(1);
});

it('connects no declared number at which nothing may be reached', () => {
  using child = new Child(['10.0.0.1:80', '169.254.169.254:80']);
  child.ask(open(1, '10.0.0.1:80'), open(2, '169.254.169.254:80'));
  const text = 'The address is not to be reached';
  expect(child.said).toEqual([1, 2].map((id) => ({ id, kind: 'close', text })));
});

it('ends what sends more than its window, or takes more than it was sent', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const at = `127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}`;
  const data: Frame = { id: 1, kind: 'data', data: Buffer.alloc(WINDOW_BYTES / 8) };
  using sends = new Child([at]);
  sends.ask(open(1, at), ...Array<Frame>(8).fill(data));
  expect(sends.garbled).toEqual([]);
  sends.ask({ ...data, data: Buffer.alloc(1) });
  expect(sends.garbled).toEqual(['it sends more than there is room for']);
  using takes = new Child([at]);
  takes.ask(open(1, at));
  await takes.hears('opened');
  takes.ask({ id: 1, kind: 'ack', bytes: 1 });
  expect(takes.garbled).toEqual(['it takes more than it was sent']);
  server.close();
});
