import { invariant } from '../base/invariant.ts';
import { type Contract, type OptionType } from '../model/market/contract.ts';
import { type Seen } from '../model/orders/order.ts';
import { type IstDate } from '../model/time/ist.ts';
import {
  type Chain,
  type FutureRule,
  type PremiumBounds,
  SelectionError,
  type StrikePair,
} from './chain.ts';
import { type PricePoint } from './observations.ts';
import { optionGreeks, quotedDelta } from './option-greeks.ts';

/** A quote older than the index level by more than this is not used for selection. */
const QUOTE_LAG_MS_MAX = 15_000;
/** How far the outermost strike may miss the request without an alert, as a share of it. */
const FAR_OFF_SHARE = 1 / 3;
const DELTA_DECIMALS = 3;

/** A choice by premium or delta that is far from what was asked for, where no strike further on had a quote. */
export interface FarOff {
  readonly contract: Contract;
  /** What was asked for, such as `a premium near 15`. */
  readonly asked: string;
  /** What the contract has: rupees, or a delta. */
  readonly found: string;
}

/** What a chain is made of. */
export interface ChainParts {
  readonly underlying: string;
  readonly expiry: IstDate;
  /** Ascending, at least one. */
  readonly strikes: readonly StrikePair[];
  /** By expiry, ascending. */
  readonly futures: readonly Contract[];
  readonly index: PricePoint;
  /** Strikes on each side of the index that quotes were asked for. @default 0 */
  readonly quotedStrikes?: number;
  /** The latest price of a symbol. */
  readonly quote: (symbol: string) => PricePoint | undefined;
  /** Called for each selection that is far off. @default no one */
  readonly onFarOff?: (farOff: FarOff) => void;
}

/** Makes a chain. Quotes are looked up when they are asked for: at once, or they are those of a later time. */
export function createChain(parts: ChainParts): Chain {
  return new ListedChain(parts);
}

class ListedChain implements Chain {
  readonly underlying: string;
  readonly expiry: IstDate;
  readonly spotPaise: number;
  readonly strikes: readonly StrikePair[];
  readonly atm: StrikePair;
  readonly #parts: ChainParts;
  readonly #atmIndex: number;

  constructor(parts: ChainParts) {
    const { underlying, expiry, strikes, index } = parts;
    this.#parts = parts;
    this.#atmIndex = nearestStrike(strikes, index.lastPaise);
    this.underlying = underlying;
    this.expiry = expiry;
    this.spotPaise = index.lastPaise;
    this.strikes = strikes;
    this.atm = strikeAt(strikes, this.#atmIndex);
    Object.freeze(this);
  }

  /** Looked up when it is asked for: polls that bring the same level make it younger. */
  get seen(): Seen {
    return this.#parts.index.seen;
  }

  /** Looked up when it is asked for, as `seen` is. */
  get isQuoted(): boolean {
    const { quotedStrikes = 0 } = this.#parts;
    if (quotedStrikes === 0) return true;
    const from = Math.max(0, this.#atmIndex - quotedStrikes);
    const asked = this.strikes.slice(from, this.#atmIndex + quotedStrikes + 1);
    return (['CE', 'PE'] as const).every((type) => {
      const quoted = asked.filter((strike) => freshQuote(this.#parts, contractOf(strike, type)));
      return 2 * quoted.length >= asked.length;
    });
  }

  // What chooses a contract is made when it is asked for, and works without its chain: strategies take it apart.
  get otm(): Chain['otm'] {
    return (type, steps) => this.#step(type, steps, `OTM${String(steps)}`);
  }

  get itm(): Chain['itm'] {
    return (type, steps) => this.#step(type, -steps, `ITM${String(steps)}`);
  }

  get at(): Chain['at'] {
    return (type, strikePaise) => {
      const strike = this.strikes[nearestStrike(this.strikes, strikePaise)];
      if (strike?.strikePaise === strikePaise) return contractOf(strike, type);
      throw new SelectionError(
        `Cannot take the strike ${String(strikePaise / 100)} of ${this.#name}: not listed`,
      );
    };
  }

  get nearStrike(): Chain['nearStrike'] {
    return (type, pricePaise) => {
      const [first, last] = [this.strikes[0], this.strikes.at(-1)].map((one) => one?.strikePaise);
      const strike = this.strikes[nearestStrike(this.strikes, pricePaise)];
      const isListed = pricePaise >= (first ?? Infinity) && pricePaise <= (last ?? -Infinity);
      if (strike !== undefined && isListed) return contractOf(strike, type);
      throw new SelectionError(
        `Cannot take the strike nearest to ${String(pricePaise / 100)} of ${this.#name}: it lies beyond the listed strikes`,
      );
    };
  }

  get withinPremium(): Chain['withinPremium'] {
    return (type, bounds) => withinBounds(this.#parts, type, bounds);
  }

  get straddlePaise(): number | null {
    const { ce, pe } = this.atm;
    const [call, put] = [ce, pe].map((contract) => freshQuote(this.#parts, contract)?.lastPaise);
    return call === undefined || put === undefined ? null : call + put;
  }

  get byPremium(): Chain['byPremium'] {
    return (type, premiumPaise) =>
      nearest(this.#parts, type, {
        what: `a premium near ${String(premiumPaise / 100)}`,
        wanted: premiumPaise,
        found: (_, { lastPaise }) => lastPaise,
        shown: (paise) => (paise / 100).toFixed(2),
      });
  }

  get byDelta(): Chain['byDelta'] {
    return (type, delta) =>
      nearest(this.#parts, type, {
        what: `a delta near ${String(delta)}`,
        wanted: delta,
        found: (contract, quote) => {
          const found = quotedDelta(contract, quote, this.#parts.index);
          return found === null ? null : Math.abs(found);
        },
        shown: (found) => found.toFixed(DELTA_DECIMALS),
      });
  }

  get greeks(): Chain['greeks'] {
    return (contract) =>
      optionGreeks(contract, freshQuote(this.#parts, contract) ?? null, this.#parts.index);
  }

  get future(): Chain['future'] {
    return (expiry = 'monthly') => listedFuture(this.underlying, this.#parts.futures, expiry);
  }

  get #name(): string {
    return `${this.underlying} ${this.expiry}`;
  }

  #step(type: OptionType, steps: number, what: string): Contract {
    const { strikes } = this;
    const strike = strikes[this.#atmIndex + (type === 'CE' ? steps : -steps)];
    if (Number.isSafeInteger(steps) && strike !== undefined) return contractOf(strike, type);
    throw new SelectionError(
      `Cannot take ${what} ${type} of ${this.#name}: ${String(strikes.length)} strikes are listed, ${String(this.#atmIndex)} of them below the money`,
    );
  }
}

/** Index of the strike nearest to a price, the lower one on a tie. `strikes` ascends and holds at least one. */
function nearestStrike(strikes: readonly StrikePair[], pricePaise: number): number {
  let low = 0;
  let high = strikes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (strikeAt(strikes, middle).strikePaise <= pricePaise) low = middle;
    else high = middle - 1;
  }
  if (low + 1 === strikes.length) return low;
  const belowPaise = pricePaise - strikeAt(strikes, low).strikePaise;
  return strikeAt(strikes, low + 1).strikePaise - pricePaise < belowPaise ? low + 1 : low;
}

function strikeAt(strikes: readonly StrikePair[], index: number): StrikePair {
  const strike = strikes[index];
  invariant(strike !== undefined, `A chain has no strike number ${String(index)}`);
  return strike;
}

function contractOf(strike: StrikePair, type: OptionType): Contract {
  return type === 'CE' ? strike.ce : strike.pe;
}

/** What a contract is chosen by. */
interface ChosenBy {
  readonly what: string;
  readonly wanted: number;
  /** Null when it cannot be told. */
  readonly found: (contract: Contract, quote: PricePoint) => number | null;
  readonly shown: (found: number) => string;
}

/** @throws {SelectionError} when nothing is freshly quoted */
function nearest(parts: ChainParts, type: OptionType, by: ChosenBy): Contract {
  const quoted = parts.strikes.flatMap((strike) => {
    const contract = contractOf(strike, type);
    const quote = freshQuote(parts, contract);
    const found = quote === undefined ? null : by.found(contract, quote);
    return found === null ? [] : [{ contract, found, distance: Math.abs(found - by.wanted) }];
  });
  const [first] = quoted;
  if (first !== undefined) {
    const best = quoted.reduce((one, other) => (other.distance < one.distance ? other : one));
    const isOutermost = best === first || best === quoted.at(-1);
    if (isOutermost && best.distance > by.wanted * FAR_OFF_SHARE) {
      parts.onFarOff?.({ contract: best.contract, asked: by.what, found: by.shown(best.found) });
    }
    return best.contract;
  }
  const { underlying, expiry, quotedStrikes = 0 } = parts;
  const remedy =
    quotedStrikes === 0
      ? 'no quotes were asked for: give chain() quotedStrikes'
      : 'no fresh quotes; take the chain through selectNow, which waits for them';
  throw new SelectionError(
    `Cannot take ${type} with ${by.what} of ${underlying} ${expiry}: ${remedy}`,
  );
}

function withinBounds(
  parts: ChainParts,
  type: OptionType,
  { fromPaise = 0, toPaise = Infinity }: PremiumBounds,
): Contract | null {
  const wanted = wantedWithin(fromPaise, toPaise);
  const fitting = parts.strikes.flatMap((strike) => {
    const contract = contractOf(strike, type);
    const { lastPaise } = freshQuote(parts, contract) ?? { lastPaise: NaN };
    const isWithin = lastPaise >= fromPaise && lastPaise <= toPaise;
    return isWithin ? [{ contract, distance: Math.abs(lastPaise - wanted) }] : [];
  });
  const [first] = fitting;
  if (first === undefined) return null;
  return fitting.reduce((one, other) => (other.distance < one.distance ? other : one)).contract;
}

function wantedWithin(fromPaise: number, toPaise: number): number {
  if (toPaise === Infinity) return fromPaise;
  return fromPaise === 0 ? toPaise : (fromPaise + toPaise) / 2;
}

/** The latest price of a contract, unless it lags behind the index. */
function freshQuote({ quote, index }: ChainParts, contract: Contract): PricePoint | undefined {
  const found = quote(contract.symbol);
  return found !== undefined && isInStep(found.seen, index.seen) ? found : undefined;
}

function isInStep(quote: Seen, index: Seen): boolean {
  return quote.observedAtMs >= index.observedAtMs - QUOTE_LAG_MS_MAX;
}

/** @throws {SelectionError} when it is not listed */
function listedFuture(
  underlying: string,
  futures: readonly Contract[],
  rule: FutureRule,
): Contract {
  const found =
    typeof rule === 'object'
      ? futures.find(({ expiry }) => expiry === rule.date)
      : futures[rule === 'monthly' ? 0 : 1];
  if (found !== undefined) return found;
  const asked = typeof rule === 'object' ? rule.date : rule;
  const listed = futures.map(({ expiry }) => expiry).join(', ');
  throw new SelectionError(
    `Cannot take the ${asked} future of ${underlying}: ${listed === '' ? 'no future is listed' : `listed are ${listed}`}`,
  );
}
