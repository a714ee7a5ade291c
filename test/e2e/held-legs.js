import {
  combineLatest,
  concat,
  ignoreElements,
  map,
  merge,
  of,
  switchMap,
  take,
  timer,
} from 'rxjs';
import { defineStrategy, percent, place, protect, sell, squareOff, z } from 'sauda';

/**
 * Sells options at the money as soon as it sees prices of them, and buys them back some time later. It goes by no time of
 * day, so that a machine that is slow to start it misses nothing.
 */
export default defineStrategy({
  name: 'held-legs',
  params: z.object({
    legs: z.array(z.enum(['ce', 'pe'])).default(['ce']),
    heldMs: z.int().default(240_000),
    /** Whether a stop order rests on the platform meanwhile. */
    isProtected: z.boolean().default(false),
  }),
  run: ({ params, chain, prices, fills }) => {
    const trade = chain('NIFTY').pipe(
      take(1),
      switchMap(({ atm }) => {
        const quotes = params.legs.map((leg) => prices(atm[leg]));
        const first = combineLatest(quotes.map((quoted) => quoted.pipe(take(1))));
        const sales = params.legs.map((leg) => sell(atm[leg], { leg, lots: 1 }));
        const decided = first.pipe(
          switchMap(() =>
            concat(
              of(place(...sales)),
              timer(params.heldMs).pipe(map(() => squareOff('held long enough'))),
            ),
          ),
        );
        return merge(decided, ...quotes.map((quoted) => quoted.pipe(ignoreElements())));
      }),
    );
    return params.isProtected ? merge(trade, fills.pipe(protect({ stop: percent(30) }))) : trade;
  },
});
