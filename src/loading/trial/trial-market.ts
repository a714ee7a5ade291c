import { createListing } from '../../market/listing.ts';
import { type Listing } from '../../market/market.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Input, type Watch } from '../../model/runs/input.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';

/** Level of every index, paise: high enough for the strikes of each. */
const LEVEL_PAISE = 2_450_000;
/** How far it goes up and down within an hour, paise. */
const SWING_PAISE = 15_000;
const PERIOD_MS = 3_600_000;
/** What an option at the money is worth beyond its inner value, paise, and how fast that falls with the distance. */
const TIME_VALUE_PAISE = 15_000;

/** Made-up prices of what a run watches: an index that goes up and down, and options that follow it. Not a model of a market. */
export class TrialMarket {
  readonly #listing: Listing;
  readonly #day: CalendarDay;
  readonly #listed = new Set<string>();
  #watches: readonly Watch[] = [];
  #isOpened = false;

  constructor({ rules, calendar }: MarketKnowledge, day: CalendarDay) {
    this.#listing = createListing({ rules, calendar, spotFor: () => LEVEL_PAISE });
    this.#day = day;
  }

  /** Takes what a run watches now. */
  watch(watches: readonly Watch[]): void {
    this.#watches = watches;
  }

  /** What the run is shown at a minute. */
  inputsAt(atMs: number): readonly Input[] {
    const inputs: Input[] = [];
    const seen = { observedAtMs: atMs, ageMsMax: 0 };
    if (!this.#isOpened) inputs.push({ atMs, kind: 'session-edge', edge: 'open' });
    this.#isOpened = true;
    for (const watch of this.#watches) {
      if (watch.kind === 'contract' || watch.kind === 'history') continue;
      if (this.#listed.has(watch.underlying)) continue;
      const { underlying } = watch;
      this.#listed.add(underlying);
      const contracts = this.#contracts(underlying);
      inputs.push({ atMs, kind: 'contracts-observed', underlying, contracts, seen });
    }
    const quotes = this.#quotesAt(atMs);
    if (quotes.length > 0) inputs.push({ atMs, kind: 'quotes-observed', quotes, seen });
    return inputs;
  }

  #quotesAt(atMs: number): readonly Quote[] {
    const spotPaise =
      LEVEL_PAISE + Math.round((SWING_PAISE * Math.sin((2 * Math.PI * atMs) / PERIOD_MS)) / 5) * 5;
    const quotes = new Map<string, Quote>();
    for (const watch of this.#watches) {
      for (const [symbol, lastPaise] of this.#pricesOf(watch, spotPaise)) {
        const isIndex = watch.kind === 'index';
        const [bidPaise, askPaise] = isIndex ? [null, null] : [lastPaise - 5, lastPaise + 5];
        quotes.set(symbol, { symbol, bidPaise, askPaise, lastPaise, atMs });
      }
    }
    return [...quotes.values()];
  }

  #pricesOf(watch: Watch, spotPaise: number): readonly (readonly [string, number])[] {
    switch (watch.kind) {
      case 'contracts':
      case 'history':
        return [];
      case 'index':
        return [[watch.underlying, spotPaise]];
      case 'contract':
        return [[watch.contract.symbol, priceOf(watch.contract, spotPaise)]];
      case 'chain':
        return this.#contracts(watch.underlying)
          .filter(({ expiry, kind }) => kind === 'option' && expiry === watch.expiry)
          .map((contract) => [contract.symbol, priceOf(contract, spotPaise)]);
    }
  }

  #contracts(underlying: string): readonly Contract[] {
    return this.#listing.contracts(underlying, this.#day.date);
  }
}

function priceOf({ strikePaise, optionType }: Contract, spotPaise: number): number {
  if (strikePaise === null) return spotPaise;
  const inner = optionType === 'CE' ? spotPaise - strikePaise : strikePaise - spotPaise;
  const away = Math.abs(spotPaise - strikePaise) / (2 * TIME_VALUE_PAISE);
  const worth = Math.max(0, inner) + TIME_VALUE_PAISE * Math.exp(-away);
  return Math.max(10, Math.round(worth / 5) * 5);
}
