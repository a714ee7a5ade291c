import { DateTime } from 'luxon';
import { bufferTime, debounceTime, delay, interval, map, merge, mergeMap, of, timer } from 'rxjs';
import { alert, defineStrategy, z } from 'sauda';

const note = (what) => alert('info', JSON.stringify(what));

/** Leans on all that could differ between two processes: time, randomness, zones, the order of timers and microtasks. */
export default defineStrategy({
  name: 'wayward',
  params: z.object({ everyMs: z.int().default(61_000) }),
  run: ({ prices, every, params, store }) => {
    const index = prices('NIFTY');
    return merge(
      interval(params.everyMs).pipe(
        map(() => note([Date.now(), Math.random(), crypto.randomUUID(), new Date().toString()])),
      ),
      index.pipe(
        debounceTime(7_000),
        map(({ lastPaise }) => note(['calm', lastPaise, DateTime.now().toISO()])),
      ),
      index.pipe(
        bufferTime(90_000),
        map((all) => note(['heard', all.length])),
      ),
      index.pipe(
        mergeMap(({ lastPaise }) => of(lastPaise).pipe(delay(Math.random() * 30_000))),
        bufferTime(300_000),
        map((late) => note(['late', late])),
      ),
      timer(90_000, 120_000).pipe(
        map((count) => {
          store.set('seen', [count, Math.round(Math.random() * 1_000)]);
          return note(['kept', new Date(2026, 1, 1).getTime(), new Date().toLocaleString()]);
        }),
      ),
      every(240_000, { from: '09:20', to: '15:00' }).pipe(
        map(({ atMs }) => note(['every', atMs, performance.now()])),
      ),
    );
  },
});
