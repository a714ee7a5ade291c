import { setTimeout as later } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { machine } from '../../test/support/machine-time.ts';
import { type EngineEvent, type PollResult } from '../engine/event.ts';
import { driveWall } from './drive-wall.ts';
import { Kernel } from './kernel.ts';
import { scriptedHost } from '../../test/support/quiet-run.ts';

it('waits for the answers under way before it ends', async () => {
  let nowMs = 0;
  const clock = { nowMs: () => nowMs };
  const steps: EngineEvent['kind'][] = [];
  const kernel = new Kernel({
    engine: {
      step: ({ kind }) => {
        steps.push(kind);
        nowMs = 1_000;
        return steps.length === 1 ? [{ kind: 'poll', poll: { subject: 'orders' } }] : [];
      },
    },
    venue: {
      name: 'test',
      attempt: () => Promise.reject(new TypeError('Nothing is placed here')),
      poll: () =>
        later<PollResult>(20, { subject: 'quotes', outcome: { kind: 'accepted', value: [] } }),
    },
    host: scriptedHost(),
    journal: null,
    clock,
    requests: 'at-once',
    onNotice: () => undefined,
  });
  await driveWall({
    kernel,
    clock,
    machine,
    speed: 1,
    untilMs: 1_000,
    onReady: () => undefined,
    isSettled: () => true,
  });
  expect(kernel.pendingRequests).toBe(0);
  expect(steps).toEqual(['time-passed', 'poll-ended']);
});
