import { type EngineEvent } from '../../engine/event.ts';

/** A time in which the program decided nothing: it did not run, or stood still, as where the machine slept. */
export interface DayGap {
  readonly why: 'down' | 'stalled';
  /** When it last did anything, and when it was back, epoch milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Looks on while a day is replayed, to tell when the program decided nothing. */
export class DayGaps {
  readonly #gaps: DayGap[] = [];

  /** Of all days, in order. */
  get all(): readonly DayGap[] {
    return this.#gaps;
  }

  /** Takes an event of a day's engine. */
  take(event: EngineEvent): void {
    const untilMs = event.atMs;
    if (event.kind === 'restarted') {
      this.#gaps.push({ why: 'down', fromMs: event.lastAtMs, untilMs });
    } else if (event.kind === 'stalled') {
      this.#gaps.push({ why: 'stalled', fromMs: event.fromMs, untilMs });
    }
  }
}
