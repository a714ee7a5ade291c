import { connect, map, type Observable, zip } from 'rxjs';

import { type Bar } from '../../model/market/bar.ts';
import { type Indicator } from './indicator.ts';

/** Values of several indicators by name, at the end of one bar. */
export interface Readings<Values> {
  readonly bar: Bar;
  /** Each is null until it has enough bars. */
  readonly values: { readonly [Name in keyof Values]: Values[Name] | null };
}

/** Several indicators of the same bars, as one operator. */
export interface IndicatorGroup<Values> {
  (bars: Observable<Bar>): Observable<Readings<Values>>;
  /** What the one needs that needs most; 0 for none. */
  readonly warmupBars: number;
}

/**
 * Reads several indicators off the same bars: `readings({ fast: ema(9), slow: ema(21) })` emits
 * `{ bar, values: { fast, slow } }` at the end of each.
 */
export function readings<Values extends object>(indicators: {
  readonly [Name in keyof Values]: Indicator<Values[Name]>;
}): IndicatorGroup<Values> {
  const named = Object.entries<Indicator<unknown>>(indicators);
  const operator = (bars: Observable<Bar>): Observable<Readings<Values>> =>
    bars.pipe(
      connect((shared) =>
        zip([
          shared.pipe(map((bar) => ({ bar, value: null }))),
          ...named.map(([, one]) => shared.pipe(one)),
        ]),
      ),
      map(([{ bar }, ...read]) => {
        const values = named.map(([name], place) => [name, read[place]?.value ?? null]);
        return { bar, values: Object.fromEntries(values) as Readings<Values>['values'] };
      }),
    );
  const warmupBars = Math.max(0, ...named.map(([, one]) => one.warmupBars));
  return Object.assign(operator, { warmupBars });
}
