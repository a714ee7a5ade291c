import { expect, it } from 'vitest';

import { StrategyProcessHost } from './strategy-process-host.ts';

/** How often its processor time is read until a process that answers nothing is ended, and what is said of it. */
async function endedAfter(
  cpuMsPerRead: number,
): Promise<{ readonly reads: number; readonly detail: string }> {
  let reads = 0;
  const ended = Promise.withResolvers<string>();
  const host = new StrategyProcessHost(
    {
      strategies: [],
      answerWithinMs: 6,
      startWithinMs: 6,
      onEnded: ({ detail }) => {
        ended.resolve(detail);
      },
    },
    ({ onLine }) => {
      queueMicrotask(() => {
        onLine('{"runId":"a","answer":{"turn":{}}}');
      });
      return {
        send: () => undefined,
        kill: () => undefined,
        cpuMs: () => {
          reads += 1;
          return reads * cpuMsPerRead;
        },
      };
    },
  );
  host.listen({ onTurn: () => undefined, onOutside: () => undefined });
  host.tell('a', { kind: 'fail', reason: 'answered at once' });
  host.tell('a', { kind: 'fail', reason: 'never answered' });
  return { detail: await ended.promise, reads };
}

it('is given its time again where it has got no processor time, and not for ever', async () => {
  expect(await endedAfter(500)).toEqual({ reads: 2, detail: 'its code has not returned for 6 ms' });
  expect(await endedAfter(1)).toEqual({ reads: 10, detail: 'its code has not returned for 30 ms' });
});
