import { istTimestamp } from '../../model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestFill,
  type BacktestResult,
  type Trade,
} from '../backtest-result.ts';
import { daysRun } from '../backtest-totals.ts';
import { type Columns, csvText, csvRupees } from './csv-text.ts';

/** The tables of a result by the names of the files that they go to. Columns: `docs/results.md`. */
export function csvFiles(result: BacktestResult): Readonly<Record<string, string>> {
  const { trades, days } = result;
  const fills = days.flatMap((day) => day.fills);
  return {
    'trades.csv': csvText(TRADE_COLUMNS, trades),
    'days.csv': csvText(DAY_COLUMNS, days),
    'fills.csv': csvText(FILL_COLUMNS, fills),
    'equity.csv': csvText(EQUITY_COLUMNS, equityRows(days)),
  };
}

/** In the order of the result. */
const TRADE_COLUMNS: Columns<Trade> = {
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
  entry_rupees: ({ entryPaise }) => csvRupees(entryPaise),
  exit_rupees: ({ exitPaise }) => csvRupees(exitPaise),
  closed_by: ({ closedBy }) => closedBy,
  days_to_expiry: ({ daysToExpiry }) => daysToExpiry,
  gross_rupees: ({ grossPaise }) => csvRupees(grossPaise),
  costs_rupees: ({ costsPaise }) => csvRupees(costsPaise),
  net_rupees: ({ netPaise }) => csvRupees(netPaise),
  mae_rupees: ({ mae }) => (mae === undefined ? null : csvRupees(mae.grossPaise)),
  mfe_rupees: ({ mfe }) => (mfe === undefined ? null : csvRupees(mfe.grossPaise)),
  mae_points: ({ mae }) => (mae === undefined ? null : csvRupees(mae.perUnitPaise)),
  mfe_points: ({ mfe }) => (mfe === undefined ? null : csvRupees(mfe.perUnitPaise)),
};

/** Of all days, in order of time. */
const FILL_COLUMNS: Columns<BacktestFill> = {
  at_ist: ({ atMs }) => istTimestamp(atMs),
  strategy: ({ strategy }) => strategy,
  run: ({ runId }) => runId,
  leg: ({ leg }) => leg,
  role: ({ role }) => role,
  symbol: ({ symbol }) => symbol,
  side: ({ side }) => side,
  units: ({ units }) => units,
  price_rupees: ({ pricePaise }) => csvRupees(pricePaise),
  best_rupees: ({ bestPaise }) => csvRupees(bestPaise),
  worst_rupees: ({ worstPaise }) => csvRupees(worstPaise),
  assumption: ({ assumption }) => assumption,
};

/** The net at every computed point, of its day and summed over days. */
interface Row {
  readonly date: string;
  readonly atMs: number;
  readonly dayNetPaise: number;
  readonly equityPaise: number;
}

const EQUITY_COLUMNS: Columns<Row> = {
  date: ({ date }) => date,
  at_ist: ({ atMs }) => istTimestamp(atMs),
  day_net_rupees: ({ dayNetPaise }) => csvRupees(dayNetPaise),
  equity_rupees: ({ equityPaise }) => csvRupees(equityPaise),
};

function* equityRows(days: readonly BacktestDay[]): Iterable<Row> {
  let beforePaise = 0;
  for (const { date, equity, netPaise } of daysRun({ days })) {
    for (const { atMs, netPaise: dayNetPaise } of equity) {
      yield { date, atMs, dayNetPaise, equityPaise: beforePaise + dayNetPaise };
    }
    beforePaise += netPaise;
  }
}

/** Every date, those that did not run too. */
const DAY_COLUMNS: Columns<BacktestDay> = {
  date: ({ date }) => date,
  status: ({ status }) => status,
  bars: ({ bars }) => bars,
  orders: ({ orders }) => orders,
  trades: ({ trades }) => trades,
  gross_rupees: ({ grossPaise }) => csvRupees(grossPaise),
  brokerage_rupees: ({ costs }) => csvRupees(costs.brokeragePaise),
  stt_rupees: ({ costs }) => csvRupees(costs.sttPaise),
  exchange_rupees: ({ costs }) => csvRupees(costs.exchangePaise),
  sebi_rupees: ({ costs }) => csvRupees(costs.sebiPaise),
  gst_rupees: ({ costs }) => csvRupees(costs.gstPaise),
  stamp_rupees: ({ costs }) => csvRupees(costs.stampPaise),
  costs_rupees: ({ costsPaise }) => csvRupees(costsPaise),
  net_rupees: ({ netPaise }) => csvRupees(netPaise),
  margin_max_rupees: ({ marginPaiseMax }) => csvRupees(marginPaiseMax),
  command_log_sha256: ({ commandLogSha256 }) => commandLogSha256,
  reason: ({ reason }) => reason ?? null,
};
