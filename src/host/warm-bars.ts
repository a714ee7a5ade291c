import { concat, from, type Observable, ReplaySubject } from 'rxjs';

import { alert } from '../strategy/commands.ts';
import { type Bar } from '../streams/bars.ts';
import { type History, type Warmup, WARMUP_BARS_MAX } from '../streams/warmup.ts';
import { type Scope } from './scope.ts';
import { InvalidTime } from './time-streams.ts';

/** Warm-ups of a run that are told to who subscribes later. */
const KEPT_MAX = 100;

/** What a strategy asked for. */
export interface WarmupAsked {
  readonly symbol: string;
  readonly minutes: number;
  readonly bars: number;
}

/** Bars of earlier days before those of the run's own. */
export class WarmBars {
  readonly #scope: Scope;
  readonly #history: History;
  readonly #told = new ReplaySubject<Warmup>(KEPT_MAX);

  constructor(scope: Scope, history: History) {
    this.#scope = scope;
    this.#history = history;
  }

  /** What each warm-up brought, those before too. */
  get warmups(): Observable<Warmup> {
    return this.#scope.stream('warmups', { open: () => this.#told });
  }

  /**
   * Earlier bars, then those to come. When they are fewer than was asked for, the strategy and people are told.
   *
   * @throws {InvalidTime} when their number cannot be
   */
  before(asked: WarmupAsked, bars: Observable<Bar>): Observable<Bar> {
    if (!Number.isSafeInteger(asked.bars) || asked.bars < 1 || asked.bars > WARMUP_BARS_MAX) {
      throw new InvalidTime(
        `Cannot warm up with ${String(asked.bars)} bars: wanted whole, 1 to ${String(WARMUP_BARS_MAX)}`,
      );
    }
    return this.#scope.stream('bars', { open: () => concat(from(this.#earlier(asked)), bars) });
  }

  #earlier(asked: WarmupAsked): readonly Bar[] {
    const { symbol, minutes, bars: askedBars } = asked;
    const { bars, reason } = this.#history(asked);
    this.#told.next({ symbol, minutes, askedBars, broughtBars: bars.length, reason });
    if (reason !== null) {
      const brought = `${String(bars.length)} of ${String(askedBars)} bars of ${String(minutes)} minutes`;
      this.#scope.say(alert('warning', `Warm-up of ${symbol}: ${brought}, ${reason}`));
    }
    return bars.map((bar) => Object.freeze({ ...bar, isWarmup: true }));
  }
}
