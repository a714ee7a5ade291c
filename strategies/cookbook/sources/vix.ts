import { catchError, EMPTY, exhaustMap, from, timer } from 'rxjs';
import { defineSource, z } from 'sauda';

/** Where a program of yours says the level of a volatility index, as `{"level": 13.4}`. Put its host here, or a feed of your own below. */
const HOST = '127.0.0.1:8790';

async function latest(): Promise<unknown> {
  const answer = await fetch(`http://${HOST}/vix.json`, { signal: AbortSignal.timeout(10_000) });
  return answer.json();
}

/**
 * The volatility index, once a minute. A minute without an answer has no value: rules that read it do nothing once the last one is
 * stale. What is not a level is left out and reported.
 */
export default defineSource({
  name: 'vix',
  hosts: [HOST],
  schema: z.object({ level: z.number().positive() }),
  open: () => timer(0, 60_000).pipe(exhaustMap(() => from(latest()).pipe(catchError(() => EMPTY)))),
});
