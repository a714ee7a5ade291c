import { filter, ignoreElements, map, merge, of, switchMap, take, tap, timer } from 'rxjs';
import { defineStrategy, place, sell, squareOff, z } from 'sauda';

/**
 * Sells the put at the money as soon as it sees a price of it, and buys it back some time later. At one point of that its
 * code never returns, or fills the memory.
 */
export default defineStrategy({
  name: 'hangs',
  params: z.object({
    how: z.enum(['loops', 'hoards']).default('loops'),
    when: z.enum(['start', 'before-entry', 'held', 'closed', 'never']).default('held'),
    heldMs: z.int().default(60_000),
  }),
  run: ({ params: { how, when, heldMs }, chain, prices, fills }) => {
    const passing = (point) => {
      if (point === when) hang(how);
    };
    const filled = (role) => fills.pipe(filter(({ legRef }) => legRef.role === role));
    return merge(
      // Not in its first turn, which is tried on another thread before the day begins.
      timer(1).pipe(
        tap(() => passing('start')),
        ignoreElements(),
      ),
      chain('NIFTY').pipe(
        take(1),
        tap(() => passing('before-entry')),
        switchMap(({ atm }) =>
          prices(atm.pe).pipe(
            take(1),
            switchMap(() => of(place(sell(atm.pe, { leg: 'put', lots: 1 })))),
          ),
        ),
      ),
      filled('entry').pipe(
        tap(() => passing('held')),
        switchMap(() => timer(heldMs).pipe(map(() => squareOff('held long enough')))),
      ),
      filled('exit').pipe(
        tap(() => passing('closed')),
        ignoreElements(),
      ),
    );
  },
});

const hoard = [];

function hang(how) {
  if (how === 'hoards') for (;;) hoard.push(new Array(100_000).fill(hoard.length));
  for (;;);
}
