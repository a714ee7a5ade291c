import { type BacktestOptions } from '../backtest/backtest.ts';

/** What all variants of a sweep share. Plain data: it goes to other threads, and into the key of what is kept. */
export interface SweepSetup {
  /** Absolute. */
  readonly strategyPath: string;
  readonly backtest: SweptBacktest;
}

/** A backtest without what differs from variant to variant, and without what is no plain data. */
export type SweptBacktest = Omit<
  BacktestOptions,
  'strategies' | 'signal' | 'onProgress' | 'logPath'
>;
