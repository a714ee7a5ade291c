import { type BacktestResult } from './backtest-result.ts';
import { daysCsv } from './days-csv.ts';
import { equityCsv } from './equity-csv.ts';
import { fillsCsv } from './fills-csv.ts';
import { tradesCsv } from './trades-csv.ts';

/** The tables of a result by the names of the files that they go to. */
export function csvFiles(result: BacktestResult): Readonly<Record<string, string>> {
  return {
    'trades.csv': tradesCsv(result),
    'days.csv': daysCsv(result),
    'fills.csv': fillsCsv(result),
    'equity.csv': equityCsv(result),
  };
}
