import { type Session } from '../../model/calendar.ts';
import { type Contract } from '../../model/contract.ts';
import { type Quote } from '../../model/quote.ts';
import { BAR_MS, type Bar } from './bar.ts';
import { BAR_OFFSETS_MS, barPath } from './bar-path.ts';
import { quoted } from './pricing/quoted.ts';

/** How long the last price of a bar holds when no other bar follows. */
export const RECORDED_HOLD_MS = 5 * 60_000;

/** How far bid and ask of recorded prices are apart where the data does not tell, as a share of the price. */
export interface RecordedSpread {
  readonly option: number;
  readonly future: number;
}

/**
 * Prices of one contract on one date, from bars. It remembers the last bar and quote, only to be fast: every answer is
 * the one that the arguments alone determine.
 */
export class RecordedDay {
  readonly #bars: readonly Bar[];
  readonly #sessions: readonly Session[];
  readonly #spread: RecordedSpread;
  #recent = 0;
  #quoteKey = -1;
  #quote: Quote | null = null;

  constructor(bars: readonly Bar[], sessions: readonly Session[], spread: RecordedSpread) {
    this.#bars = bars;
    this.#sessions = sessions;
    this.#spread = spread;
  }

  /** Quote at an instant; null outside the sessions, before the first bar of one and long after the last. */
  quote(contract: Contract, atMs: number): Quote | null {
    const session = this.#sessions.find(({ startMs, endMs }) => atMs >= startMs && atMs < endMs);
    const place = session === undefined ? -1 : this.#placeAt(atMs);
    const bar = this.#bars[place];
    if (bar === undefined || bar.startMs < (session?.startMs ?? 0)) return null;
    const ageMs = atMs - bar.startMs;
    if (ageMs >= BAR_MS + RECORDED_HOLD_MS) return null;
    const point = pointAt(ageMs);
    const key = place * BAR_OFFSETS_MS.length + point;
    if (key !== this.#quoteKey || this.#quote?.symbol !== contract.symbol) {
      this.#quoteKey = key;
      this.#quote = this.#quoteOf(contract, bar, point);
    }
    return this.#quote;
  }

  #quoteOf(contract: Contract, bar: Bar, point: number): Quote {
    const lastPaise = barPath(bar)[point] ?? bar.closePaise;
    const share = this.#spread[contract.kind === 'future' ? 'future' : 'option'];
    return quoted({
      symbol: contract.symbol,
      fairPaise: lastPaise,
      spreadPaise: bar.spreadPaise ?? lastPaise * share,
      tickPaise: contract.tickSizePaise,
      atMs: bar.startMs + (BAR_OFFSETS_MS[point] ?? 0),
    });
  }

  /** Number of the last bar that has begun; -1 before the first. */
  #placeAt(atMs: number): number {
    if (this.#begins(this.#recent) <= atMs) {
      if (atMs < this.#begins(this.#recent + 1)) return this.#recent;
      if (atMs < this.#begins(this.#recent + 2)) return (this.#recent += 1);
    }
    let low = 0;
    let high = this.#bars.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#begins(middle) <= atMs) low = middle + 1;
      else high = middle;
    }
    this.#recent = Math.max(0, low - 1);
    return low - 1;
  }

  #begins(place: number): number {
    return this.#bars[place]?.startMs ?? Infinity;
  }
}

/** Which of a bar's four levels holds so long after its start. */
function pointAt(ageMs: number): number {
  let point = BAR_OFFSETS_MS.length - 1;
  while (point > 0 && ageMs < (BAR_OFFSETS_MS[point] ?? 0)) point -= 1;
  return point;
}
