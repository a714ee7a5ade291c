import { formatPaise } from '../model/money/money.ts';
import { type LegOrder } from '../model/orders/command.ts';
import { type OrderTerms } from '../model/orders/order.ts';
import { atMost } from './check-account.ts';
import { refusalBy, type Refusal } from './refusal.ts';
import { type RiskLimits } from './risk-limits.ts';

/** Ticks beyond the last price that are allowed whatever the percentage: one tick is much of a cheap option. */
const TICKS_ALWAYS = 20;

type Priced = Pick<LegOrder, 'side' | 'contract'>;

/** Refuses an entry that is larger than any single order should be. */
export function checkSize(
  { contract, quantityUnits }: Pick<LegOrder, 'contract' | 'quantityUnits'>,
  pricePaise: number | null,
  limits: RiskLimits,
): Refusal | null {
  const { orderLotsMax, orderValuePaiseMax } = limits;
  const lots = quantityUnits / contract.lotSizeUnits;
  const tooMany = atMost(
    'order-lots',
    [`Lots of one order of ${contract.symbol}`, lots, orderLotsMax],
    'risk.lotsPerOrder',
  );
  if (tooMany !== null || orderValuePaiseMax === null || pricePaise === null) return tooMany;
  const valuePaise = quantityUnits * pricePaise;
  if (valuePaise <= orderValuePaiseMax) return null;
  const what = `Value of one order of ${contract.symbol}`;
  const allowed = formatPaise(orderValuePaiseMax);
  return refusalBy('order-value', what, formatPaise(valuePaise), allowed, 'risk.valuePerOrder');
}

/** Refuses an entry that would pay far more, or take far less, than the last price. Never asked for exits. */
export function checkDistance(
  { side, contract }: Priced,
  terms: OrderTerms,
  about: { readonly lastPaise: number | null; readonly limits: RiskLimits },
): Refusal | null {
  const percent = about.limits.priceDistancePercentMax;
  const limitPaise = limitOf(terms);
  if (percent === null || limitPaise === null) return null;
  // A stop rests away from the market; what counts is how far past its trigger it may go.
  const fromPaise = terms.kind === 'stop' ? terms.triggerPricePaise : about.lastPaise;
  if (fromPaise === null || !(fromPaise > 0)) {
    const what = `No price to hold the order of ${contract.symbol} against`;
    return refusalBy('no-quote', what, String(fromPaise), 'a last price');
  }
  const roomPaise = Math.max((fromPaise * percent) / 100, TICKS_ALWAYS * contract.tickSizePaise);
  const beyondPaise = side === 'buy' ? limitPaise - fromPaise : fromPaise - limitPaise;
  if (beyondPaise <= roomPaise) return null;
  const edge = fromPaise + (side === 'buy' ? roomPaise : -roomPaise);
  const what = `Price of ${contract.symbol} to ${side}`;
  const allowed = `${side === 'buy' ? 'at most' : 'at least'} ${formatPaise(Math.round(edge))}, from ${formatPaise(fromPaise)}`;
  return refusalBy('price-distance', what, formatPaise(limitPaise), allowed);
}

/** The limit of an order; null without one. */
export function limitOf(terms: OrderTerms): number | null {
  if (terms.kind === 'limit') return terms.pricePaise;
  return terms.kind === 'stop' ? terms.limitPricePaise : null;
}

/** What the run entered lately, by earlier commands. */
export interface RepetitionFacts {
  /** Entries into the leg within `legEntriesWithinMs`. */
  readonly legEntries: number;
  /** Since an entry in the same contract, side and quantity; null when there was none. */
  readonly sameAgeMs: number | null;
}

/** Refuses what a strategy in a loop does: the same leg over and over, the same order twice. */
export function checkRepetition(
  { leg, side, quantityUnits, contract }: LegOrder,
  { legEntries, sameAgeMs }: RepetitionFacts,
  limits: RiskLimits,
): Refusal | null {
  const { legEntriesMax, legEntriesWithinMs, duplicateWithinMs } = limits;
  if (legEntriesMax !== null && legEntries >= legEntriesMax) {
    const what = `Entries into leg "${leg}" within ${String(legEntriesWithinMs)} ms`;
    const [found, allowed] = [String(legEntries + 1), String(legEntriesMax)];
    return refusalBy('leg-entries', what, found, allowed, 'risk.entriesPerLeg');
  }
  if (sameAgeMs === null || sameAgeMs >= duplicateWithinMs) return null;
  const what = `The same entry again: ${side} ${String(quantityUnits)} of ${contract.symbol}`;
  const allowed = `not within ${String(duplicateWithinMs)} ms`;
  return refusalBy('duplicate', what, `${String(sameAgeMs)} ms after the last`, allowed);
}
