import { type Refusal } from './refusal.ts';
import { type RiskLimits } from './risk-limits.ts';

/** How old the data is that an entry would rest on. Null: never seen. */
export interface DataFacts {
  /** Since the start of the last good poll of the orders. */
  readonly ordersAgeMs: number | null;
  /** Since the start of the poll that brought the contract's quote. */
  readonly quoteAgeMs: number | null;
  /** Since the instant that the quote names itself. */
  readonly priceAgeMs: number | null;
  readonly limits: RiskLimits;
}

/** Refuses an entry that would rest on stale data. Never asked for exits. */
export function checkData(symbol: string, facts: DataFacts): Refusal | null {
  const { ordersAgeMs, quoteAgeMs, priceAgeMs, limits } = facts;
  if (ordersAgeMs === null || ordersAgeMs > limits.ordersAgeMsMax) {
    return {
      rule: 'stale-orders',
      what: 'Orders have not been seen lately',
      found: age(ordersAgeMs),
      allowed: `${String(limits.ordersAgeMsMax)} ms`,
    };
  }
  if (quoteAgeMs === null || priceAgeMs === null) {
    return { rule: 'no-quote', what: `No quote of ${symbol}`, found: 'none', allowed: 'a quote' };
  }
  const isOldPrice = priceAgeMs > limits.priceAgeMsMax;
  if (quoteAgeMs > limits.quoteAgeMsMax || isOldPrice) {
    const allowedMs = isOldPrice ? limits.priceAgeMsMax : limits.quoteAgeMsMax;
    return {
      rule: 'stale-quote',
      what: `Quote of ${symbol} is old`,
      found: age(isOldPrice ? priceAgeMs : quoteAgeMs),
      allowed: `${String(allowedMs)} ms`,
    };
  }
  return null;
}

function age(ageMs: number | null): string {
  return ageMs === null ? 'never' : `${String(ageMs)} ms`;
}
