import { type BacktestOptions } from '../backtest/backtest.ts';

/** A backtest without what differs from variant to variant, and without what is no plain data. */
export type SweptBacktest = Omit<
  BacktestOptions,
  'strategies' | 'reads' | 'signal' | 'onProgress' | 'logPath' | 'onLogTrouble'
>;
