import { type IstDate } from '../../model/ist.ts';

/** What a backtest found. Printed as it is by `--json`. */
export interface BacktestResult {
  readonly schemaVersion: 1;
  readonly strategies: readonly string[];
  readonly days: readonly BacktestDay[];
  readonly totals: {
    readonly days: number;
    readonly daysRun: number;
    readonly daysSkipped: number;
    readonly daysWithProblems: number;
    readonly trades: number;
    readonly grossPaise: number;
    readonly costsPaise: number;
    readonly netPaise: number;
    readonly winningDays: number;
    readonly losingDays: number;
    readonly worstDay: { readonly date: IstDate; readonly netPaise: number } | null;
    readonly bestDay: { readonly date: IstDate; readonly netPaise: number } | null;
  };
  /** Every assumption that shaped the numbers, one sentence each. */
  readonly assumptions: readonly string[];
  /** What is wrong with the price file, by line: the first 1,000. */
  readonly problems: readonly {
    readonly line: number;
    readonly date: IstDate | null;
    readonly kind: string;
    readonly detail: string;
  }[];
  /** Problems of the file that `problems` does not list. */
  readonly problemsUnlisted: number;
}

/** One date of the data or of the calendar. */
export interface BacktestDay {
  readonly date: IstDate;
  /**
   * `ok` ran clean; `ran-with-problems` ran, with what `reason` says; `missing` is a trading day without data;
   * `skipped` was not run, for `reason`.
   */
  readonly status: 'ok' | 'ran-with-problems' | 'missing' | 'skipped';
  readonly reason?: string;
  readonly bars: number;
  readonly orders: number;
  readonly trades: number;
  readonly grossPaise: number;
  readonly costsPaise: number;
  readonly netPaise: number;
  readonly commandLogSha256: string;
}
