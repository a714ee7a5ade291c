import { defaultIfEmpty, map, merge, takeUntil } from 'rxjs';
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
 * Iron condor: at 09:30 sell a call and a put four strikes out of the money, and buy one of each four strikes further
 * out to bound the loss. All legs close when together they have lost the premium received or gained half of it, and at
 * 15:10 at the latest.
 */
export default defineStrategy({
  name: 'iron-condor',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    entry: clockTime().default('09:30'),
    exit: clockTime().default('15:10'),
  }),
  run: (context) => {
    const { params, at, chain } = context;
    const exit = at(params.exit, { late: 'run' });
    const noEntry = `No entry: ${params.entry} passed without a fresh chain of ${params.underlying}`;
    return merge(
      at(params.entry).pipe(
        selectNow(chain(params.underlying)),
        map(({ otm }) =>
          place(
            buy(otm('CE', 8), { leg: 'wing-ce', lots: params.lots }),
            buy(otm('PE', 8), { leg: 'wing-pe', lots: params.lots }),
            sell(otm('CE', 4), { leg: 'sold-ce', lots: params.lots }),
            sell(otm('PE', 4), { leg: 'sold-pe', lots: params.lots }),
          ),
        ),
        takeUntil(exit),
        defaultIfEmpty(alert('warning', noEntry)),
      ),
      stopWhole(context, { kind: 'percent', percent: 100 }),
      targetWhole(context, { kind: 'percent', percent: 50 }),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});
