import { type EngineRecord } from '../../engine/engine-record.ts';
import { tradeDay, type TradeDayOptions } from '../backtest/trade-day.ts';

/** A command, by whom and when it was decided. */
export type Decision = Extract<EngineRecord, { kind: 'command' }>;

/** Runs a day and gives what was decided on it, in order. */
export function decisionsOfDay(options: Omit<TradeDayOptions, 'file'>): readonly Decision[] {
  const decisions: Decision[] = [];
  const write = (line: string): void => {
    decisions.push(JSON.parse(line) as Decision);
  };
  tradeDay({ ...options, file: { write } });
  return decisions;
}
