import { defaultIfEmpty, filter, map, merge, takeUntil, withLatestFrom } from 'rxjs';
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
  rupees,
  selectNow,
  sell,
  squareOff,
  stopWhole,
  targetWhole,
  z,
} from 'sauda';

/**
 * Ratio spread: at 09:30 buy one lot of the at-the-money call and sell two of the call four strikes out. The sold calls have
 * a stop order 60 % above their fill; when it closes them, the bought call is sold, too. All is closed at a loss of 6,000
 * rupees or a profit of 4,000, and at 15:10 at the latest. Worst case: one of the two sold calls has no call against it, so a
 * gap upwards over the stop has no bound.
 */
export default defineStrategy({
  name: 'ratio-spread',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    entry: clockTime().default('09:30'),
    exit: clockTime().default('15:10'),
    stopPercent: percentNumber().default(60),
    lossRupees: z.number().positive().default(6_000),
    profitRupees: z.number().positive().default(4_000),
  }),
  run: (context) => {
    const { params, at, chain, fills, positions } = context;
    const exit = at(params.exit, { late: 'run' });
    const noEntry = `No entry: ${params.entry} passed without a fresh chain of ${params.underlying}`;
    const sold = fills.pipe(filter(({ legRef }) => legRef.leg === 'sold'));
    return merge(
      at(params.entry).pipe(
        selectNow(chain(params.underlying)),
        map(({ atm, otm }) =>
          place(
            buy(atm.ce, { leg: 'bought', lots: params.lots }),
            sell(otm('CE', 4), { leg: 'sold', lots: 2 * params.lots }),
          ),
        ),
        takeUntil(exit),
        defaultIfEmpty(alert('warning', noEntry)),
      ),
      sold.pipe(protect({ stop: percent(params.stopPercent) })),
      sold.pipe(
        filter(({ legRef }) => legRef.role === 'stop'),
        withLatestFrom(positions),
        filter(([, legs]) => isOpen(legs, 'bought') && !isOpen(legs, 'sold')),
        map(() => squareOff('stop of leg sold')),
        takeUntil(exit),
      ),
      stopWhole(context, rupees(params.lossRupees)),
      targetWhole(context, rupees(params.profitRupees)),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});

function isOpen(legs: readonly LegPosition[], name: string): boolean {
  return legs.some(({ leg, netUnits }) => leg === name && netUnits !== 0);
}
