import {
  defaultIfEmpty,
  exhaustMap,
  filter,
  ignoreElements,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  pairwise,
  ReplaySubject,
  share,
  take,
  takeUntil,
  withLatestFrom,
} from 'rxjs';
import {
  alert,
  clockTime,
  type Command,
  defineStrategy,
  lots,
  percent,
  percentNumber,
  place,
  protect,
  runProfit,
  selectNow,
  sell,
  squareOff,
  z,
} from 'sauda';

/**
 * Afternoon straddle: from 13:00, once the last 15 minutes have moved less than 40 points, sell the at-the-money straddle
 * of the nearest expiry, at most once a day. Each leg has a stop order 40 % above its fill. When a stop is hit the other
 * leg is closed as well; at a profit of 2,500 rupees everything is. Whatever is still open at 15:10 is squared off.
 */
export default defineStrategy({
  name: 'afternoon-straddle',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    from: clockTime().default('13:00'),
    to: clockTime().default('14:31'),
    exit: clockTime().default('15:10'),
    calmPoints: z.number().positive().default(40),
    stopPercent: percentNumber().default(40),
    profitRupees: z.number().positive().default(2_500),
  }),
  run: (context) => {
    const { params, at, bars, chain, every, fills } = context;
    const exit = at(params.exit, { late: 'run' });
    const options = chain(params.underlying).pipe(share({ connector: () => new ReplaySubject(1) }));
    const enter = (): Observable<Command> =>
      of('calm').pipe(
        selectNow(options),
        map(({ atm }) =>
          place(
            sell(atm.ce, { leg: 'ce', lots: params.lots }),
            sell(atm.pe, { leg: 'pe', lots: params.lots }),
          ),
        ),
        defaultIfEmpty(alert('warning', 'No entry: no fresh chain within two minutes')),
      );
    const entry = every(15 * 60_000, { from: params.from, to: params.to }).pipe(
      withLatestFrom(bars(params.underlying, 15)),
      filter(([, { highPaise, lowPaise }]) => highPaise - lowPaise < params.calmPoints * 100),
      take(1),
      exhaustMap(enter),
    );
    const otherLeg = fills.pipe(
      filter(({ legRef, isComplete }) => legRef.role === 'stop' && isComplete),
      map(({ legRef }) => squareOff('stop of the other leg', [legRef.leg === 'ce' ? 'pe' : 'ce'])),
    );
    const enough = runProfit(context).pipe(
      map(({ profitPaise }) => profitPaise > params.profitRupees * 100),
      pairwise(),
      filter(([was, is]) => !was && is),
      mergeMap(() => [squareOff('enough'), alert('info', 'Closed at a profit')]),
    );
    return merge(
      merge(entry, otherLeg, enough, options.pipe(ignoreElements())).pipe(takeUntil(exit)),
      fills.pipe(protect({ stop: percent(params.stopPercent) })),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});
