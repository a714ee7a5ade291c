import { istTimestamp } from '../model/ist.ts';
import { type BacktestFill, type BacktestResult } from './backtest-result.ts';
import { type Columns, csvText } from './csv-text.ts';
import { rupees } from './rupees.ts';

const COLUMNS: Columns<BacktestFill> = {
  at_ist: ({ atMs }) => istTimestamp(atMs),
  strategy: ({ strategy }) => strategy,
  run: ({ runId }) => runId,
  leg: ({ leg }) => leg,
  role: ({ role }) => role,
  symbol: ({ symbol }) => symbol,
  side: ({ side }) => side,
  units: ({ units }) => units,
  price_rupees: ({ pricePaise }) => rupees(pricePaise),
  best_rupees: ({ bestPaise }) => rupees(bestPaise),
  worst_rupees: ({ worstPaise }) => rupees(worstPaise),
  assumption: ({ assumption }) => assumption,
};

/** Fills of all days as CSV, in order of time. Columns: `docs/results.md`. */
export function fillsCsv({ days }: Pick<BacktestResult, 'days'>): string {
  return csvText(
    COLUMNS,
    days.flatMap(({ fills }) => fills),
  );
}
