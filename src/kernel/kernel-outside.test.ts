import { expect, it } from 'vitest';

import { type EngineEvent } from '../engine/event.ts';
import { type RunHost, type Turn } from '../ports/run-host.ts';
import { VirtualClock } from './clocks.ts';
import { Kernel } from './kernel.ts';
import { aRecipe, QUIET, scriptedHost } from '../../test/support/quiet-run.ts';

function kernelOver(host: RunHost, events: EngineEvent[], clock = new VirtualClock(0)): Kernel {
  return new Kernel({
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
    host,
    journal: null,
    clock,
    requests: 'at-once',
    onNotice: () => undefined,
  });
}

it('a run that does something outside of its turns fails at once', () => {
  const events: EngineEvent[] = [];
  const kernel = kernelOver(scriptedHost(), events);
  let outside: (reason: string) => void = () => undefined;
  kernel.startRun(
    aRecipe({
      fail: (failure) => ({ ...QUIET, state: 'failed', failure }),
      whenOutside: (listener) => {
        outside = listener;
      },
    }),
  );
  outside('emitted a command outside of its turns');
  // No input came, and no time passed.
  expect(events.at(-1)).toMatchObject({
    kind: 'run-ended',
    how: 'failed',
    detail: 'emitted a command outside of its turns',
  });
});

it('works in what a host answers later, and meanwhile gives that run no time', () => {
  const events: EngineEvent[] = [];
  const clock = new VirtualClock(0);
  const answers: (() => void)[] = [];
  const host = scriptedHost();
  const kernel = kernelOver(
    {
      ...host,
      listen: ({ onTurn, onOutside }) => {
        host.listen({
          onTurn: (...answer) => {
            answers.push(() => {
              onTurn(...answer);
            });
          },
          onOutside,
        });
      },
      tell: (runId, call) => {
        host.tell(runId, call);
      },
    },
    events,
    clock,
  );
  const command = { kind: 'alert', severity: 'info', message: 'x' } as const;
  const said: Turn = { ...QUIET, commands: [{ atMs: 0, command }] };
  kernel.startRun(aRecipe({ start: () => said, advanceTo: () => said, nextTimerMs: () => 1_000 }));
  clock.advanceTo(2_000);
  kernel.tick();
  expect([events.map(({ kind }) => kind), kernel.nextDueMs()]).toEqual([
    ['run-started', 'time-passed'],
    null,
  ]);
  answers.shift()?.();
  expect(events.at(-1)).toMatchObject({ kind: 'commands-emitted', atMs: 2_000 });
  expect(kernel.nextDueMs()).toBe(1_000);
  kernel.tick();
  kernel.tick();
  expect(answers).toHaveLength(1);
});
