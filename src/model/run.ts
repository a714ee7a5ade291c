import { type IstDate } from './ist.ts';

/** Whether orders reach the market. Fixed for a run. */
export type Mode = 'paper' | 'live';

/** One strategy on one trading day in one mode. */
export interface RunHeader {
  /** `<strategy>@<date>/<mode>`. */
  readonly runId: string;
  readonly strategy: string;
  readonly date: IstDate;
  readonly mode: Mode;
  /** Name of the account, part of every tag; not a secret. */
  readonly account: string;
  /** Seed of the run's Math.random. */
  readonly seed: string;
}

/** A run's name without its date and mode, `straddle` or `straddle#2`: the same on every day. */
export function runName(runId: string): string {
  return runId.slice(0, runId.lastIndexOf('@'));
}
