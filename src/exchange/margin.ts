import { type Market } from '../market/market.ts';
import { type Contract } from '../model/market/contract.ts';
import { isTerminal } from '../model/orders/order-machine.ts';
import { type BookEntry, remainingUnits } from './book-entry.ts';
import { type ExchangeRules } from './exchange-rules.ts';

/** What the margin is computed with. */
export interface MarginBasis {
  readonly rules: ExchangeRules;
  readonly market: Market;
  readonly atMs: number;
}

interface Exposure {
  readonly contract: Contract;
  netUnits: number;
  buyingUnits: number;
  sellingUnits: number;
}

/**
 * How much margin is missing for one more order, paise; 0 when it fits or only reduces the position at its broker: each
 * broker has the margin that the rules say, and knows nothing of the others. Deliberately coarse: premium for long options, a share of the index value for short options and futures, no offsets.
 */
export function marginShortfallPaise(
  entries: Iterable<BookEntry>,
  candidate: BookEntry,
  basis: MarginBasis,
): number {
  const availablePaise = basis.rules.availableMarginPaise;
  if (availablePaise === null) return 0;
  const exposures = new Map<string, Exposure>();
  for (const entry of entries) {
    if (entry.order.brokerId !== candidate.order.brokerId) continue;
    if (entry !== candidate && entry.order.status !== 'place-pending') include(exposures, entry);
  }
  const beforePaise = requiredPaise(exposures.values(), basis);
  include(exposures, candidate);
  const afterPaise = requiredPaise(exposures.values(), basis);
  return afterPaise > beforePaise ? Math.max(0, afterPaise - availablePaise) : 0;
}

function include(exposures: Map<string, Exposure>, entry: BookEntry): void {
  const { order, contract } = entry;
  const exposure = exposures.get(contract.symbol) ?? {
    contract,
    netUnits: 0,
    buyingUnits: 0,
    sellingUnits: 0,
  };
  exposures.set(contract.symbol, exposure);
  exposure.netUnits += order.side === 'buy' ? order.filledUnits : -order.filledUnits;
  if (isTerminal(order.status)) return;
  if (order.side === 'buy') exposure.buyingUnits += remainingUnits(entry);
  else exposure.sellingUnits += remainingUnits(entry);
}

function requiredPaise(exposures: Iterable<Exposure>, basis: MarginBasis): number {
  const { rules, market, atMs } = basis;
  let totalPaise = 0;
  for (const { contract, netUnits, buyingUnits, sellingUnits } of exposures) {
    const longUnits = Math.max(0, netUnits + buyingUnits);
    const shortUnits = Math.max(0, sellingUnits - netUnits);
    const indexPaise = market.index(contract.underlying, atMs)?.lastPaise ?? 0;
    const sharePaise = Math.round((indexPaise * rules.shortMarginPercent) / 100);
    const longPaise =
      contract.kind === 'option' ? (market.quote(contract, atMs)?.lastPaise ?? 0) : sharePaise;
    totalPaise += longUnits * longPaise + shortUnits * sharePaise;
  }
  return totalPaise;
}
