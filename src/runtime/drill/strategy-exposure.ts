import { type TrueFill } from './truth.ts';

/** What a day under faults showed of the strategies themselves. */
export interface StrategyExposure {
  /** Longest time for which a run with hedges held more short units than long ones, milliseconds. */
  readonly nakedMsMax: number;
  /** Legs that were not flat when the day was over. */
  readonly positionsLeft: number;
  /** Legs that their run's square-off did not close within a minute. */
  readonly missedExits: number;
}

interface RunExposure {
  longUnits: number;
  shortUnits: number;
  hasHedges: boolean;
  nakedSinceMs: number | null;
}

/** Clocks how long runs that buy protection are short without it. */
export class NakedClock {
  readonly #runs = new Map<string, RunExposure>();
  #longestMs = 0;

  /** Takes a fill at the exchange. */
  take({ runId, role, signedUnits, heldBefore, atMs }: TrueFill): void {
    const run = this.#runs.get(runId) ?? {
      longUnits: 0,
      shortUnits: 0,
      hasHedges: false,
      nakedSinceMs: null,
    };
    this.#runs.set(runId, run);
    if (role === 'entry' && signedUnits > 0) run.hasHedges = true;
    const after = heldBefore + signedUnits;
    run.longUnits += Math.max(0, after) - Math.max(0, heldBefore);
    run.shortUnits += Math.max(0, -after) - Math.max(0, -heldBefore);
    if (run.shortUnits > run.longUnits) run.nakedSinceMs ??= atMs;
    else this.#end(run, atMs);
  }

  /** Longest time so far, of those that are over and those that are not. */
  longestMs(nowMs: number): number {
    for (const run of this.#runs.values()) this.#end(run, nowMs);
    return this.#longestMs;
  }

  #end(run: RunExposure, atMs: number): void {
    if (run.nakedSinceMs === null) return;
    if (run.hasHedges) this.#longestMs = Math.max(this.#longestMs, atMs - run.nakedSinceMs);
    run.nakedSinceMs = null;
  }
}
