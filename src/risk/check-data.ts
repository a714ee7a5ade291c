import { refusalBy, type Refusal } from './refusal.ts';
import { type RiskLimits } from './risk-limits.ts';

/** How old the data is that an entry would rest on. Null: never seen. */
export interface DataFacts {
  /** Since the start of the last good poll of the orders. */
  readonly ordersAgeMs: number | null;
  /** Why there is no good poll of the orders, for people; empty when the last one was good. */
  readonly ordersTrouble: string;
  /** Why the last poll of the quotes failed, for people; empty when it did not. */
  readonly quotesTrouble: string;
  /** Since the start of the poll that brought the contract's quote. */
  readonly quoteAgeMs: number | null;
  /** Since the instant that the quote names itself. */
  readonly priceAgeMs: number | null;
  /** Last price of the contract; null when there is none. */
  readonly lastPaise: number | null;
  readonly limits: RiskLimits;
}

/** Refuses an entry that would rest on stale data. Never asked for exits. What is NaN counts as stale. */
export function checkData(symbol: string, facts: DataFacts): Refusal | null {
  const { ordersAgeMs, ordersTrouble, limits } = facts;
  if (ordersAgeMs === null || !(ordersAgeMs <= limits.ordersAgeMsMax)) {
    const what = because('Orders have not been seen lately', ordersTrouble);
    return refusalBy('stale-orders', what, age(ordersAgeMs), age(limits.ordersAgeMsMax));
  }
  return checkQuoteAge(symbol, facts) ?? checkLast(symbol, facts.lastPaise);
}

function checkQuoteAge(symbol: string, facts: DataFacts): Refusal | null {
  const { quoteAgeMs, priceAgeMs, quotesTrouble, limits } = facts;
  if (quoteAgeMs === null || priceAgeMs === null) {
    const what = because(`No quote of ${symbol}`, quotesTrouble);
    return refusalBy('no-quote', what, 'none', 'a quote');
  }
  const isOldPrice = !(priceAgeMs <= limits.priceAgeMsMax);
  if (!isOldPrice && quoteAgeMs <= limits.quoteAgeMsMax) return null;
  const allowedMs = isOldPrice ? limits.priceAgeMsMax : limits.quoteAgeMsMax;
  const what = because(`Quote of ${symbol} is old`, quotesTrouble);
  return refusalBy('stale-quote', what, age(isOldPrice ? priceAgeMs : quoteAgeMs), age(allowedMs));
}

function checkLast(symbol: string, lastPaise: number | null): Refusal | null {
  if (lastPaise !== null && lastPaise > 0 && lastPaise < Infinity) return null;
  const what = `Last price of ${symbol} is no price`;
  return refusalBy('no-quote', what, String(lastPaise), 'a price above 0');
}

/** The cause in brackets: what follows from it is what was found. */
function because(what: string, trouble: string): string {
  return trouble === '' ? what : `${what} (${trouble})`;
}

function age(ageMs: number | null): string {
  return ageMs === null ? 'never' : `${String(ageMs)} ms`;
}
