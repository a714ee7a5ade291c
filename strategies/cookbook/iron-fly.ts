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
 * Iron fly: at 09:30 sell the at-the-money call and put, and buy one of each six strikes out to bound the loss. All legs
 * close when together they have lost 30 % of the premium received or gained 25 % of it, and at 15:10 at the latest. Worst
 * case: the distance to a wing less the premium received, whatever the index does.
 */
export default defineStrategy({
  name: 'iron-fly',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    entry: clockTime().default('09:30'),
    exit: clockTime().default('15:10'),
    wingStrikes: z.int().min(1).max(50).default(6),
  }),
  run: (context) => {
    const { params, at, chain } = context;
    const exit = at(params.exit, { late: 'run' });
    const noEntry = `No entry: ${params.entry} passed without a fresh chain of ${params.underlying}`;
    return merge(
      at(params.entry).pipe(
        selectNow(chain(params.underlying)),
        map(({ atm, otm }) =>
          place(
            buy(otm('CE', params.wingStrikes), { leg: 'wing-ce', lots: params.lots }),
            buy(otm('PE', params.wingStrikes), { leg: 'wing-pe', lots: params.lots }),
            sell(atm.ce, { leg: 'sold-ce', lots: params.lots }),
            sell(atm.pe, { leg: 'sold-pe', lots: params.lots }),
          ),
        ),
        takeUntil(exit),
        defaultIfEmpty(alert('warning', noEntry)),
      ),
      stopWhole(context, { kind: 'percent', percent: 30 }),
      targetWhole(context, { kind: 'percent', percent: 25 }),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});
