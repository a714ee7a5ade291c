import { istTimestamp } from '../model/ist.ts';
import { type BacktestResult, type Trade } from './backtest-result.ts';
import { type Columns, csvText } from './csv-text.ts';
import { rupees } from './rupees.ts';

const COLUMNS: Columns<Trade> = {
  strategy: ({ strategy }) => strategy,
  run: ({ runId }) => runId,
  leg: ({ leg }) => leg,
  symbol: ({ symbol }) => symbol,
  underlying: ({ underlying }) => underlying,
  expiry: ({ expiry }) => expiry,
  option_type: ({ optionType }) => optionType,
  product: ({ product }) => product,
  side: ({ side }) => side,
  units: ({ units }) => units,
  opened_at_ist: ({ openedAtMs }) => istTimestamp(openedAtMs),
  closed_at_ist: ({ closedAtMs }) => (closedAtMs === null ? null : istTimestamp(closedAtMs)),
  entry_rupees: ({ entryPaise }) => rupees(entryPaise),
  exit_rupees: ({ exitPaise }) => rupees(exitPaise),
  closed_by: ({ closedBy }) => closedBy,
  days_to_expiry: ({ daysToExpiry }) => daysToExpiry,
  gross_rupees: ({ grossPaise }) => rupees(grossPaise),
  costs_rupees: ({ costsPaise }) => rupees(costsPaise),
  net_rupees: ({ netPaise }) => rupees(netPaise),
  mae_rupees: ({ mae }) => (mae === undefined ? null : rupees(mae.grossPaise)),
  mfe_rupees: ({ mfe }) => (mfe === undefined ? null : rupees(mfe.grossPaise)),
  mae_points: ({ mae }) => (mae === undefined ? null : rupees(mae.perUnitPaise)),
  mfe_points: ({ mfe }) => (mfe === undefined ? null : rupees(mfe.perUnitPaise)),
};

/** Trades as CSV, in the order of the result. Columns: `docs/results.md`. */
export function tradesCsv({ trades }: Pick<BacktestResult, 'trades'>): string {
  return csvText(COLUMNS, trades);
}
