import { Subject } from 'rxjs';

import { type MinuteBar } from '../../src/market/minute-bar.ts';
import { crossOfAverages } from './cross-of-averages.ts';
import { HeapClock } from './heap-clock.ts';

/** Of 1 to so many minutes. */
export const TIMERS = 20;
const MINUTE_MS = 60_000;

/** What one pass came to. */
export interface LoopEnd {
  readonly crosses: number;
  readonly timersFired: number;
  readonly log: readonly string[];
}

/**
 * The least that could be called a backtest in RxJS: bars from an array into a Subject, five operators, timers on a
 * heap, orders that fill at the next open, and a log of them. Each day begins anew.
 */
export function bareLoop(days: readonly (readonly MinuteBar[])[]): LoopEnd {
  const log: string[] = [];
  let crosses = 0;
  let timersFired = 0;
  for (const bars of days) {
    const clock = new HeapClock(bars[0]?.startMs ?? 0);
    for (let minutes = 1; minutes <= TIMERS; minutes += 1) {
      clock.every(minutes * MINUTE_MS, () => {
        timersFired += 1;
      });
    }
    const subject = new Subject<MinuteBar>();
    const orders: ('buy' | 'sell')[] = [];
    const following = crossOfAverages(subject).subscribe({
      next: (isAbove) => {
        crosses += 1;
        orders.push(isAbove ? 'buy' : 'sell');
      },
      error: () => undefined,
    });
    for (const bar of bars) {
      clock.advanceTo(bar.startMs);
      for (const side of orders) {
        log.push(JSON.stringify({ atMs: clock.nowMs, side, pricePaise: bar.openPaise }));
      }
      orders.length = 0;
      subject.next(bar);
    }
    following.unsubscribe();
  }
  return { crosses, timersFired, log };
}
