import { combineLatest, defaultIfEmpty, map, merge, takeUntil } from 'rxjs';
import {
  alert,
  buy,
  clockTime,
  defineStrategy,
  lots,
  place,
  selectNow,
  sell,
  squareOff,
  stopWhole,
  targetWhole,
  z,
} from 'sauda';

/**
 * Calendar spread: at 09:45 sell the at-the-money call of the nearest expiry and buy the call of the same strike one expiry
 * later: the near one loses its time value sooner. On the day of expiry nothing is entered. Both close when together they have
 * lost or gained 30 % of the premium paid, and at 15:10 at the latest. Worst case: about the premium paid.
 */
export default defineStrategy({
  name: 'calendar-spread',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    entry: clockTime().default('09:45'),
    exit: clockTime().default('15:10'),
    limitPercent: z.number().positive().default(30),
  }),
  run: (context) => {
    const { params, run, at, chain } = context;
    const { underlying, limitPercent } = params;
    const exit = at(params.exit, { late: 'run' });
    const chains = combineLatest([chain(underlying), chain(underlying, { expiry: 'next-weekly' })]);
    const noEntry = `No entry: ${params.entry} passed without a fresh chain of ${underlying}`;
    return merge(
      at(params.entry).pipe(
        selectNow(chains.pipe(map(([near, far]) => ({ seen: near.seen, near, far })))),
        map(({ near, far }) =>
          near.expiry === run.date
            ? alert('info', `No trade today: ${underlying} expires on ${near.expiry}`)
            : place(
                buy(far.atm.ce, { leg: 'far', lots: params.lots }),
                sell(near.atm.ce, { leg: 'near', lots: params.lots }),
              ),
        ),
        takeUntil(exit),
        defaultIfEmpty(alert('warning', noEntry)),
      ),
      stopWhole(context, { kind: 'percent', percent: limitPercent }),
      targetWhole(context, { kind: 'percent', percent: limitPercent }),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});
