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
  clockTime,
  defineStrategy,
  type LegPosition,
  lots,
  percent,
  percentNumber,
  place,
  protect,
  selectNow,
  sell,
  squareOff,
  supertrend,
  z,
} from 'sauda';

/**
 * Supertrend: when a five-minute bar closes above the supertrend (10, 3), sell the at-the-money put; when one closes below,
 * sell the call. The leg of the other side is closed. Each leg has a stop order 30 % above its fill. No entry from 14:30 on;
 * what is open at 15:10 is squared off. The line knows the days before, so the first bar of a day may turn the trend.
 */
export default defineStrategy({
  name: 'supertrend',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    barMinutes: z.int().min(1).max(240).default(5),
    atrBars: z.int().min(1).max(500).default(10),
    multiplier: z.number().positive().max(100).default(3),
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

    const trend = supertrend(params.atrBars, params.multiplier);
    const turns = bars(underlying, params.barMinutes, { warmup: trend.warmupBars }).pipe(
      trend,
      map(({ bar, value }) => {
        const side = value === null ? null : Math.sign(bar.closePaise - value.linePaise);
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
        const [leg, other] = isUp ? ['put', 'call'] : ['call', 'put'];
        const close = isOpen(legs, other) ? [squareOff('turned', [other])] : [];
        if (!isEntryTime || isOpen(legs, leg)) return close;
        const enter = of(leg).pipe(
          selectNow(options),
          map(({ atm }) =>
            place(sell(leg === 'call' ? atm.ce : atm.pe, { leg, lots: params.lots })),
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
