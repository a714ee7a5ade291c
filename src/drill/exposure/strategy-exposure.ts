import { type TrueFill } from '../oracle/truth.ts';

/** A stretch of time for which something stood as it should not. */
export interface ExposureSpan {
  readonly runId: string;
  readonly leg: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What a day under faults showed of the strategies themselves. */
export interface StrategyExposure {
  /** Longest time for which a short stood without the hedges of its own command; null when none did. */
  readonly naked: ExplainedSpan | null;
  /** Longest time for which a leg was held without the stop that its strategy asks for. */
  readonly unstopped: ExplainedSpan | null;
  readonly positionsLeft: number;
  readonly left: ExplainedSpan | null;
  /** Legs that their run's square-off did not close within a minute. */
  readonly missedExits: number;
}

/** A span, and what was there to bring it about. */
export interface ExplainedSpan extends ExposureSpan {
  /** Faults that struck shortly before it or during it, without those that are of the whole day. */
  readonly faults: readonly string[];
  /** What its run leaves to the operator or does by itself, where that is not the default. */
  readonly policies: readonly string[];
}

interface HedgedShort {
  readonly runId: string;
  readonly leg: string;
  readonly hedges: readonly string[];
  nakedSinceMs: number | null;
}

/** Clocks how long shorts stand without the hedges that the same command bought for them. */
export class NakedClock {
  readonly #held = new Map<string, number>();
  readonly #shorts = new Map<string, HedgedShort>();
  #longest: ExposureSpan | null = null;

  takeHedges(runId: string, leg: string, hedges: readonly string[]): void {
    const key = keyOf(runId, leg);
    if (hedges.length === 0) this.#shorts.delete(key);
    else this.#shorts.set(key, { runId, leg, hedges, nakedSinceMs: null });
  }

  takeClose(runId: string, isMeant: (leg: string) => boolean): void {
    for (const [key, short] of this.#shorts) {
      if (short.runId === runId && short.hedges.some(isMeant)) this.#shorts.delete(key);
    }
  }

  take({
    runId,
    leg,
    signedUnits,
    atMs,
  }: Pick<TrueFill, 'runId' | 'leg' | 'signedUnits' | 'atMs'>): void {
    const key = keyOf(runId, leg);
    this.#held.set(key, (this.#held.get(key) ?? 0) + signedUnits);
    for (const short of this.#shorts.values()) if (short.runId === runId) this.#look(short, atMs);
  }

  longest(nowMs: number): ExposureSpan | null {
    for (const short of this.#shorts.values()) this.#end(short, nowMs);
    return this.#longest;
  }

  #look(short: HedgedShort, atMs: number): void {
    const { runId, leg, hedges } = short;
    const longUnits = hedges.reduce((sum, hedge) => {
      return sum + Math.max(0, this.#held.get(keyOf(runId, hedge)) ?? 0);
    }, 0);
    const shortUnits = Math.max(0, -(this.#held.get(keyOf(runId, leg)) ?? 0));
    if (shortUnits > longUnits) short.nakedSinceMs ??= atMs;
    else this.#end(short, atMs);
  }

  #end(short: HedgedShort, atMs: number): void {
    const { runId, leg, nakedSinceMs } = short;
    short.nakedSinceMs = null;
    if (nakedSinceMs === null) return;
    const longest = this.#longest === null ? 0 : this.#longest.untilMs - this.#longest.fromMs;
    if (atMs - nakedSinceMs <= longest) return;
    this.#longest = { runId, leg, fromMs: nakedSinceMs, untilMs: atMs };
  }
}

function keyOf(runId: string, leg: string): string {
  return `${runId}\n${leg}`;
}
