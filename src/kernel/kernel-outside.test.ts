import { expect, it } from 'vitest';

import { type EngineEvent } from '../engine/event.ts';
import { VirtualClock } from './clocks.ts';
import { type HostedRun } from './hosted-run.ts';
import { Kernel } from './kernel.ts';
import { header, QUIET } from './testing/quiet-run.ts';

it('a run that does something outside of its turns fails at once', () => {
  const events: EngineEvent[] = [];
  const kernel = new Kernel({
    engine: {
      step: (event) => {
        events.push(event);
        return [];
      },
    },
    venue: {
      name: 'test',
      attempt: () => expect.unreachable(),
      poll: () => expect.unreachable(),
    },
    journal: null,
    clock: new VirtualClock(0),
    requests: 'at-once',
    onNotice: () => undefined,
  });
  let outside: (reason: string) => void = () => undefined;
  const run: HostedRun = {
    header,
    start: () => QUIET,
    deliver: () => QUIET,
    advanceTo: () => QUIET,
    passGap: () => QUIET,
    fail: (failure) => ({ ...QUIET, state: 'failed', failure }),
    whenOutside: (listener) => {
      outside = listener;
    },
    nextTimerMs: () => null,
    nextPriceMs: () => null,
    stop: () => undefined,
  };
  kernel.startRun(run);
  outside('emitted a command outside of its turns');
  // No input came, and no time passed.
  expect(events.at(-1)).toMatchObject({
    kind: 'run-ended',
    how: 'failed',
    detail: 'emitted a command outside of its turns',
  });
});
