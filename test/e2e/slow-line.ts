import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { seededRandom } from '../../src/base/random.ts';

/** When so many messages arrived in one request: milliseconds of a clock that never jumps. */
interface Arrival {
  readonly atMs: number;
  readonly messages: number;
}

/** A line to an orders host on which every request takes another time, so that later ones overtake earlier ones. */
export class SlowLine implements AsyncDisposable {
  readonly #server: Server;
  readonly #arrivals: Arrival[] = [];
  readonly #target: string;
  readonly #jitterMs: number;
  readonly #random = seededRandom('slow line');
  readonly #onTheWay = new Set<Promise<void>>();

  private constructor(target: string, jitterMs: number) {
    this.#target = target;
    this.#jitterMs = jitterMs;
    this.#server = createServer((asked, answer) => {
      const passing = this.#pass(asked, answer).finally(() => this.#onTheWay.delete(passing));
      this.#onTheWay.add(passing);
    });
  }

  /** Listens on a free port of loopback, in front of `target`; every way takes up to `jitterMs`. */
  static async open(
    target: string,
    jitterMs: number,
  ): Promise<{ readonly line: SlowLine; readonly address: string }> {
    const line = new SlowLine(target, jitterMs);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    line.#server.listen(0, '127.0.0.1', () => {
      resolve(undefined);
    });
    await promise;
    const { port } = line.#server.address() as AddressInfo;
    const { pathname } = new URL(target);
    return { line, address: `http://127.0.0.1:${String(port)}${pathname === '/' ? '' : pathname}` };
  }

  /** Messages that arrived so far. */
  messages(): number {
    return this.#arrivals.reduce((sum, { messages }) => sum + messages, 0);
  }

  /** Requests that were taken and have not been answered yet. */
  onTheWay(): number {
    return this.#onTheWay.size;
  }

  /** The most messages that arrived in any stretch of a second. */
  mostInASecond(): number {
    const within = this.#arrivals.map(({ atMs: fromMs }) =>
      this.#arrivals
        .filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + 1_000)
        .reduce((sum, { messages }) => sum + messages, 0),
    );
    return Math.max(0, ...within);
  }

  /** Ends when every request that was on its way has arrived: none meets a platform that has been closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#server.close(() => {
      resolve(undefined);
    });
    this.#server.closeAllConnections();
    await promise;
    await Promise.all(this.#onTheWay);
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await text(asked);
    const isOrder = asked.method !== 'GET';
    if (isOrder) {
      await delay(this.#wayMs());
      this.#arrivals.push({ atMs: performance.now(), messages: messagesIn(body) });
    }
    const came = await fetch(new URL(asked.url ?? '/', this.#target), {
      method: asked.method ?? 'GET',
      headers: headersOf(asked),
      ...(body === '' ? {} : { body }),
    });
    const said = await came.text();
    if (isOrder) await delay(this.#wayMs());
    const headers = [...came.headers].filter(([name]) => !OF_THE_LINE.has(name));
    answer.writeHead(came.status, Object.fromEntries(headers)).end(said);
  }

  #wayMs(): number {
    return this.#random.next() * this.#jitterMs;
  }
}

/** What belongs to one connection, not to what is said over it. */
const OF_THE_LINE = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
]);

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_LINE.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** Elements of a batch: each is a message. */
function messagesIn(body: string): number {
  const sent = JSON.parse(body) as readonly unknown[] | { readonly orders: readonly unknown[] };
  return 'orders' in sent ? sent.orders.length : sent.length;
}
