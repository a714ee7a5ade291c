import { type Market } from '../market/market.ts';
import { type Contract } from '../model/market/contract.ts';
import { type OrderTerms, type Side } from '../model/orders/order.ts';
import { type BookEntry } from './book-entry.ts';
import { type ExchangeRules } from './exchange-rules.ts';
import { marginShortfallPaise } from './margin.ts';

/** What an order is judged by when it arrives. */
export interface Admission {
  readonly market: Market;
  readonly rules: ExchangeRules;
  /** All orders of the day. */
  readonly entries: Iterable<BookEntry>;
  readonly isTrading: boolean;
  readonly atMs: number;
}

/** Why an order that arrives is rejected; null when it is not. */
export function whyRejected(entry: BookEntry, admission: Admission): Refusal | null {
  const { order, contract } = entry;
  if (!admission.rules.products.some((product) => product === order.product)) {
    return {
      code: 'RejectionCode.ProductNotAllowed',
      reason: `Product is not allowed on this account: ${order.product}`,
    };
  }
  if (!admission.isTrading) {
    return { code: 'RejectionCode.MarketClosed', reason: 'The market is closed' };
  }
  return (
    checkQuantity(contract, order.quantityUnits) ??
    checkPricesNow(entry, order.terms, admission) ??
    checkMargin(entry, admission)
  );
}

/** Why an order cannot have terms at current prices; null when it can. */
export function checkPricesNow(
  { contract, order: { side } }: BookEntry,
  terms: OrderTerms,
  { market, rules, atMs }: Pick<Admission, 'market' | 'rules' | 'atMs'>,
): Refusal | null {
  const lastPaise = market.quote(contract, atMs)?.lastPaise ?? null;
  return checkPrices(terms, { contract, side, lastPaise, rules });
}

function checkMargin(entry: BookEntry, { entries, ...admission }: Admission): Refusal | null {
  const missingPaise = marginShortfallPaise(entries, entry, admission);
  if (missingPaise === 0) return null;
  return {
    code: 'RejectionCode.Margin',
    reason: `Margin is short by ${(missingPaise / 100).toFixed(2)}`,
  };
}

/** Why the exchange or the broker refuses an order, in words of the simulator's own: the platform's are not published. */
interface Refusal {
  readonly code:
    | 'RejectionCode.ProductNotAllowed'
    | 'RejectionCode.MarketClosed'
    | 'RejectionCode.LotMultiple'
    | 'RejectionCode.FreezeQuantity'
    | 'RejectionCode.TickMultiple'
    | 'RejectionCode.PriceBand'
    | 'RejectionCode.TriggerPrice'
    | 'RejectionCode.Margin'
    | 'RejectionCode.CancelRefused';
  readonly reason: string;
}

/** What the prices of an order are checked against. */
export interface PriceCheck {
  readonly contract: Contract;
  readonly side: Side;
  /** Null when the contract has not traded: bands and triggers cannot be checked then. */
  readonly lastPaise: number | null;
  readonly rules: ExchangeRules;
}

/** Refuses a quantity that is no multiple of the lot or beyond the freeze quantity. */
export function checkQuantity(contract: Contract, quantityUnits: number): Refusal | null {
  const { lotSizeUnits, freezeUnits } = contract;
  if (quantityUnits < lotSizeUnits || quantityUnits % lotSizeUnits !== 0) {
    return {
      code: 'RejectionCode.LotMultiple',
      reason: `Quantity must be a multiple of the lot size ${String(lotSizeUnits)}, found ${String(quantityUnits)}`,
    };
  }
  if (freezeUnits !== null && quantityUnits > freezeUnits) {
    return {
      code: 'RejectionCode.FreezeQuantity',
      reason: `Quantity must be at most the freeze quantity ${String(freezeUnits)}, found ${String(quantityUnits)}`,
    };
  }
  return null;
}

/** Refuses prices off the tick, outside the band, or a trigger on the wrong side. */
function checkPrices(terms: OrderTerms, check: PriceCheck): Refusal | null {
  const prices = pricesOf(terms);
  return (
    firstRefusal(prices, (paise) => checkTick(paise, check.contract.tickSizePaise)) ??
    firstRefusal(prices, (paise) => checkBand(paise, check)) ??
    checkTrigger(terms, check)
  );
}

function pricesOf(terms: OrderTerms): readonly number[] {
  switch (terms.kind) {
    case 'market':
      return terms.referencePricePaise === 0 ? [] : [terms.referencePricePaise];
    case 'limit':
      return [terms.pricePaise];
    case 'stop':
      return [terms.triggerPricePaise, terms.limitPricePaise];
  }
}

function firstRefusal(
  prices: readonly number[],
  check: (paise: number) => Refusal | null,
): Refusal | null {
  for (const paise of prices) {
    const refusal = check(paise);
    if (refusal !== null) return refusal;
  }
  return null;
}

function checkTick(paise: number, tickPaise: number): Refusal | null {
  if (Number.isInteger(paise) && paise % tickPaise === 0) return null;
  return {
    code: 'RejectionCode.TickMultiple',
    reason: `Price must be a multiple of the tick ${rupees(tickPaise)}, found ${rupees(paise)}`,
  };
}

function checkBand(paise: number, check: PriceCheck): Refusal | null {
  const { contract, lastPaise, rules } = check;
  let lowPaise = contract.tickSizePaise;
  let highPaise = Infinity;
  if (lastPaise !== null && contract.kind === 'option') {
    highPaise = Math.max(
      lastPaise * rules.bandOptionMultiple,
      lastPaise + rules.bandOptionDistancePaise,
    );
  } else if (lastPaise !== null) {
    lowPaise = (lastPaise * (100 - rules.bandOtherPercent)) / 100;
    highPaise = (lastPaise * (100 + rules.bandOtherPercent)) / 100;
  }
  if (paise >= lowPaise && paise <= highPaise) return null;
  return {
    code: 'RejectionCode.PriceBand',
    reason: `Price must be within the band ${rupees(lowPaise)} to ${rupees(highPaise)}, found ${rupees(paise)}`,
  };
}

function checkTrigger(terms: OrderTerms, { side, lastPaise }: PriceCheck): Refusal | null {
  if (terms.kind !== 'stop') return null;
  const { triggerPricePaise, limitPricePaise } = terms;
  const beyond = side === 'buy' ? 'above' : 'below';
  const sign = side === 'buy' ? 1 : -1;
  if (sign * (limitPricePaise - triggerPricePaise) < 0) {
    return {
      code: 'RejectionCode.TriggerPrice',
      reason: `Limit of a ${side} stop must be at or ${beyond} its trigger ${rupees(triggerPricePaise)}, found ${rupees(limitPricePaise)}`,
    };
  }
  if (lastPaise !== null && sign * (triggerPricePaise - lastPaise) <= 0) {
    return {
      code: 'RejectionCode.TriggerPrice',
      reason: `Trigger of a ${side} stop must be ${beyond} the last price ${rupees(lastPaise)}, found ${rupees(triggerPricePaise)}`,
    };
  }
  return null;
}

function rupees(paise: number): string {
  return (paise / 100).toFixed(2);
}
