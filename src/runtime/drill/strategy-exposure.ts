import { type TrueFill } from './truth.ts';

/** What a day under faults showed of the strategies themselves. */
export interface StrategyExposure {
  /** Longest time for which a run with hedges held more short units than long ones, milliseconds. */
  readonly nakedMsMax: number;
  /** The run that was; null when none was. */
  readonly nakedRunId: string | null;
  /** Longest time for which a leg was held without the stop that its strategy asks for, milliseconds. */
  readonly unstoppedMsMax: number;
  /** The run that it was of; null when none was. */
  readonly unstoppedRunId: string | null;
  /** Legs that were not flat when the day was over. */
  readonly positionsLeft: number;
  /** The run of the first of them. */
  readonly leftRunId: string | null;
  /** Legs that their run's square-off did not close within a minute. */
  readonly missedExits: number;
}

interface RunExposure {
  longUnits: number;
  shortUnits: number;
  hasHedges: boolean;
  nakedSinceMs: number | null;
}

interface Longest {
  readonly ms: number;
  readonly runId: string | null;
}

/** Clocks how long runs that buy protection are short without it. */
export class NakedClock {
  readonly #runs = new Map<string, RunExposure>();
  #longest: Longest = { ms: 0, runId: null };

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
    else this.#end(runId, atMs);
  }

  /** Longest time so far, of those that are over and those that are not. */
  longest(nowMs: number): Longest {
    for (const runId of this.#runs.keys()) this.#end(runId, nowMs);
    return this.#longest;
  }

  #end(runId: string, atMs: number): void {
    const run = this.#runs.get(runId);
    if (run === undefined || run.nakedSinceMs === null) return;
    const ms = atMs - run.nakedSinceMs;
    if (run.hasHedges && ms > this.#longest.ms) this.#longest = { ms, runId };
    run.nakedSinceMs = null;
  }
}
