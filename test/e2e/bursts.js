import { map, switchMap, take, timer } from 'rxjs';
import { buy, defineStrategy, place, z } from 'sauda';

/** Asks for far more orders than a second may hold, each a leg and a command of its own. */
export default defineStrategy({
  name: 'bursts',
  params: z.object({ orders: z.int().default(60), everyMs: z.int().default(20) }),
  run: ({ params, chain }) =>
    chain('NIFTY').pipe(
      take(1),
      switchMap(({ atm }) =>
        timer(0, params.everyMs).pipe(
          take(params.orders),
          map((index) => place(buy(atm.ce, { leg: `burst-${String(index)}`, lots: 1 }))),
        ),
      ),
    ),
});
