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

/** How long a span lasts, milliseconds; 0 without one. */
export function lengthMs(span: ExposureSpan | null): number {
  return span === null ? 0 : span.untilMs - span.fromMs;
}

/** The longer of two spans; the first where they are equal. */
export function longer<Span extends ExposureSpan>(
  one: Span | null,
  other: Span | null,
): Span | null {
  return lengthMs(other) > lengthMs(one) ? other : one;
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
    const key = `${runId}\n${leg}`;
    if (hedges.length === 0) this.#shorts.delete(key);
    else this.#shorts.set(key, { runId, leg, hedges, nakedSinceMs: null });
  }

  takeClose(runId: string, isMeant: (leg: string) => boolean): void {
    for (const [key, short] of this.#shorts) {
      if (short.runId === runId && short.hedges.some(isMeant)) this.#shorts.delete(key);
    }
  }

  takeFill({ runId, leg, signedUnits, atMs }: TrueFill): void {
    this.#held.set(`${runId}\n${leg}`, this.#heldUnits(runId, leg) + signedUnits);
    for (const short of this.#shorts.values()) if (short.runId === runId) this.#look(short, atMs);
  }

  longest(nowMs: number): ExposureSpan | null {
    for (const short of this.#shorts.values()) this.#end(short, nowMs);
    return this.#longest;
  }

  #heldUnits(runId: string, leg: string): number {
    return this.#held.get(`${runId}\n${leg}`) ?? 0;
  }

  #look(short: HedgedShort, atMs: number): void {
    const { runId, leg, hedges } = short;
    const longUnits = hedges.reduce((sum, hedge) => {
      return sum + Math.max(0, this.#heldUnits(runId, hedge));
    }, 0);
    if (-this.#heldUnits(runId, leg) > longUnits) short.nakedSinceMs ??= atMs;
    else this.#end(short, atMs);
  }

  #end(short: HedgedShort, untilMs: number): void {
    const { runId, leg, nakedSinceMs: fromMs } = short;
    short.nakedSinceMs = null;
    if (fromMs !== null) this.#longest = longer(this.#longest, { runId, leg, fromMs, untilMs });
  }
}
