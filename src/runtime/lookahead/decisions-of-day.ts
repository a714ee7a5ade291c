import { type EngineRecord } from '../../engine/engine-record.ts';
import { type DayNote } from '../../results/backtest-result.ts';
import { type DayFill } from '../backtest/day-fill.ts';
import { tradeDay, type TradeDayOptions } from '../backtest/trade-day.ts';

/** A command, by whom and when it was decided. */
export type Decision = Extract<EngineRecord, { kind: 'command' }>;

/** What a day came to. */
export interface DecidedDay {
  /** In order. */
  readonly decisions: readonly Decision[];
  readonly fills: readonly DayFill[];
  /** Strategies that failed on it. */
  readonly failures: readonly DayNote[];
}

/** Runs a day and gives what was decided and filled on it. */
export function decisionsOfDay(options: Omit<TradeDayOptions, 'file'>): DecidedDay {
  const decisions: Decision[] = [];
  const write = (line: string): void => {
    decisions.push(JSON.parse(line) as Decision);
  };
  const { fills, notes } = tradeDay({ ...options, file: { write } });
  const failures = notes.filter(({ kind }) => kind === 'strategy-failed');
  return { decisions, fills, failures };
}
