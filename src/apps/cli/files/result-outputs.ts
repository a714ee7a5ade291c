import { type Output } from './refuse-overwriting.ts';

/** Files that `--csv` writes into its folder. */
export const TABLE_NAMES: readonly string[] = ['trades.csv', 'days.csv', 'fills.csv', 'equity.csv'];

/** Where a backtest writes. */
export function resultOutputs(options: {
  readonly out?: string;
  readonly report?: string;
  readonly log?: string;
  readonly csv?: string;
}): readonly Output[] {
  const files = (['out', 'report', 'log'] as const).map((name) => ({
    option: `--${name}`,
    path: options[name],
  }));
  return [...files, { option: '--csv', path: options.csv, holds: TABLE_NAMES }];
}
