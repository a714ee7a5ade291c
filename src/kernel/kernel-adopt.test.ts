import { expect, it } from 'vitest';

import { VirtualClock } from './clocks.ts';
import { Kernel } from './kernel.ts';
import { aRecipe, header, QUIET, scriptedHost } from '../../test/support/quiet-run.ts';

it('takes what fell due while a run was held for missed when the operator adopts it', () => {
  const clock = new VirtualClock(500);
  const log: string[] = [];
  let timerMs: number | null = 1_000;
  const pass = (how: string) => (atMs: number) => {
    log.push(`${how} @${String(atMs)}`);
    timerMs = null;
    return QUIET;
  };
  const host = scriptedHost();
  const recipe = aRecipe({
    nextTimerMs: () => timerMs,
    advanceTo: pass('in time'),
    passGap: pass('missed'),
  });
  const kernel = new Kernel({
    engine: { step: () => [] },
    venue: {
      name: 'test',
      attempt: () => Promise.reject(new TypeError('Nothing is sent here')),
      poll: () => Promise.reject(new TypeError('Nothing is asked here')),
    },
    host,
    journal: null,
    clock,
    requests: 'at-once',
    onNotice: () => undefined,
  });
  const { runId } = header;
  host.tell(runId, { kind: 'start', atMs: 0, recipe });
  const held = [{ runId, run: header, detail: null }];
  kernel.resume({ lastAtMs: 500, wakeAtMs: null, neverSent: [], runs: [], held });
  clock.advanceTo(3_000);
  kernel.tick();
  expect(log).toEqual([]);
  const request = { action: 'release', runId, how: 'adopt', reason: 'looked' } as const;
  kernel.post({ kind: 'operator-asked', request });
  kernel.drain();
  clock.advanceTo(3_100);
  kernel.tick();
  expect(log).toEqual(['missed @3000']);
});
