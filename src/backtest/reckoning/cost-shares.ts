import { invariant } from '../../base/invariant.ts';
import { costedTrade, type LedgerTerms } from '../../day/day-ledger.ts';
import { type CostTable } from '../../model/market/market-tables.ts';
import { type CostedTrade, tradeCosts } from '../../model/money/costs.ts';
import { type BacktestFill } from '../../results/backtest-result.ts';
import { type DayFill } from './day-fill.ts';

/** What trades are charged by. */
export interface CostTerms extends Pick<LedgerTerms, 'date' | 'rules'> {
  readonly table: CostTable;
}

/** One costed trade for each order that filled, in the order of first fills. `priceOf` says at which price each fill counts. */
export function costedOrders(
  fills: readonly DayFill[],
  terms: CostTerms,
  priceOf: (fill: BacktestFill) => number = ({ pricePaise }) => pricePaise,
): readonly CostedTrade[] {
  const orders = new Map<string, CostedTrade>();
  for (const { shown, orderId, contract } of fills) {
    const before = orders.get(orderId)?.turnoverPaise ?? 0;
    const turnoverPaise = before + shown.units * priceOf(shown);
    orders.set(orderId, costedTrade(contract, { side: shown.side, turnoverPaise }, terms));
  }
  return [...orders.values()];
}

/**
 * What each fill bears of a day's costs: by what its order would cost alone, and within an order by value. The parts
 * add up to the total, though a contract note rounds only once.
 */
export function costShares(
  totalPaise: number,
  fills: readonly DayFill[],
  terms: CostTerms,
): readonly number[] {
  const places = new Map<string, number[]>();
  fills.forEach(({ orderId }, place) => {
    const known = places.get(orderId);
    if (known === undefined) places.set(orderId, [place]);
    else known.push(place);
  });
  const alone = costedOrders(fills, terms).map((one) => tradeCosts(terms.table, one).totalPaise);
  const ofOrders = apportion(totalPaise, alone);
  const shares = fills.map(() => 0);
  for (const [number, ofOrder] of [...places.values()].entries()) {
    const values = ofOrder.map((place) => valuePaise(fills[place]));
    const parts = apportion(ofOrders[number] ?? 0, values);
    ofOrder.forEach((place, part) => (shares[place] = parts[part] ?? 0));
  }
  return shares;
}

function valuePaise(fill: DayFill | undefined): number {
  return fill === undefined ? 0 : fill.shown.units * fill.shown.pricePaise;
}

/**
 * Divides a whole amount by weights into whole parts that add up to it: each rounded down, and what is left goes one by
 * one to the largest remainders, the first of equals. Without any weight all goes to the first.
 */
export function apportion(amount: number, weights: readonly number[]): readonly number[] {
  invariant(Number.isSafeInteger(amount) && amount >= 0, 'Only whole amounts are divided');
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map((_, place) => (place === 0 ? amount : 0));
  const shares = weights.map((weight) => {
    // Exact, as turnovers of a day times its costs go beyond what a number holds.
    const product = BigInt(amount) * BigInt(weight);
    return { whole: Number(product / BigInt(sum)), rest: Number(product % BigInt(sum)) };
  });
  const parts = shares.map(({ whole }) => whole);
  const left = amount - parts.reduce((total, part) => total + part, 0);
  const byRest = shares.map((_, place) => place).sort((a, b) => restOf(b) - restOf(a) || a - b);
  for (const place of byRest.slice(0, left)) parts[place] = (parts[place] ?? 0) + 1;
  return parts;

  function restOf(place: number): number {
    return shares[place]?.rest ?? 0;
  }
}
