import { asTurn } from '../adapters/system/turn-watch.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type Turn } from '../host/turn.ts';
import { ClockDoubt } from './clock-doubt.ts';
import { type KernelOptions } from './kernel-options.ts';
import { type Unstamped } from './unstamped.ts';

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
  turnOf(runId: string, work: () => Turn): Turn {
    const { stalls } = this.#watched;
    if (stalls === undefined) return asTurn(runId, work);
    return stalls.leaveOut(() => asTurn(runId, work));
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
