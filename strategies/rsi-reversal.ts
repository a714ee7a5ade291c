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
  type LegPosition,
  lots,
  percent,
  percentNumber,
  place,
  protect,
  rsi,
  selectNow,
  squareOff,
  z,
} from 'sauda';

/**
 * RSI reversal: when the RSI (14) of five-minute closes rises back above 30, buy the at-the-money call; when it falls back
 * below 70, buy the put. The leg of the other side is closed. Each leg has a stop order 30 % below its fill. No entry from 14:30
 * on; what is open at 15:10 is squared off. The RSI knows the days before, so the first bar of a day may turn it.
 */
export default defineStrategy({
  name: 'rsi-reversal',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    barMinutes: z.int().min(1).max(240).default(5),
    rsiBars: z.int().min(2).max(500).default(14),
    oversold: z.number().min(0).max(100).default(30),
    overbought: z.number().min(0).max(100).default(70),
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

    const strength = rsi(params.rsiBars);
    const turns = bars(underlying, params.barMinutes, { warmup: strength.warmupBars }).pipe(
      strength,
      pairwise(),
      filter(([, { bar }]) => bar.isWarmup !== true),
      map(([before, now]) => {
        if (before.value === null || now.value === null) return null;
        if (before.value <= params.oversold && now.value > params.oversold) return true;
        if (before.value >= params.overbought && now.value < params.overbought) return false;
        return null;
      }),
      filter((isUp) => isUp !== null),
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
