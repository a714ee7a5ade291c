import { EMPTY, filter, Observable, type Subscriber } from 'rxjs';

import { type CalendarDay } from '../../model/time/calendar.ts';
import { nextCronMs, parseCron } from '../../model/time/cron.ts';
import {
  type ClockTime,
  DAY_MS,
  instantAt,
  isClockTime,
  startOfIstDay,
} from '../../model/time/ist.ts';
import { type LatePolicy, type Moment } from '../../strategy/context.ts';
import { type Stretch } from '../../streams/bars.ts';
import { type Scope } from '../scope.ts';

const NO_STRETCH: Stretch = { startMs: 0, endMs: 0, isWhole: false };
const LATE_DEFAULT: LatePolicy = { runWithinMs: 120_000 };

/** The strategy gave an invalid time. The run fails and says why. */
export class InvalidTime extends Error {
  override readonly name = 'InvalidTime';
}

/** The streams of a run that its clock alone drives. */
export class TimeStreams {
  readonly #scope: Scope;
  readonly #day: CalendarDay;

  constructor(scope: Scope, day: CalendarDay) {
    this.#scope = scope;
    this.#day = day;
  }

  /**
   * Once, at a time of the run's day.
   *
   * @throws {InvalidTime} when it is no time of day
   */
  at(time: ClockTime, late: LatePolicy = LATE_DEFAULT): Observable<Moment> {
    const dueAtMs = this.#instant(time);
    return this.#scope.stream(`at('${time}')`, {
      open: () => {
        const lateMs = this.#scope.world.nowMs - dueAtMs;
        if (!isInTime(late, lateMs)) return EMPTY;
        return this.#moments((afterMs) => (afterMs === null ? dueAtMs : null)).pipe(
          // It is also late when its time passed in a gap: the process was down, or stalled.
          filter(() => isInTime(late, this.#scope.world.carriedOutAtMs - dueAtMs)),
        );
      },
    });
  }

  /**
   * At multiples of a span of time.
   *
   * @throws {InvalidTime} when the span is no whole number of at least 1, or a limit is no time of day
   */
  every(
    everyMs: number,
    limits: { readonly from?: ClockTime; readonly to?: ClockTime } = {},
  ): Observable<Moment> {
    if (!Number.isSafeInteger(everyMs) || everyMs < 1) {
      throw new InvalidTime(
        `Cannot repeat every ${String(everyMs)} ms: wanted a whole number >= 1`,
      );
    }
    const { sessions } = this.#day;
    const startMs = limits.from === undefined ? sessions[0]?.startMs : this.#instant(limits.from);
    const endMs = limits.to === undefined ? sessions.at(-1)?.endMs : this.#instant(limits.to);
    if (startMs === undefined || endMs === undefined) return EMPTY;
    return this.#scope.stream('every()', {
      open: () =>
        this.#moments((afterMs) => {
          const fromMs = afterMs === null ? this.#scope.world.nowMs : afterMs + 1;
          const steps = Math.max(0, Math.ceil((fromMs - startMs) / everyMs));
          const dueMs = startMs + steps * everyMs;
          return dueMs < endMs ? dueMs : null;
        }),
    });
  }

  /**
   * At the times of a cron expression.
   *
   * @throws {InvalidTime} when it is no cron expression
   */
  cron(expression: string): Observable<Moment> {
    const schedule = parseCron(expression);
    if (!schedule.ok) {
      const { field, found, allowed } = schedule.error;
      throw new InvalidTime(
        `Cannot read cron("${expression}"): ${field} is "${found}", allowed ${allowed}`,
      );
    }
    const dayEndMs = startOfIstDay(this.#day.date) + DAY_MS;
    return this.#scope.stream(`cron('${expression}')`, {
      open: () =>
        this.#moments((afterMs) => {
          const dueMs = nextCronMs(schedule.value, afterMs ?? this.#scope.world.nowMs - 1);
          return dueMs !== null && dueMs < dayEndMs ? dueMs : null;
        }),
    });
  }

  /**
   * Ends of stretches of whole minutes, aligned to the start of each session; the last of a session may be shorter.
   *
   * @throws {InvalidTime} when `minutes` is no whole number of at least 1
   */
  stretches(minutes: number): Observable<Stretch> {
    if (!Number.isSafeInteger(minutes) || minutes < 1) {
      throw new InvalidTime(`Cannot make bars of ${String(minutes)} minutes: wanted whole, >= 1`);
    }
    return new Observable((subscriber) => {
      const { nowMs } = this.#scope.world;
      const ahead = stretchesFrom(this.#day, minutes * 60_000, nowMs);
      let stretch = NO_STRETCH;
      return this.#follow(subscriber, {
        next: () => {
          stretch = ahead.next().value ?? NO_STRETCH;
          return stretch === NO_STRETCH ? null : stretch.endMs;
        },
        value: () => (stretch.startMs >= nowMs ? stretch : { ...stretch, isWhole: false }),
      });
    });
  }

  /** When the stretch ends that is under way at an instant, and began before it; null where none is. */
  brokenEndMs(minutes: number, atMs: number): number | null {
    for (const { startMs, endMs, isWhole } of stretchesFrom(this.#day, minutes * 60_000, atMs)) {
      if (isWhole && endMs > atMs) return startMs < atMs ? endMs : null;
    }
    return null;
  }

  #moments(next: (afterMs: number | null) => number | null): Observable<Moment> {
    return new Observable((subscriber) =>
      this.#follow(subscriber, {
        next,
        value: (dueAtMs) => ({ atMs: this.#scope.world.nowMs, dueAtMs }),
      }),
    );
  }

  /** One timer after another, at the times that `next` names: the first is asked for with null. */
  #follow<Value>(
    subscriber: Subscriber<Value>,
    times: {
      readonly next: (afterMs: number | null) => number | null;
      readonly value: (dueMs: number) => Value;
    },
  ): () => void {
    const { world } = this.#scope;
    const schedule = (afterMs: number | null): void => {
      const dueMs = times.next(afterMs);
      if (dueMs === null) {
        subscriber.complete();
        return;
      }
      timer = world.timers.set(Math.max(dueMs, world.nowMs), () => {
        subscriber.next(times.value(dueMs));
        if (!subscriber.closed) schedule(dueMs);
      });
    };
    let timer: { cancel: () => void } | null = null;
    schedule(null);
    return () => timer?.cancel();
  }

  #instant(time: ClockTime): number {
    if (isClockTime(time)) return instantAt(this.#day.date, time);
    throw new InvalidTime(`Cannot take "${time}" for a time: wanted HH:MM or HH:MM:SS, 24 hours`);
  }
}

function isInTime(late: LatePolicy, lateMs: number): boolean {
  if (lateMs <= 0 || late === 'run') return true;
  return late !== 'skip' && lateMs <= late.runWithinMs;
}

/**
 * The stretches of a day in order that end at an instant or later, with what lies before each session as one that is not
 * whole.
 */
function* stretchesFrom(
  { sessions }: CalendarDay,
  lengthMs: number,
  nowMs: number,
): Generator<Stretch, undefined> {
  for (const session of sessions) {
    const openMs = session.startMs;
    if (openMs >= nowMs) yield { startMs: -Infinity, endMs: openMs, isWhole: false };
    const passed = Math.max(0, Math.ceil((nowMs - openMs) / lengthMs) - 1);
    for (let startMs = openMs + passed * lengthMs; startMs < session.endMs; startMs += lengthMs) {
      const endMs = Math.min(startMs + lengthMs, session.endMs);
      if (endMs >= nowMs) yield { startMs, endMs, isWhole: true };
    }
  }
  return undefined;
}
