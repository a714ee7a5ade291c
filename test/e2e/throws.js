import { tap, timer } from 'rxjs';
import { defineStrategy } from 'sauda';

export default defineStrategy({
  name: 'throws',
  run: () =>
    timer(1_000).pipe(
      tap(() => {
        throw new TypeError('on purpose');
      }),
    ),
});
