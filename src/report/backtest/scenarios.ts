import { type BacktestResult, type Money } from '../../results/backtest-result.ts';
import { type ScenariosThatRan } from '../../results/backtest-totals.ts';
import { signedRupees } from '../amounts.ts';
import { barTable } from '../chart/bar-table.ts';
import { type Markup, markup, type Part } from '../markup.ts';
import { type TableColumn, moneyColumns } from '../tables.ts';

interface Scenario extends Money {
  readonly name: string;
}

/** What the result would be under other assumptions. */
export function scenarios(
  { sensitivity }: Pick<BacktestResult, 'sensitivity'>,
  by: ScenariosThatRan,
): Markup {
  const ranges: readonly Scenario[] = [
    { name: 'Each at its best', ...by.optimistic },
    { name: 'As filled', ...by.default },
    { name: 'Each at its worst', ...by.pessimistic },
  ];
  return markup`${table('The same fills at the best, the assumed and the worst price at which each could have happened', ranges, by.default)}${rerun(
    sensitivity,
    by.default,
  )}`;
}

const NAMES = {
  'one-minute-later': 'Decisions one minute later',
  'one-tick-worse': 'One tick more slippage',
};

function rerun(runs: BacktestResult['sensitivity'], base: Money): Part {
  if (runs === null) {
    return markup`<p class="note">The days were not run again under one more minute of latency or one more tick of slippage: sensitivity was not asked for.</p>`;
  }
  const rows = runs.map(({ name, ...money }) => ({ ...money, name: NAMES[name] }));
  return table(
    'The days run again with one assumption changed',
    [{ ...base, name: 'As assumed' }, ...rows],
    base,
  );
}

function table(caption: string, rows: readonly Scenario[], base: Money): Markup {
  const difference: TableColumn<Scenario> = {
    head: 'Difference',
    cell: ({ netPaise }) => signedRupees(netPaise - base.netPaise),
    isNumber: true,
  };
  return barTable<Scenario>({
    caption,
    rows,
    name: { head: 'Assumption', cell: ({ name }) => name },
    bar: ({ netPaise }) => netPaise,
    columns: [...moneyColumns<Scenario>(), difference],
  });
}
