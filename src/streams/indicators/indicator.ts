import { defer, map, type Observable } from 'rxjs';

import { type Bar } from '../../model/market/bar.ts';

/** What an indicator says at the end of a bar. */
export interface Reading<Value> {
  readonly bar: Bar;
  /** Null until there are enough bars: an average of 20 has its first value at the 20th. */
  readonly value: Value | null;
}

/**
 * An indicator as an RxJS operator: bars in, one reading for each. Every subscription computes its own. It knows complete
 * bars alone, so it never sees the future.
 */
export interface Indicator<Value> {
  (bars: Observable<Bar>): Observable<Reading<Value>>;
  /**
   * So many bars make a value that no longer depends on which bar was the first: what to ask of `bars` as `warmup`.
   * Values then agree with those of a chart within a paisa.
   */
  readonly warmupBars: number;
}

/** Takes the next bar in, and gives the value at its end; null until there are enough. */
export type NextValue<Value> = (bar: Bar) => Value | null;

/** An indicator of what computes it bar by bar; `start` makes its state for one subscription. */
export function indicatorOf<Value>(
  warmupBars: number,
  start: () => NextValue<Value>,
): Indicator<Value> {
  const operator = (bars: Observable<Bar>): Observable<Reading<Value>> =>
    defer(() => {
      const next = start();
      return bars.pipe(map((bar) => ({ bar, value: next(bar) })));
    });
  return Object.assign(operator, { warmupBars });
}

/** A level or a difference of levels as whole paise; charts show no more either. */
export function toPaise(value: number): number {
  // A rounded -0.2 is -0, which is not the 0 that a strategy compares with.
  return Math.round(value) + 0;
}
