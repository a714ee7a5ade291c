import { istTimestamp } from '../model/ist.ts';
import { type BacktestResult } from './backtest-result.ts';
import { type Columns, csvText } from './csv-text.ts';
import { daysRun } from './days-run.ts';
import { rupees } from './rupees.ts';

interface Row {
  readonly date: string;
  readonly atMs: number;
  readonly dayNetPaise: number;
  readonly equityPaise: number;
}

const COLUMNS: Columns<Row> = {
  date: ({ date }) => date,
  at_ist: ({ atMs }) => istTimestamp(atMs),
  day_net_rupees: ({ dayNetPaise }) => rupees(dayNetPaise),
  equity_rupees: ({ equityPaise }) => rupees(equityPaise),
};

/** The net at every moment at which it was reckoned, of its day and summed over days, as CSV. */
export function equityCsv(result: Pick<BacktestResult, 'days'>): string {
  return csvText(COLUMNS, rowsOf(result));
}

function* rowsOf(result: Pick<BacktestResult, 'days'>): Iterable<Row> {
  let beforePaise = 0;
  for (const { date, equity, netPaise } of daysRun(result)) {
    for (const { atMs, netPaise: dayNetPaise } of equity) {
      yield { date, atMs, dayNetPaise, equityPaise: beforePaise + dayNetPaise };
    }
    beforePaise += netPaise;
  }
}
