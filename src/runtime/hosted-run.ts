import { type Turn } from '../host/turn.ts';
import { type Input } from '../model/input.ts';
import { type RunHeader } from '../model/run.ts';

/** A strategy's run as the kernel drives it: synchronous, each call one turn. */
export interface HostedRun {
  readonly header: RunHeader;
  readonly start: (atMs: number) => Turn;
  readonly deliver: (input: Input) => Turn;
  readonly advanceTo: (atMs: number) => Turn;
  /** As `advanceTo`, after a time in which nobody looked: what was due meanwhile is late by then. */
  readonly passGap: (atMs: number) => Turn;
  readonly nextTimerMs: () => number | null;
  /** When it wants to be shown the next of the prices that it was told beforehand; null when it can wait for them. */
  readonly nextPriceMs: () => number | null;
  /** Fails it for what its code did outside of its turns. An empty turn when it is over. */
  readonly fail: (reason: string) => Turn;
  /** Calls back when its code did outside of its turns what it has to fail for. */
  readonly whenOutside: (listener: (reason: string) => void) => void;
  readonly stop: () => void;
}

/** When the first of some runs wants to be shown a price; Infinity when none does. */
export function nextPriceMs(runs: Iterable<HostedRun>): number {
  let next = Infinity;
  for (const run of runs) next = Math.min(next, run.nextPriceMs() ?? Infinity);
  return next;
}
