import { ignoreElements, tap } from 'rxjs';
import { defineStrategy } from 'sauda';

/** Code that does not return for three seconds of the machine's time: the run's own clock stands still meanwhile. */
export default defineStrategy({
  name: 'busy',
  run: ({ at }) =>
    at('10:18:30', { late: 'run' }).pipe(
      tap(() => {
        const endNs = process.hrtime.bigint() + 3_000_000_000n;
        while (process.hrtime.bigint() < endNs);
      }),
      ignoreElements(),
    ),
});
