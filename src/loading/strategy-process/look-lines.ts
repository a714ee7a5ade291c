import { type Quote } from '../../model/market/quote.ts';
import { type Seen } from '../../model/orders/order.ts';
import { type Input, type Repeats } from '../../model/runs/input.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import {
  type FreshQuotes,
  type QuoteNumbers,
  type QuoteReader,
  type QuoteWriter,
} from './shared-quotes.ts';

/** An input of quotes. */
export type Shown = Extract<Input, { kind: 'quotes-observed' }>;

/** An input of quotes, and the run that sees it. */
export interface ShownTo {
  readonly runId: string;
  readonly input: Shown;
}

/** What one look at prices showed to runs that are replayed, one after the other. */
export interface WrittenLook {
  readonly atMs: number;
  readonly seen: Seen;
  readonly repeats?: Repeats;
  /** @default none changed */
  readonly fresh?: FreshQuotes;
  /** Runs in order, and what each saw. @default the runs of the look before, each the quotes that it saw before */
  readonly to?: readonly (readonly [runId: string, of: QuoteNumbers])[];
}

/** Gathers the inputs of one look: written apart they would be most of what a replay has to read. */
export class LookWriter {
  readonly #quotes: QuoteWriter;
  #first: Shown | null = null;
  readonly #to = new Map<string, QuoteNumbers>();
  #runsBefore: readonly string[] = [];

  constructor(quotes: QuoteWriter) {
    this.#quotes = quotes;
  }

  /** Whether an input is of the look that is being gathered; or of a first one. */
  takes({ runId, input }: ShownTo): boolean {
    // A look makes one `seen` for all that it shows.
    if (this.#first === null) return true;
    return this.#first.seen === input.seen && !this.#to.has(runId);
  }

  add({ runId, input }: ShownTo): void {
    this.#first ??= input;
    this.#to.set(runId, this.#quotes.write(runId, input.quotes, input.atMs));
  }

  /** Ends the look; null when there is none. */
  take(): WrittenLook | null {
    if (this.#first === null) return null;
    const { atMs, seen, repeats } = this.#first;
    const fresh = this.#quotes.takeFresh();
    const to = this.#isAsBefore() ? null : [...this.#to];
    this.#runsBefore = [...this.#to.keys()];
    this.#first = null;
    this.#to.clear();
    return {
      ...{ atMs, seen },
      ...(repeats === undefined ? {} : { repeats }),
      ...(fresh === null ? {} : { fresh }),
      ...(to === null ? {} : { to }),
    };
  }

  #isAsBefore(): boolean {
    const before = this.#runsBefore;
    if (before.length !== this.#to.size) return false;
    let place = 0;
    for (const [runId, of] of this.#to) {
      if (of !== null || before[place] !== runId) return false;
      place += 1;
    }
    return true;
  }
}

/** Reads looks again. */
export class LookReader {
  readonly #quotes: QuoteReader;
  #before: readonly (readonly [runId: string, of: QuoteNumbers])[] = [];

  constructor(quotes: QuoteReader) {
    this.#quotes = quotes;
  }

  read({ atMs, seen, repeats, fresh, to = this.#before }: WrittenLook): readonly ReplayStep[] {
    if (fresh !== undefined) this.#quotes.take(fresh, atMs);
    if (to !== this.#before) this.#before = to.map(([runId]) => [runId, null]);
    const further = repeats === undefined ? {} : { repeats };
    return to.map(([runId, of]) => {
      const quotes: readonly Quote[] = this.#quotes.read(runId, of);
      const input: Shown = { kind: 'quotes-observed', atMs, quotes, seen, ...further };
      return { step: 'deliver', runId, input };
    });
  }
}
