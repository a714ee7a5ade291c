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
 * Short strangle: at 09:20 sell a call and a put of the nearest expiry, each four strikes out of the money. Each leg gets a
 * stop order 40 % above its fill price as soon as it fills. Whatever is still open at 15:10 is squared off. Worst case: a gap
 * jumps over both stops; nothing bounds the loss then.
 */
export default defineStrategy({
  name: 'short-strangle',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    entry: clockTime().default('09:20'),
    exit: clockTime().default('15:10'),
    strikesOut: z.int().min(1).max(50).default(4),
    stopPercent: percentNumber().default(40),
  }),
  run: ({ params, at, chain, fills }) => {
    const exit = at(params.exit, { late: 'run' });
    const noEntry = `No entry: ${params.entry} passed without a fresh chain of ${params.underlying}`;
    return merge(
      at(params.entry).pipe(
        selectNow(chain(params.underlying)),
        map(({ otm }) =>
          place(
            sell(otm('CE', params.strikesOut), { leg: 'ce', lots: params.lots }),
            sell(otm('PE', params.strikesOut), { leg: 'pe', lots: params.lots }),
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
