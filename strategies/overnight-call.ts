import { filter, map, merge, share, take, withLatestFrom } from 'rxjs';
import {
  buy,
  clockTime,
  defineStrategy,
  lots,
  percent,
  percentNumber,
  place,
  protect,
  protectHeld,
  selectNow,
  squareOff,
  z,
} from 'sauda';

/**
 * Overnight call: at 15:00, with no position, buy the at-the-money call of the second-nearest expiry, with a stop order
 * 40 % below its fill, and carry it overnight. Stop orders end with the day, so each open places a new one for the
 * carried call; if the exchange rejects it because the price has gapped past it, the call is sold at once. A carried
 * call is sold at 15:00.
 */
export default defineStrategy({
  name: 'overnight-call',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    time: clockTime().default('15:00'),
    stopPercent: percentNumber().default(40),
  }),
  run: ({ params, at, chain, fills, orders, positions, session }) => {
    const stop = percent(params.stopPercent);
    const held = positions.pipe(map((all) => all.filter(({ netUnits }) => netUnits !== 0)));
    const evening = at(params.time).pipe(withLatestFrom(held), share());
    return merge(
      session.pipe(
        filter(({ edge }) => edge === 'open'),
        take(1),
        withLatestFrom(held),
        map(([, carried]) => carried),
        protectHeld({ stop }),
      ),
      evening.pipe(
        filter(([, legs]) => legs.length > 0),
        map(() => squareOff('the night is over')),
      ),
      evening.pipe(
        filter(([, legs]) => legs.length === 0),
        selectNow(chain(params.underlying, { expiry: 'next-weekly' })),
        map(({ atm }) =>
          place(buy(atm.ce, { leg: 'call', lots: params.lots, product: 'carry-forward' })),
        ),
      ),
      fills.pipe(protect({ stop })),
      orders.pipe(
        filter(({ legRef, order }) => legRef?.role === 'stop' && order.status === 'rejected'),
        map(() => squareOff('the stop order was refused')),
      ),
    );
  },
});
