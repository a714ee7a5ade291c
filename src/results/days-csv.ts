import { type BacktestDay, type BacktestResult } from './backtest-result.ts';
import { type Columns, csvText } from './csv-text.ts';
import { rupees } from './rupees.ts';

const COLUMNS: Columns<BacktestDay> = {
  date: ({ date }) => date,
  status: ({ status }) => status,
  bars: ({ bars }) => bars,
  orders: ({ orders }) => orders,
  trades: ({ trades }) => trades,
  gross_rupees: ({ grossPaise }) => rupees(grossPaise),
  brokerage_rupees: ({ costs }) => rupees(costs.brokeragePaise),
  stt_rupees: ({ costs }) => rupees(costs.sttPaise),
  exchange_rupees: ({ costs }) => rupees(costs.exchangePaise),
  sebi_rupees: ({ costs }) => rupees(costs.sebiPaise),
  gst_rupees: ({ costs }) => rupees(costs.gstPaise),
  stamp_rupees: ({ costs }) => rupees(costs.stampPaise),
  costs_rupees: ({ costsPaise }) => rupees(costsPaise),
  net_rupees: ({ netPaise }) => rupees(netPaise),
  margin_max_rupees: ({ marginPaiseMax }) => rupees(marginPaiseMax),
  command_log_sha256: ({ commandLogSha256 }) => commandLogSha256,
  reason: ({ reason }) => reason ?? null,
};

/** Every date as CSV, those that did not run too. Columns: `docs/results.md`. */
export function daysCsv({ days }: Pick<BacktestResult, 'days'>): string {
  return csvText(COLUMNS, days);
}
