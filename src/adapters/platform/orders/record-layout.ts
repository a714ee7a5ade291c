const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_RECORD = 0x7b;
const CLOSE_RECORD = 0x7d;

const STRING = 2;
/** What each byte does to the depth: 1 in, -1 out, `STRING` begins a text, 0 nothing. */
const STEPS = new Int8Array(256);
STEPS[QUOTE] = STRING;
STEPS[OPEN_LIST] = 1;
STEPS[OPEN_RECORD] = 1;
STEPS[CLOSE_LIST] = -1;
STEPS[CLOSE_RECORD] = -1;

/**
 * Where the records of a JSON list of objects stand in its body, found as far as they are asked for. Stops on any
 * doubt: another element than an object, or anything between records but white space and one comma. Does not check
 * the records themselves: when each of them is JSON, the list is, and the other way round.
 */
export class RecordLayout {
  readonly #body: Uint8Array;
  readonly #starts: number[];
  readonly #ends: number[];
  /** Where the next record begins; the length after the last one, -1 after a doubt. */
  #at: number;

  constructor(body: Uint8Array) {
    this.#body = body;
    this.#starts = [];
    this.#ends = [];
    this.#at = startOfFirst(body);
  }

  /** Index of the first byte of a record; -1 when there is no such record, or on doubt. */
  start(index: number): number {
    while (this.#starts.length <= index && this.hasNext()) {
      if (!this.add(endOfRecord(this.#body, this.#at))) return -1;
    }
    return this.#starts[index] ?? -1;
  }

  /** Index after the last byte of a record whose start was asked for. */
  end(index: number): number {
    return this.#ends[index] ?? -1;
  }

  /** Whether another record begins behind those found so far. */
  hasNext(): boolean {
    return this.#at >= 0 && this.#at < this.#body.length;
  }

  /** Where that one begins. */
  next(): number {
    return this.#at;
  }

  /** Adds it when its end is already known; false on doubt. */
  add(end: number): boolean {
    if (end < 0) {
      this.#at = -1;
      return false;
    }
    this.#starts.push(this.#at);
    this.#ends.push(end);
    this.#at = startOfNext(this.#body, end);
    return true;
  }

  /** Whether the list has ended without a doubt. */
  isWhole(): boolean {
    return this.#at === this.#body.length;
  }
}

/** Index after the record that begins at `start`; -1 when none begins there or it does not end. */
export function endOfRecord(body: Uint8Array, start: number): number {
  if (body[start] !== OPEN_RECORD) return -1;
  let depth = 0;
  for (let at = start; at < body.length; at += 1) {
    const step = STEPS[body[at] ?? 0] ?? 0;
    if (step === STRING) at = endOfString(body, at);
    else if (step !== 0) {
      depth += step;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Index of the quote that ends the string that begins at `start`, or beyond the last byte. */
function endOfString(body: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

function startOfFirst(body: Uint8Array): number {
  const open = skipSpace(body, 0);
  if (body[open] !== OPEN_LIST) return -1;
  const first = skipSpace(body, open + 1);
  return body[first] === CLOSE_LIST ? endOfList(body, first) : first;
}

function startOfNext(body: Uint8Array, end: number): number {
  const after = skipSpace(body, end);
  if (body[after] === CLOSE_LIST) return endOfList(body, after);
  if (body[after] !== COMMA) return -1;
  const next = skipSpace(body, after + 1);
  return next < body.length ? next : -1;
}

function endOfList(body: Uint8Array, close: number): number {
  return skipSpace(body, close + 1) === body.length ? body.length : -1;
}

function skipSpace(body: Uint8Array, from: number): number {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) at += 1;
  return at;
}
