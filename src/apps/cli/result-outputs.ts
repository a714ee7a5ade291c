import { type Output } from './refuse-overwriting.ts';

/** Files that `--csv` writes into its folder. */
export const TABLE_NAMES: readonly string[] = ['trades.csv', 'days.csv', 'fills.csv', 'equity.csv'];

/** Where a backtest writes. */
export function resultOutputs({
  out,
  report,
  log,
  csv,
}: {
  readonly out?: string;
  readonly report?: string;
  readonly log?: string;
  readonly csv?: string;
}): readonly Output[] {
  return [
    { option: '--out', path: out },
    { option: '--report', path: report },
    { option: '--log', path: log },
    { option: '--csv', path: csv, holds: TABLE_NAMES },
  ];
}
