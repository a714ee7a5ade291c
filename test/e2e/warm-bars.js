import { map, take } from 'rxjs';
import { alert, defineStrategy } from 'sauda';

/** Says some bars, and begins with those before its start. */
export default defineStrategy({
  name: 'warm-bars',
  run: ({ bars }) =>
    bars('NIFTY', 1, { warmup: 3 }).pipe(
      take(6),
      map(({ startMs, closePaise }) => alert('info', `${startMs} ${closePaise}`)),
    ),
});
