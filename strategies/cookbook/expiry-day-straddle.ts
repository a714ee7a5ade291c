import {
  defaultIfEmpty,
  filter,
  map,
  merge,
  type Observable,
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
  selectNow,
  sell,
  squareOff,
  stopToCost,
  z,
} from 'sauda';

/**
 * Expiry-day straddle: on the day the weekly options expire, wherever a holiday has moved it, sell the at-the-money straddle
 * at 09:45. Each leg has a stop order 50 % above its fill; when one is closed by its stop, the stop of the other moves to its
 * entry price. Whatever is still open at 15:10 is squared off. Worst case: a gap jumps over both stops; nothing bounds the
 * loss then, and the premium moves fastest on this day.
 */
export default defineStrategy({
  name: 'expiry-day-straddle',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    entry: clockTime().default('09:45'),
    exit: clockTime().default('15:10'),
    stopPercent: percentNumber().default(50),
  }),
  run: (context) => {
    const { params, run, at, chain, fills, positions } = context;
    const { underlying } = params;
    const exit = at(params.exit, { late: 'run' });
    const stop = percent(params.stopPercent);
    const noEntry = `No entry: ${params.entry} passed without a fresh chain of ${underlying}`;

    const stopped = (leg: string): Observable<unknown> =>
      fills.pipe(
        filter(({ legRef }) => legRef.leg === leg && legRef.role === 'stop'),
        withLatestFrom(positions),
        filter(([, held]) => held.every((one) => one.leg !== leg || one.netUnits === 0)),
      );
    const follow = (leg: string, other: string): Observable<Command> =>
      stopToCost(context, { leg, stop, when: stopped(other) });

    return merge(
      at(params.entry).pipe(
        selectNow(chain(underlying)),
        map(({ expiry, atm }) =>
          expiry === run.date
            ? place(
                sell(atm.ce, { leg: 'ce', lots: params.lots }),
                sell(atm.pe, { leg: 'pe', lots: params.lots }),
              )
            : alert('info', `No trade today: ${underlying} expires on ${expiry}`),
        ),
        takeUntil(exit),
        defaultIfEmpty(alert('warning', noEntry)),
      ),
      fills.pipe(protect({ stop })),
      follow('ce', 'pe'),
      follow('pe', 'ce'),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});
