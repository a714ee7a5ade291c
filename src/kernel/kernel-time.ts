import { invariant } from '../base/invariant.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type Clock } from '../ports/clock.ts';
import { type KernelOptions, type Unstamped } from './kernel-options.ts';

/** A clock that is ahead of what it is set by by more than this is doubted. */
const DOUBT_MS = 2_000;

/** Notices that what a clock is set by was set back: once for each time that it was. */
class ClockDoubt {
  readonly #clock: Clock;
  #toldMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** By how much it is behind now, when that is news; else null. */
  news(): number | null {
    const behindMs = Math.round(this.#clock.aheadMs?.() ?? 0);
    // A clock that is met again and set back once more is news once more.
    this.#toldMs = Math.min(this.#toldMs, behindMs);
    if (behindMs <= this.#toldMs + DOUBT_MS) return null;
    this.#toldMs = behindMs;
    return behindMs;
  }
}

type News = readonly Unstamped<EngineEvent>[];

const NONE: News = [];

/** Everything that makes a kernel doubt its time: a process that stood still, a clock set back, a platform with another time. */
export class TimeNews {
  readonly #watched: Pick<KernelOptions, 'stalls' | 'platformClock'>;
  readonly #doubt: ClockDoubt;
  /** Virtual time gives no cause for doubt, and every event comes by here. */
  readonly #isVirtual: boolean;

  constructor(watched: Pick<KernelOptions, 'clock' | 'stalls' | 'platformClock'>) {
    const { clock, stalls, platformClock } = watched;
    this.#watched = watched;
    this.#doubt = new ClockDoubt(clock);
    this.#isVirtual =
      clock.aheadMs === undefined && stalls === undefined && platformClock === undefined;
  }

  /** What the engine has to know of the time before anything else that happens at `nowMs`. */
  newsAt(nowMs: number): News {
    if (this.#isVirtual) return NONE;
    return [...this.#ofStall(nowMs), ...this.#ofDoubt(), ...this.#ofPlatform()];
  }

  /** Lets a run's code work. However long that takes, the process does not stand still meanwhile. */
  turnOf(work: () => void): void {
    const { stalls } = this.#watched;
    if (stalls === undefined) work();
    else stalls.leaveOut(work);
  }

  #ofStall(nowMs: number): News {
    const { stalls, platformClock } = this.#watched;
    const fromMs = stalls?.stalledSinceMs(nowMs) ?? null;
    if (fromMs === null) return NONE;
    // The clock may have jumped meanwhile, so that answers from before say nothing of it.
    platformClock?.forget();
    return [{ kind: 'stalled', fromMs }];
  }

  #ofDoubt(): News {
    const behindMs = this.#doubt.news();
    return behindMs === null ? NONE : [{ kind: 'clock-doubted', behindMs }];
  }

  #ofPlatform(): News {
    const aheadMs = this.#watched.platformClock?.news() ?? null;
    return aheadMs === null ? NONE : [{ kind: 'platform-clock-differs', aheadMs }];
  }
}

/** The kernel's time: read once for all that is worked in together, and held where it was should a clock go back. */
export class HeldTime {
  readonly #clock: Clock;
  #latestMs = -Infinity;
  #isHeld = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether something is being worked in: a replay can tell what came before what by their one instant. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** When the clock was read last, epoch milliseconds. */
  get latestMs(): number {
    return this.#latestMs;
  }

  /** The clock's time, or that of the instant that is being worked in. */
  now(): number {
    if (!this.#isHeld) this.#latestMs = Math.max(this.#latestMs, this.#clock.nowMs());
    invariant(!Number.isNaN(this.#latestMs), 'A time that is no number: nothing would be due');
    return this.#latestMs;
  }

  /** Continues from the last instant of a day that was folded. */
  startFrom(atMs: number): void {
    this.#clock.startFrom?.(atMs);
    this.#latestMs = atMs;
  }

  /** Holds the time, or lets it go on. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  /** Works something in at one instant. @param nowMs default: the clock's time */
  atOneInstant(work: (nowMs: number) => void, nowMs = this.now()): void {
    const wasHeld = this.#isHeld;
    this.#isHeld = true;
    try {
      work(nowMs);
    } finally {
      this.#isHeld = wasHeld;
    }
  }
}

/** More ticks than this at one instant means that somebody wants to be woken now, for ever. */
const TICKS_PER_INSTANT_MAX = 10_000;

/** Counts ticks at one instant. */
export class SameInstantTicks {
  #atMs = -Infinity;
  #count = 0;

  /**
   * Counts one more.
   *
   * @throws {InvariantViolation} when they do not end
   */
  add(nowMs: number): void {
    this.#count = nowMs === this.#atMs ? this.#count + 1 : 0;
    this.#atMs = nowMs;
    invariant(this.#count < TICKS_PER_INSTANT_MAX, 'Wakes without end at one instant');
  }
}
