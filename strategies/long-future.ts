import { defaultIfEmpty, map, merge, takeUntil } from 'rxjs';
import {
  alert,
  buy,
  clockTime,
  defineStrategy,
  lots,
  percent,
  percentNumber,
  place,
  protect,
  selectNow,
  squareOff,
  z,
} from 'sauda';

/**
 * Long future: at 09:20 buy the nearest future of the index, with a stop order half a percent below its fill. Whatever
 * is still open at 15:10 is sold.
 */
export default defineStrategy({
  name: 'long-future',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    entry: clockTime().default('09:20'),
    exit: clockTime().default('15:10'),
    stopPercent: percentNumber().default(0.5),
  }),
  run: ({ params, at, chain, fills }) => {
    const exit = at(params.exit, { late: 'run' });
    const noEntry = `No entry: ${params.entry} passed without a fresh chain of ${params.underlying}`;
    return merge(
      at(params.entry).pipe(
        selectNow(chain(params.underlying)),
        map(({ future }) => place(buy(future(), { leg: 'future', lots: params.lots }))),
        takeUntil(exit),
        defaultIfEmpty(alert('warning', noEntry)),
      ),
      fills.pipe(protect({ stop: percent(params.stopPercent) })),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});
