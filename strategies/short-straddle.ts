import { defaultIfEmpty, map, merge, takeUntil } from 'rxjs';
import {
  alert,
  clockTime,
  defineStrategy,
  lots,
  percent,
  percentNumber,
  place,
  protect,
  selectNow,
  sell,
  squareOff,
  z,
} from 'sauda';

/**
 * Short straddle: at 09:20 sell the at-the-money call and put of the nearest expiry. Each leg gets a stop order 30 %
 * above its fill price as soon as it fills. Whatever is still open at 15:10 is squared off.
 */
export default defineStrategy({
  name: 'short-straddle',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    entry: clockTime().default('09:20'),
    exit: clockTime().default('15:10'),
    stopPercent: percentNumber().default(30),
  }),
  run: ({ params, at, chain, fills }) => {
    const exit = at(params.exit, { late: 'run' });
    const noEntry = `No entry: ${params.entry} passed without a fresh chain of ${params.underlying}`;
    return merge(
      at(params.entry).pipe(
        selectNow(chain(params.underlying)),
        map(({ atm }) =>
          place(
            sell(atm.ce, { leg: 'ce', lots: params.lots }),
            sell(atm.pe, { leg: 'pe', lots: params.lots }),
          ),
        ),
        takeUntil(exit),
        defaultIfEmpty(alert('warning', noEntry)),
      ),
      fills.pipe(protect({ stop: percent(params.stopPercent) })),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});
