import { ignoreElements, merge, of, switchMap, take, tap, timer } from 'rxjs';
import { defineStrategy, place, sell, z } from 'sauda';

/** Sells the put at the money as soon as it sees a price of it. Some time later its code never returns, or fills the memory. */
export default defineStrategy({
  name: 'hangs',
  params: z.object({
    how: z.enum(['loops', 'hoards']).default('loops'),
    afterMs: z.int().default(120_000),
  }),
  run: ({ params, chain, prices }) =>
    chain('NIFTY').pipe(
      take(1),
      switchMap(({ atm }) =>
        prices(atm.pe).pipe(
          take(1),
          switchMap(() =>
            merge(
              of(place(sell(atm.pe, { leg: 'put', lots: 1 }))),
              timer(params.afterMs).pipe(
                tap(() => {
                  hang(params.how);
                }),
                ignoreElements(),
              ),
            ),
          ),
        ),
      ),
    ),
});

const hoard = [];

function hang(how) {
  if (how === 'hoards') for (;;) hoard.push(new Array(100_000).fill(hoard.length));
  for (;;);
}
