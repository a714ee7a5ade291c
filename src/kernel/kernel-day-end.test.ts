import { expect, it } from 'vitest';

import { type AttemptResult, type EngineEvent } from '../engine/event.ts';
import { VirtualClock } from './clocks.ts';
import { Kernel } from './kernel.ts';
import { scriptedHost } from '../../test/support/quiet-run.ts';

const DAY_ENDS_MS = 1_000;
const CANCELLED: AttemptResult = {
  kind: 'cancel',
  outcome: { kind: 'accepted', value: new Map() },
};

it.each([
  { atMs: DAY_ENDS_MS - 1, sent: 1, kind: 'accepted' },
  { atMs: DAY_ENDS_MS, sent: 0, kind: 'rejected' },
])('sends nothing from the very end of its day on: $atMs', ({ atMs, sent, kind }) => {
  const answers: EngineEvent[] = [];
  let attempts = 0;
  const kernel = new Kernel({
    engine: {
      step: (event) => {
        if (event.kind === 'attempt-ended') answers.push(event);
        if (event.kind !== 'time-passed') return [];
        return [{ kind: 'attempt', attempt: { attemptId: '1', kind: 'cancel', orderIds: ['1'] } }];
      },
    },
    venue: {
      name: 'test',
      attempt: () => {
        attempts += 1;
        return CANCELLED;
      },
      poll: () => Promise.reject(new TypeError('Nothing is asked here')),
    },
    host: scriptedHost(),
    journal: null,
    clock: new VirtualClock(atMs),
    requests: 'at-once',
    onNotice: () => undefined,
    dayEndsMs: DAY_ENDS_MS,
  });
  kernel.tick();
  expect(attempts).toBe(sent);
  expect(answers).toMatchObject([{ result: { outcome: { kind } } }]);
});
