import { concatMap, defer, map, merge, NEVER, range, switchMap, take, timer } from 'rxjs';
import { alert, defineStrategy, z } from 'sauda';

/** Some time after it has seen a price, it does what no process outlives, or no run. */
export default defineStrategy({
  name: 'breaks',
  params: z.object({
    how: z.enum(['loops', 'hoards', 'floods', 'throws']),
    afterMs: z.int().default(5_000),
  }),
  run: ({ params: { how, afterMs }, chain, prices }) =>
    merge(
      NEVER,
      chain('NIFTY').pipe(
        take(1),
        switchMap(({ atm }) => prices(atm.ce)),
        take(1),
        switchMap(() => timer(afterMs)),
        concatMap(() => defer(BREAKS[how])),
      ),
    ),
});

const hoard = [];
const BREAKS = {
  loops: () => {
    for (;;);
  },
  hoards: () => {
    for (;;) hoard.push(new Array(100_000).fill(hoard.length));
  },
  floods: () =>
    range(0, 300_000).pipe(map((count) => alert('info', `${count} ${'x'.repeat(100)}`))),
  throws: () => {
    throw new TypeError('as any code may');
  },
};
