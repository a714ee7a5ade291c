import {
  concat,
  defaultIfEmpty,
  filter,
  ignoreElements,
  map,
  merge,
  of,
  pairwise,
  ReplaySubject,
  share,
  switchMap,
  takeUntil,
  withLatestFrom,
} from 'rxjs';
import {
  alert,
  buy,
  clockTime,
  defineStrategy,
  ema,
  type LegPosition,
  lots,
  percent,
  percentNumber,
  place,
  protect,
  readings,
  selectNow,
  squareOff,
  z,
} from 'sauda';

/**
 * EMA crossover: when the 9-bar average of five-minute closes crosses above the 21-bar one, buy the at-the-money call; when
 * it crosses below, buy the put. The leg of the other side is closed. Each leg has a stop order 30 % below its fill. No entry
 * from 14:30 on; what is open at 15:10 is squared off. The averages know the days before, so the first bar of a day may cross.
 */
export default defineStrategy({
  name: 'ema-crossover',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    barMinutes: z.int().min(1).max(240).default(5),
    fastBars: z.int().min(1).max(500).default(9),
    slowBars: z.int().min(1).max(500).default(21),
    stopPercent: percentNumber().default(30),
    lastEntry: clockTime().default('14:30'),
    exit: clockTime().default('15:10'),
  }),
  run: ({ params, at, bars, chain, fills, positions }) => {
    const { underlying } = params;
    const exit = at(params.exit, { late: 'run' });
    const options = chain(underlying).pipe(share({ connector: () => new ReplaySubject(1) }));
    const entryOver = at(params.lastEntry, { late: 'run' });
    const mayEnter = merge(of(true), entryOver.pipe(map(() => false)));

    const averages = readings({ fast: ema(params.fastBars), slow: ema(params.slowBars) });
    const turns = bars(underlying, params.barMinutes, { warmup: averages.warmupBars }).pipe(
      averages,
      map(({ bar, values: { fast, slow } }) => {
        const side = fast === null || slow === null ? null : Math.sign(fast - slow);
        return { bar, side };
      }),
      pairwise(),
      filter(([before, { bar, side }]) => {
        const isTurn = before.side !== null && side !== 0 && side !== before.side;
        return isTurn && bar.isWarmup !== true;
      }),
      map(([, { side }]) => side === 1),
    );
    const trades = turns.pipe(
      withLatestFrom(positions, mayEnter),
      switchMap(([isUp, legs, isEntryTime]) => {
        const [leg, other] = isUp ? ['call', 'put'] : ['put', 'call'];
        const close = isOpen(legs, other) ? [squareOff('turned', [other])] : [];
        if (!isEntryTime || isOpen(legs, leg)) return close;
        const enter = of(leg).pipe(
          selectNow(options),
          map(({ atm }) =>
            place(buy(leg === 'call' ? atm.ce : atm.pe, { leg, lots: params.lots })),
          ),
          defaultIfEmpty(alert('warning', 'No entry: no fresh chain within two minutes')),
        );
        return concat(close, enter);
      }),
    );
    return merge(
      merge(trades, options.pipe(ignoreElements())).pipe(takeUntil(exit)),
      fills.pipe(protect({ stop: percent(params.stopPercent) })),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});

function isOpen(legs: readonly LegPosition[], name: string): boolean {
  return legs.some(({ leg, netUnits }) => leg === name && netUnits !== 0);
}
