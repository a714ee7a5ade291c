import { isUtf8 } from 'node:buffer';
import { fail, ok, type Result } from '../../../base/result.ts';
import { type OrdersObservation } from '../../../ports/orders.ts';
import { type Entry, observe } from './observe.ts';
import { isPlausibleBody } from './plausible-body.ts';
import { isMostlyOther } from './mostly-other.ts';
import { type OrderReader } from './read-order.ts';
import { endOfRecord, RecordLayout } from './record-layout.ts';
import { type Held, Walk } from './walk.ts';

/** Changed records from which on, when they are many of those seen so far, reading the whole body is cheaper. */
const CHANGED_MIN = 8;
const CHANGED_SHARE_OF_ALL = 50;
const CHANGED_SHARE_OF_SEEN = 4;
/** A record beyond this is no order: then the body as a whole is judged. */
const RECORD_BYTES_MAX = 65_536;
/** Records that are explained in full when they cannot be read: explaining is slow. */
const EXPLAINED_MAX = 100;

/** What was read of a body. */
type Read = Result<Pick<Held, 'entries' | 'layout'>, string>;

/**
 * Reads the bodies of successive polls. An unchanged body costs one comparison of bytes; of a changed one only the
 * records whose bytes differ are parsed; when most differ, or on any doubt about where records begin and end, all of
 * it is. The result is always that of parsing the whole body. Holds the last body that was a list, and nothing else.
 */
export class OrdersPollReader {
  readonly #reader: OrderReader;
  #held: (Held & { readonly observation: OrdersObservation }) | null = null;

  constructor(reader: OrderReader) {
    this.#reader = reader;
  }

  /** Today's orders, or why the body is not a list. The body must not be changed afterwards. */
  read(body: Buffer): Result<OrdersObservation, string> {
    const held = this.#held;
    if (held?.body.equals(body) === true) {
      return ok({ ...held.observation, changed: [], isUnchanged: true });
    }
    if (!isUtf8(body)) return fail('The body is not UTF-8');
    const read = this.#readChanged(body, held) ?? this.#readWhole(body);
    if (!read.ok) return read;
    const observation = observe(read.value.entries, held?.observation.orders ?? []);
    this.#held = { body, observation, ...read.value };
    return ok(observation);
  }

  /** The tag that an order had in the last list; undefined when it was not there. */
  tagOf(orderId: string): string | undefined {
    return this.#held?.observation.orders.find((order) => order.orderId === orderId)?.tag;
  }

  /** Takes over what has the same bytes. Null when that is not worth while, or on doubt. */
  #readChanged(body: Buffer, held: Held | null): Read | null {
    if (held === null || isMostlyOther(held.body, body)) return null;
    const walk = new Walk(held, body);
    const layout = new RecordLayout(body);
    const entries: Entry[] = [];
    const changedMin = Math.max(CHANGED_MIN, held.entries.length / CHANGED_SHARE_OF_ALL);
    let changedCount = 0;
    while (layout.hasNext()) {
      const same = walk.takeSame(layout.next());
      const taken = same ?? this.#parse(body, layout.next());
      if (taken === null) return null;
      entries.push(taken.entry);
      layout.add(taken.end);
      if (same !== null) continue;
      changedCount += 1;
      if (changedCount > Math.max(changedMin, entries.length / CHANGED_SHARE_OF_SEEN)) return null;
      walk.pass(taken.entry);
    }
    return layout.isWhole() ? ok({ entries, layout }) : null;
  }

  #readWhole(body: Buffer): Read {
    if (!isPlausibleBody(body)) return fail('The body has more brackets than a list of orders');
    const parsed = parse(body.toString('utf8'));
    if (parsed === undefined) return fail('The body is not JSON');
    if (!Array.isArray(parsed)) return fail('The answer to today-orders is not a list');
    const records = parsed as readonly unknown[];
    let refusedCount = 0;
    const entries = records.map((record) => {
      const order = this.#reader.read(record);
      if (order !== null) return order;
      refusedCount += 1;
      return refusedCount > EXPLAINED_MAX
        ? this.#reader.name(record)
        : this.#reader.explain(record);
    });
    return ok({ entries, layout: new RecordLayout(body) });
  }

  #parse(body: Buffer, start: number): { readonly entry: Entry; readonly end: number } | null {
    const end = endOfRecord(body, start);
    if (end < 0 || end - start > RECORD_BYTES_MAX) return null;
    const record = parse(body.toString('utf8', start, end));
    if (record === undefined) return null;
    return { entry: this.#reader.read(record) ?? this.#reader.explain(record), end };
  }
}

/** Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
