import {
  defaultIfEmpty,
  filter,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  ReplaySubject,
  share,
  startWith,
  switchMap,
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
 * Time-sliced straddle: sell the at-the-money straddle of the nearest expiry in three slices, at 09:20, 09:50 and 10:20, each at
 * the strike of its moment. Each leg gets a stop order 30 % above its fill. No slice is added while the day's loss is 3,000
 * rupees or more. Whatever is still open at 15:10 is squared off. Worst case: a gap jumps over the stops of all slices; nothing
 * bounds the loss then.
 */
export default defineStrategy({
  name: 'time-sliced-straddle',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    slices: z.array(clockTime()).min(1).max(10).default(['09:20', '09:50', '10:20']),
    exit: clockTime().default('15:10'),
    stopPercent: percentNumber().default(30),
    lossRupees: z.number().positive().default(3_000),
  }),
  run: (context) => {
    const { params, at, chain, fills } = context;
    const exit = at(params.exit, { late: 'run' });
    const options = chain(params.underlying).pipe(share({ connector: () => new ReplaySubject(1) }));
    const profit = runProfit(context).pipe(
      map(({ profitPaise }) => profitPaise),
      startWith(0),
    );
    const enter = (time: string, number: string): Observable<Command> =>
      of(time).pipe(
        selectNow(options),
        map(({ atm }) =>
          place(
            sell(atm.ce, { leg: `ce-${number}`, lots: params.lots }),
            sell(atm.pe, { leg: `pe-${number}`, lots: params.lots }),
          ),
        ),
        defaultIfEmpty(alert('warning', `No entry: ${time} passed without a fresh chain`)),
      );
    const slices = params.slices.map((time, index) =>
      at(time).pipe(
        withLatestFrom(profit),
        filter(([, profitPaise]) => profitPaise > -params.lossRupees * 100),
        switchMap(() => enter(time, String(index + 1))),
      ),
    );
    return merge(
      merge(...slices, options.pipe(ignoreElements())).pipe(takeUntil(exit)),
      fills.pipe(protect({ stop: percent(params.stopPercent) })),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});
