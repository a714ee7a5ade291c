import { filter, interval, map, merge, takeUntil } from 'rxjs';
import { alert, defineStrategy, z } from 'sauda';

/** Leans on all that a host gives a run: timers, chance, prices, its store, its parameters and what it carries. Ends at the close. */
export default defineStrategy({
  name: 'hosted',
  params: z.object({ everyMs: z.int().default(700), failsBelowPaise: z.int().default(0) }),
  run: ({ params, prices, positions, session, store }) =>
    merge(
      interval(params.everyMs).pipe(map((n) => alert('info', `${n} ${Math.random()}`))),
      positions.pipe(map((held) => alert('info', `holds ${held.length}`))),
      prices('NIFTY').pipe(
        map(({ lastPaise }) => {
          if (lastPaise < params.failsBelowPaise) throw new RangeError('too low');
          const seen = [...(store.get('seen') ?? []), lastPaise].slice(-3);
          store.set('seen', seen);
          return alert('info', `${seen.join()} at ${Date.now()}`);
        }),
      ),
    ).pipe(takeUntil(session.pipe(filter(({ edge }) => edge === 'close')))),
});
