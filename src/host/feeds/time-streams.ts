import { EMPTY, type Observable } from 'rxjs';

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

const LATE_DEFAULT: LatePolicy = { runWithinMs: 120_000 };

/** The strategy gave an invalid time. The run fails and says why. */
export class InvalidTime extends Error {
  override readonly name = 'InvalidTime';
}

/** Tells a follower of the stretches of a day as they end; the returned function ends that. */
export type Stretches = (take: (stretch: Stretch) => void) => () => void;

/** Times of a day, one after another. */
interface Times {
  /** The time after one, or the first for null; null after the last. */
  readonly next: (afterMs: number | null, nowMs: number) => number | null;
  readonly fire: (dueMs: number) => void;
  /** Called at the last one. @default nothing */
  readonly end?: () => void;
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
    return this.#once(`at('${time}')`, () => dueAtMs, late);
  }

  /**
   * Once, some time after it is subscribed to.
   *
   * @throws {InvalidTime} when the delay is no whole number of at least 0
   */
  after(delayMs: number, late: LatePolicy = 'run'): Observable<Moment> {
    if (!Number.isSafeInteger(delayMs) || delayMs < 0) {
      throw new InvalidTime(`Cannot wait ${String(delayMs)} ms: wanted a whole number >= 0`);
    }
    const { world } = this.#scope;
    return this.#once(`after(${String(delayMs)})`, () => world.nowMs + delayMs, late);
  }

  #once(name: string, dueAt: () => number, late: LatePolicy): Observable<Moment> {
    const { world } = this.#scope;
    return this.#scope.stream(name, (subscriber) => {
      const dueAtMs = dueAt();
      if (!isInTime(late, world.nowMs - dueAtMs)) {
        subscriber.complete();
        return undefined;
      }
      const timer = world.timers.set(Math.max(dueAtMs, world.nowMs), () => {
        // It is also late when its time passed in a gap: the process was down, or stalled.
        if (isInTime(late, world.carriedOutAtMs - dueAtMs)) {
          subscriber.next({ atMs: world.nowMs, dueAtMs });
        }
        subscriber.complete();
      });
      return () => {
        timer.cancel();
      };
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
    return this.#moments('every()', (afterMs, nowMs) => {
      const steps = Math.max(0, Math.ceil((nowMs - startMs) / everyMs));
      const dueMs = afterMs === null ? startMs + steps * everyMs : afterMs + everyMs;
      return dueMs < endMs ? dueMs : null;
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
    return this.#moments(`cron('${expression}')`, (afterMs, nowMs) => {
      const dueMs = nextCronMs(schedule.value, afterMs ?? nowMs - 1);
      return dueMs !== null && dueMs < dayEndMs ? dueMs : null;
    });
  }

  /**
   * What tells a follower of the end of each stretch of whole minutes, aligned to the start of each session, until the
   * returned function is called; the last of a session may be shorter.
   *
   * @throws {InvalidTime} when `minutes` is no whole number of at least 1
   */
  stretches(minutes: number): Stretches {
    if (!Number.isSafeInteger(minutes) || minutes < 1) {
      throw new InvalidTime(`Cannot make bars of ${String(minutes)} minutes: wanted whole, >= 1`);
    }
    return (take) => {
      const { nowMs } = this.#scope.world;
      const ahead = stretchesFrom(this.#day, minutes * 60_000, nowMs);
      let stretch: Stretch | undefined;
      return this.#follow({
        next: () => (stretch = ahead.next().value)?.endMs ?? null,
        fire: () => {
          if (stretch === undefined) return;
          take(stretch.startMs >= nowMs ? stretch : { ...stretch, isWhole: false });
        },
      });
    };
  }

  /** When the stretch ends that is under way at an instant, and began before it; null where none is. */
  brokenEndMs(minutes: number, atMs: number): number | null {
    for (const { startMs, endMs, isWhole } of stretchesFrom(this.#day, minutes * 60_000, atMs)) {
      if (isWhole && endMs > atMs) return startMs < atMs ? endMs : null;
    }
    return null;
  }

  #moments(name: string, next: Times['next']): Observable<Moment> {
    return this.#scope.stream(name, (subscriber) =>
      this.#follow({
        next,
        fire: (dueAtMs) => {
          subscriber.next({ atMs: this.#scope.world.nowMs, dueAtMs });
        },
        end: () => {
          subscriber.complete();
        },
      }),
    );
  }

  /** One timer for all of some times, none of them past. */
  #follow({ next, fire, end }: Times): () => void {
    const { world } = this.#scope;
    const firstMs = next(null, world.nowMs);
    if (firstMs === null) {
      end?.();
      return () => undefined;
    }
    const onTime = (): void => {
      const { dueMs } = timer;
      fire(dueMs);
      if (timer.callback === null) return;
      const nextMs = next(dueMs, dueMs);
      timer.repeatMs = nextMs === null ? null : nextMs - dueMs;
      if (nextMs === null) end?.();
    };
    const timer = world.timers.set(firstMs, onTime, 0);
    return () => {
      timer.cancel();
    };
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
      if (endMs >= nowMs) yield { startMs, endMs, isWhole: true, isOpening: startMs === openMs };
    }
  }
  return undefined;
}
