import { kept } from '../../base/kept.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type CalendarDay, type Session } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type IndexDay } from '../index-path.ts';
import { type PriceLevel } from '../market.ts';
import { quoted } from './bid-and-ask.ts';
import { ExpiryPricer, type PricedStep, type StepBlock, type Strike } from './expiry-pricer.ts';
import { fixedVolatility, type PricingModel } from './pricing-model.ts';
import { DayCount, TermStructure } from './term-structure.ts';
import { VolatilityOfDay, type VolatilityParts } from './volatility-of-day.ts';
import { type VolatilitySurface } from './volatility-surface.ts';

/** Steps whose prices are bounded together: four minutes of recorded bars. */
const BLOCK_STEPS = 16;
/** How long spreads are wide after the open. */
const OPENING_MS = 3 * 60_000;
/** How long before the final price spreads widen. */
const EXPIRING_MS = 30 * 60_000;

/** What a day is priced with. */
export interface PricedDayParts extends VolatilityParts {
  readonly surface: VolatilitySurface | null;
}

interface Priced {
  readonly contract: Contract;
  readonly expiry: ExpiryPricer;
  /** Null for a future. */
  readonly strike: Strike | null;
  step: number;
  session: Session | null;
  quote: Quote | null;
}

/** All prices of one underlying on one day. Caches quotes and steps; answers depend on the arguments alone. */
export class PricedDay {
  readonly #underlying: string;
  readonly #surface: VolatilitySurface | null;
  readonly #index: IndexDay;
  readonly #day: CalendarDay;
  readonly #model: PricingModel;
  readonly #term: TermStructure;
  readonly #volatility: VolatilityOfDay;
  readonly #expiries = new Map<IstDate, ExpiryPricer>();
  readonly #priced = new Map<string, Priced>();
  #step: PricedStep | null = null;
  readonly #blocks: (StepBlock | 'empty' | 'unknown' | undefined)[] = [];

  constructor(parts: PricedDayParts) {
    const { underlying, index, calendar, model, surface } = parts;
    this.#underlying = underlying;
    this.#surface = surface;
    this.#index = index;
    this.#day = calendar.day(index.date);
    this.#model = model;
    const fixed = fixedVolatility(model, underlying);
    this.#term = new TermStructure(model, new DayCount(model, calendar, this.#day), fixed);
    this.#volatility = new VolatilityOfDay(parts);
  }

  /** Index level at an instant. */
  indexQuote(atMs: number): Quote | null {
    const step = this.#index.stepAt(atMs);
    const lastPaise = this.#index.levelPaise(step);
    if (lastPaise === null) return null;
    return {
      symbol: this.#underlying,
      bidPaise: null,
      askPaise: null,
      lastPaise,
      atMs: this.#index.startMs(step),
    };
  }

  /** Quote of a contract; null outside the sessions, where the index has no level, and after its expiry. */
  quote(contract: Contract, atMs: number): Quote | null {
    const session = this.#sessionAt(atMs);
    if (session === null || contract.expiry < this.#day.date) return null;
    const priced = this.#pricedOf(contract);
    if (priced === null) return null;
    // An expiring contract keeps its final price for the rest of the session.
    const number = this.#index.stepAt(Math.min(atMs, priced.expiry.endMs - 1));
    if (priced.step !== number || priced.session !== session) {
      priced.step = number;
      priced.session = session;
      const step = this.#stepOf(number);
      priced.quote = step === null ? null : this.#quoteAt(priced, step, session);
    }
    return priced.quote;
  }

  /** When the next step begins. */
  nextChangeMs(afterMs: number): number | null {
    return this.#index.nextChangeMs(afterMs);
  }

  /** First step from an instant on at which a last price may be at or beyond its level; Infinity when there is none. */
  mayReachMs(levels: readonly PriceLevel[], fromMs: number): number {
    const endMs = this.#day.sessions.at(-1)?.endMs ?? -Infinity;
    const first = Math.max(0, this.#index.stepAt(fromMs));
    for (let number = Math.floor(first / BLOCK_STEPS); ; number += 1) {
      const startMs = this.#index.startMs(number * BLOCK_STEPS);
      if (startMs >= endMs) return Infinity;
      if (this.#mayReachIn(levels, number)) return Math.max(fromMs, startMs);
    }
  }

  #mayReachIn(levels: readonly PriceLevel[], number: number): boolean {
    const block = this.#blockOf(number);
    if (block === 'empty') return false;
    return block === 'unknown' || levels.some((level) => this.#isWithin(level, block));
  }

  #isWithin({ contract, paise, isAbove }: PriceLevel, block: StepBlock): boolean {
    const priced = this.#pricedOf(contract);
    const strike = priced?.strike ?? null;
    if (priced === null || strike === null) return true;
    const bounds = priced.expiry.boundsIn(block, strike);
    if (bounds === null) return true;
    // A last price is on a tick, so less than one from the fair one.
    const slackPaise = contract.tickSizePaise + 1;
    return isAbove
      ? bounds.greatestPaise + slackPaise >= paise
      : bounds.leastPaise - slackPaise <= paise;
  }

  /** `empty`: the index has no level. `unknown`: the volatility comes from outside. */
  #blockOf(number: number): StepBlock | 'empty' | 'unknown' {
    return (this.#blocks[number] ??= this.#makeBlock(number * BLOCK_STEPS));
  }

  #makeBlock(first: number): StepBlock | 'empty' | 'unknown' {
    let [lowPaise, highPaise, last] = [Infinity, -Infinity, first];
    for (let step = first; step < first + BLOCK_STEPS; step += 1) {
      const levelPaise = this.#index.levelPaise(step);
      if (levelPaise === null) continue;
      lowPaise = Math.min(lowPaise, levelPaise);
      highPaise = Math.max(highPaise, levelPaise);
      last = step;
    }
    if (lowPaise > highPaise) return 'empty';
    const atLow = this.#volatility.ofLevel(lowPaise);
    const atHigh = this.#volatility.ofLevel(highPaise);
    if (atLow === null || atHigh === null) return 'unknown';
    const [fromMs, toMs] = [this.#index.startMs(first), this.#index.startMs(last)];
    return { fromMs, toMs, lowPaise, highPaise, volatilities: [atLow, atHigh] };
  }

  #sessionAt(atMs: number): Session | null {
    for (const session of this.#day.sessions) {
      if (atMs >= session.startMs && atMs < session.endMs) return session;
    }
    return null;
  }

  #stepOf(number: number): PricedStep | null {
    if (this.#step?.number === number) return this.#step;
    const levelPaise = this.#index.levelPaise(number);
    if (levelPaise === null) return null;
    const atMs = this.#index.startMs(number);
    this.#step = { number, atMs, levelPaise, ...this.#volatility.at(atMs, levelPaise) };
    return this.#step;
  }

  #quoteAt(priced: Priced, step: PricedStep, session: Session): Quote {
    const { contract, expiry, strike } = priced;
    const { spreadShare, spreadPerDeviation, spreadOpenFactor, futureSpreadShare } = this.#model;
    expiry.moveTo(step);
    const opening = step.atMs < session.startMs + OPENING_MS ? spreadOpenFactor : 1;
    const { symbol, tickSizePaise: tickPaise } = contract;
    const { atMs } = step;
    if (strike === null) {
      const fairPaise = expiry.forwardPaise;
      const spreadPaise = fairPaise * futureSpreadShare * opening;
      return quoted({ symbol, tickPaise, atMs, fairPaise, spreadPaise });
    }
    const deviations = expiry.deviations(strike);
    const fairPaise = expiry.premiumPaise(strike, deviations);
    const expiring = expiry.endMs - step.atMs <= EXPIRING_MS ? this.#model.spreadExpiryFactor : 1;
    // Bounded: near expiry a strike is soon a hundred deviations away.
    const distance = 1 + spreadPerDeviation * Math.min(4, Math.abs(deviations));
    const spreadPaise = fairPaise * spreadShare * distance * opening * expiring;
    return quoted({ symbol, tickPaise, atMs, fairPaise, spreadPaise });
  }

  #pricedOf(contract: Contract): Priced | null {
    const held = this.#priced.get(contract.symbol);
    if (held !== undefined && isSame(held.contract, contract)) return held;
    const strike = strikeOf(contract);
    if (strike === undefined) return null;
    const expiry = this.#expiryOf(contract.expiry);
    const priced: Priced = { contract, expiry, strike, step: -2, session: null, quote: null };
    this.#priced.set(contract.symbol, priced);
    return priced;
  }

  #expiryOf(date: IstDate): ExpiryPricer {
    return kept(this.#expiries, date, () => {
      const [underlying, surface] = [this.#underlying, this.#surface];
      const parts = { underlying, surface, term: this.#term, day: this.#day };
      return new ExpiryPricer(this.#model, parts, date);
    });
  }
}

/** Whether two contracts of one symbol have the same price. */
function isSame(left: Contract, right: Contract): boolean {
  return (
    left === right ||
    (left.strikePaise === right.strikePaise &&
      left.optionType === right.optionType &&
      left.kind === right.kind &&
      left.expiry === right.expiry &&
      left.tickSizePaise === right.tickSizePaise)
  );
}

/** Null for a future, undefined for what cannot be priced. */
function strikeOf({ kind, strikePaise, optionType }: Contract): Strike | null | undefined {
  if (kind === 'future') return null;
  if (kind === 'other' || strikePaise === null || strikePaise <= 0) return undefined;
  if (optionType === null) return undefined;
  return { strikePaise, logStrike: Math.log(strikePaise), type: optionType };
}
