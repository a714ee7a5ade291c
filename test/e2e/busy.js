import { ignoreElements, switchMap, take, tap, timer } from 'rxjs';
import { defineStrategy, z } from 'sauda';

/**
 * Code that does not return for three seconds of the machine's time: the run's own clock stands still meanwhile. It begins so
 * long after a price of the call at the money is seen, which is when `held-legs` sells it.
 */
export default defineStrategy({
  name: 'busy',
  params: z.object({ afterMs: z.int() }),
  run: ({ params, chain, prices }) =>
    chain('NIFTY').pipe(
      take(1),
      switchMap(({ atm }) => prices(atm.ce).pipe(take(1))),
      switchMap(() => timer(params.afterMs)),
      tap(() => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
      }),
      ignoreElements(),
    ),
});
