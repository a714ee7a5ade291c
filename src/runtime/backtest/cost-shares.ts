import { type ContractRules } from '../../model/calendar.ts';
import { type CostedTrade, tradeCosts } from '../../model/costs.ts';
import { type IstDate } from '../../model/ist.ts';
import { type CostTable } from '../../model/market-tables.ts';
import { type BacktestFill } from '../../results/backtest-result.ts';
import { apportion } from './apportion.ts';
import { type DayFill } from './day-fill.ts';

/** What trades are charged by. */
export interface CostTerms {
  readonly date: IstDate;
  readonly rules: Pick<ContractRules, 'exchange' | 'underlyings'>;
  readonly table: CostTable;
}

/** One costed trade for each order that filled, in the order of first fills. `priceOf` says at which price each fill counts. */
export function costedOrders(
  fills: readonly DayFill[],
  { date, rules }: CostTerms,
  priceOf: (fill: BacktestFill) => number = ({ pricePaise }) => pricePaise,
): readonly CostedTrade[] {
  const orders = new Map<string, CostedTrade>();
  for (const { shown, orderId, contract } of fills) {
    const before = orders.get(orderId)?.turnoverPaise ?? 0;
    orders.set(orderId, {
      // An underlying that the tables do not know is charged as the larger exchange's.
      exchange: rules.underlyings.includes(contract.underlying)
        ? rules.exchange(contract.underlying)
        : 'NSE',
      segment: contract.optionType === null ? 'futures' : 'options',
      side: shown.side,
      turnoverPaise: before + shown.units * priceOf(shown),
      date,
    });
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
