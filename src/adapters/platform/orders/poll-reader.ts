import { isAscii, isUtf8 } from 'node:buffer';

import { parsedJson } from '../../../base/json.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import { type OrdersObservation } from '../../../ports/orders.ts';
import { type Entry, indexByOrderId, isUnread, observe } from './observe.ts';
import { type OrderReader } from './read-order.ts';
import { endOfRecord, RecordLayout } from './record-layout.ts';

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
 * Reads the bodies of successive polls. An unchanged body costs one comparison of bytes; of a changed one only the records
 * with other bytes are parsed, or all of it when most differ or their ends are in doubt. The result is always that of
 * parsing the whole body.
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
    const read = this.#readChanged(body, held) ?? this.#readWhole(body, held?.entries ?? []);
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

  #readWhole(body: Buffer, before: readonly Entry[]): Read {
    if (!isPlausibleBody(body)) return fail('The body has more brackets than a list of orders');
    const parsed = parsedJson(body.toString(isAscii(body) ? 'latin1' : 'utf8'));
    if (parsed === undefined) return fail('The body is not JSON');
    if (!Array.isArray(parsed)) return fail('The answer to today-orders is not a list');
    const records = parsed as readonly unknown[];
    let refusedCount = 0;
    const entries = records.map((record, index) => {
      const order = this.#reader.read(record, before[index]?.orderId);
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
    const record = parsedJson(body.toString('utf8', start, end));
    if (record === undefined) return null;
    return { entry: this.#reader.read(record) ?? this.#reader.explain(record), end };
  }
}

/** One poll, kept for the next. Record `i` of the layout is entry `i`. */
interface Held {
  readonly body: Buffer;
  readonly entries: readonly Entry[];
  readonly layout: RecordLayout;
}

/** Walks through the previous records beside a new body, guessing that most come again in order. */
class Walk {
  readonly #held: Held;
  readonly #body: Buffer;
  #next = 0;
  #indexById: ReadonlyMap<string, number> | null = null;

  constructor(held: Held, body: Buffer) {
    this.#held = held;
    this.#body = body;
  }

  /** The record at `start` when it has the bytes of the next previous one, or of the one after; else null. A JSON object ends itself. */
  takeSame(start: number): { readonly entry: Entry; readonly end: number } | null {
    return this.#takeIfSame(start, this.#next) ?? this.#takeIfSame(start, this.#next + 1);
  }

  /** Moves behind the previous record of an order that was parsed; stays for a new order. */
  pass(entry: Entry): void {
    const guess = this.#held.entries[this.#next];
    if (
      isUnread(entry) ||
      (guess !== undefined && (isUnread(guess) || guess.orderId === entry.orderId))
    ) {
      this.#next += 1;
      return;
    }
    this.#indexById ??= indexByOrderId(this.#held.entries);
    const found = this.#indexById.get(entry.orderId);
    if (found !== undefined) this.#next = found + 1;
  }

  #takeIfSame(
    start: number,
    index: number,
  ): { readonly entry: Entry; readonly end: number } | null {
    const { entries, layout, body } = this.#held;
    const entry = entries[index];
    const heldStart = layout.start(index);
    if (entry === undefined || heldStart < 0) return null;
    const heldEnd = layout.end(index);
    const end = start + heldEnd - heldStart;
    if (end > this.#body.length) return null;
    if (this.#body.compare(body, heldStart, heldEnd, start, end) !== 0) return null;
    this.#next = index + 1;
    return { entry, end };
  }
}

const BLOCKS = 16;
/** Longer bodies soon show, record by record, that most has changed: a few changes of length move all their blocks. */
const SHORT_BYTES_MAX = 65_536;

/** Whether most of a short body differs from the previous one, in place or shifted. A guess: it decides how it is read, never what. */
function isMostlyOther(before: Buffer, body: Buffer): boolean {
  if (body.length > SHORT_BYTES_MAX) return false;
  const grown = body.length - before.length;
  const size = Math.ceil(before.length / BLOCKS);
  let other = 0;
  for (let start = 0; start < before.length; start += size) {
    const block = { before, start, end: Math.min(start + size, before.length) };
    if (!standsAt(body, block, start) && !standsAt(body, block, start + grown)) other += 1;
  }
  return other > BLOCKS / 2;
}

function standsAt(
  body: Buffer,
  block: { readonly before: Buffer; readonly start: number; readonly end: number },
  at: number,
): boolean {
  const end = at + block.end - block.start;
  if (at < 0 || end > body.length) return false;
  return body.compare(block.before, block.start, block.end, at, end) === 0;
}

/** Brackets that no list of orders exceeds, whatever its size: one for every 64 bytes, and some for a short one. */
const BYTES_PER_BRACKET_MIN = 64;
const BRACKETS_FREE = 256;

/**
 * Whether a body has few enough opening brackets to be parsed: millions of nested lists would take a hundred times their bytes
 * in memory. An order record has three or four in 600 bytes. Counts words of four bytes with one, also within texts.
 */
export function isPlausibleBody(body: Uint8Array): boolean {
  const wordsMax = BRACKETS_FREE + body.length / BYTES_PER_BRACKET_MIN;
  const inBody = asWords(body);
  let words = 0;
  let index = inBody.length;
  while (index > 0) {
    index -= 1;
    // `[` and `{` differ in one bit; a byte that equals them becomes zero, and the next line finds a zero byte.
    const zeroed = ((inBody[index] ?? 0) | 0x20202020) ^ 0x7b7b7b7b;
    if (((zeroed - 0x01010101) & ~zeroed & 0x80808080) !== 0) words += 1;
  }
  return words <= wordsMax;
}

function asWords(body: Uint8Array): Int32Array {
  const aligned = body.byteOffset % 4 === 0 ? body : new Uint8Array(body);
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}
