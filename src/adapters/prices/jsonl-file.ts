import { type FileHandle, open } from 'node:fs/promises';

import { parsedJson } from '../../base/json.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Prices, type QuotesOutcome, type RefusedQuote } from '../../ports/prices.ts';
import { acceptedQuotes, crossed, quoteFromWire } from './map.ts';
import { FILE_BYTES_PER_CALL_MAX, LINE_BYTES_MAX, SYMBOLS_KEPT_MAX, wireQuote } from './wire.ts';

/**
 * Quotes from a file of JSON Lines that a feed appends to, each `{"symbol","bid","ask","last","at"}` in rupees. A call reads the
 * complete lines added since the last one, at most 1 MiB, and returns the latest quote of each symbol; the first reads the
 * last 1 MiB. A shortened or replaced file is read from its start. An unreadable line makes its call an unknown outcome that
 * names it; the quotes of the other lines are kept for the next call.
 */
export function createJsonlQuotes({ path }: { readonly path: string }): Prices {
  const tail = new QuoteTail(path);
  let queue: Promise<unknown> = Promise.resolve();
  return {
    quotes: (symbols) => {
      // One read at a time: two would read the same bytes.
      const answer = queue.then(() => tail.quotes(symbols));
      queue = answer;
      return answer;
    },
  };
}

/** The latest quote of a symbol; `refused` where its bid and ask are not used. */
interface TailQuote {
  readonly quote: Quote;
  readonly refused: RefusedQuote | null;
}

/** A file, how far it was read, and the quotes so far. */
class QuoteTail {
  readonly #path: string;
  readonly #quotes = new Map<string, TailQuote>();
  #fileId = '';
  #offset = 0;
  #lines = new LineBuffer({ isInside: false });

  constructor(path: string) {
    this.#path = path;
  }

  async quotes(symbols: readonly string[]): Promise<QuotesOutcome> {
    const read = await this.#readAdded();
    if (read.kind === 'failed') {
      return { kind: 'rejected', rejection: { form: 'not-sent', reason: read.reason } };
    }
    const problem = this.#takeAll(read.lines);
    if (problem !== null) {
      const detail = `${this.#path}: ${problem}`;
      return { kind: 'unknown', cause: { reason: 'body-malformed', status: null, detail } };
    }
    const found = [...new Set(symbols)].flatMap((symbol) => this.#quotes.get(symbol) ?? []);
    return acceptedQuotes(
      found.map(({ quote }) => quote),
      found.flatMap(({ refused }) => refused ?? []),
    );
  }

  async #readAdded(): Promise<
    | { readonly kind: 'read'; readonly lines: readonly Line[] }
    | { readonly kind: 'failed'; readonly reason: string }
  > {
    let file: FileHandle | null = null;
    try {
      file = await open(this.#path, 'r');
      return { kind: 'read', lines: await this.#readFrom(file) };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { kind: 'failed', reason: `Cannot read quotes: ${why}` };
    } finally {
      await file?.close();
    }
  }

  async #readFrom(file: FileHandle): Promise<readonly Line[]> {
    const { size, ino, dev, birthtimeMs } = await file.stat();
    const fileId = [dev, ino, birthtimeMs].join('/');
    if (fileId !== this.#fileId || size < this.#offset) this.#startOver(fileId, size);
    const bytes = new Uint8Array(Math.min(size - this.#offset, FILE_BYTES_PER_CALL_MAX));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, this.#offset);
    this.#offset += bytesRead;
    return this.#lines.take(bytes.subarray(0, bytesRead));
  }

  #startOver(fileId: string, size: number): void {
    this.#fileId = fileId;
    this.#offset = Math.max(0, size - FILE_BYTES_PER_CALL_MAX);
    this.#lines = new LineBuffer({ isInside: this.#offset > 0 });
  }

  /** Takes all lines; returns what is wrong with the first unreadable one. */
  #takeAll(lines: readonly Line[]): string | null {
    let problem: string | null = null;
    for (const line of lines) {
      if (line.text?.trim() === '') continue;
      const found = quoteIn(line);
      if (typeof found === 'string') problem ??= found;
      else this.#keep(found);
    }
    return problem;
  }

  #keep(read: TailQuote): void {
    const { quote } = read;
    const known = this.#quotes.get(quote.symbol);
    if (known !== undefined && known.quote.atMs > quote.atMs) return;
    // Taken out first, so that the map's order is the order of arrival.
    this.#quotes.delete(quote.symbol);
    this.#quotes.set(quote.symbol, read);
    const [longestAgo] = this.#quotes.keys();
    if (this.#quotes.size > SYMBOLS_KEPT_MAX && longestAgo !== undefined) {
      this.#quotes.delete(longestAgo);
    }
  }
}

/** The quote of a line, or what is wrong with it. */
function quoteIn({ number, text }: Line): TailQuote | string {
  const where = `line ${String(number)} since reading began`;
  if (text === null) return `${where} is too long`;
  const value = parsedJson(text);
  if (value === undefined) return `${where} is not JSON`;
  const parsed = wireQuote.safeParse(value);
  if (parsed.success) return { quote: quoteFromWire(parsed.data), refused: crossed(parsed.data) };
  const [issue] = parsed.error.issues;
  return `${where}: ${issue === undefined ? 'another form' : `${issue.path.join('.')}: ${issue.message}`}`;
}

/** One complete line of a file. */
interface Line {
  /** From 1, counted from where reading began. */
  readonly number: number;
  /** Null when it was too long to keep. */
  readonly text: string | null;
}

const NEWLINE = 10;

/**
 * Splits bytes that arrive in pieces into lines. `collecting`: has the start of a line. `too-long`: drops a line that is too long
 * and returns it without text. `joining`: skips the rest of the line that reading started in.
 */
export class LineBuffer {
  #rest: Uint8Array = new Uint8Array();
  #state: 'collecting' | 'too-long' | 'joining';
  #number = 0;
  readonly #decoder = new TextDecoder();

  /** With `isInside`, reading starts inside a line. */
  constructor({ isInside }: { readonly isInside: boolean }) {
    this.#state = isInside ? 'joining' : 'collecting';
  }

  /** Lines that are complete now. */
  take(bytes: Uint8Array): readonly Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      if (this.#state === 'joining') this.#state = 'collecting';
      else lines.push(this.#finished(bytes.subarray(from, end)));
      from = end + 1;
    }
    this.#keep(bytes.subarray(from));
    return lines;
  }

  #finished(tail: Uint8Array): Line {
    this.#number += 1;
    const whole = this.#rest.length === 0 ? tail : Buffer.concat([this.#rest, tail]);
    const isTooLong = this.#state === 'too-long' || whole.length > LINE_BYTES_MAX;
    const text = isTooLong ? null : this.#decoder.decode(whole);
    this.#rest = new Uint8Array();
    this.#state = 'collecting';
    return { number: this.#number, text };
  }

  #keep(tail: Uint8Array): void {
    if (this.#state !== 'collecting') return;
    const isTooLong = this.#rest.length + tail.length > LINE_BYTES_MAX;
    if (isTooLong) this.#state = 'too-long';
    this.#rest = isTooLong ? new Uint8Array() : Buffer.concat([this.#rest, tail]);
  }
}
