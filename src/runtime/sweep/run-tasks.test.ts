import { expect, it } from 'vitest';

import { ok } from '../../base/result.ts';
import { type VariantRun } from '../../results/sweep-result.ts';
import { aVariantRun } from '../../results/testing/a-tried-sweep.ts';
import { runTasks, type TaskParts } from './run-tasks.ts';
import { type VariantTask } from './variant-task.ts';

const TASKS: readonly VariantTask[] = [0.8, 1.2].map((volatilityScale) => {
  return { params: { stop: 10 }, first: null, volatilityScale };
});

/** Parts with a cache in memory and a pool whose runs are `passing`. */
function someParts(passing: string | null): TaskParts & { readonly ran: VariantTask[] } {
  const ran: VariantTask[] = [];
  const entries = new Map<string, VariantRun>();
  return {
    ran,
    places: [],
    keyOf: ({ volatilityScale }) => String(volatilityScale),
    cache: {
      read: (key) => entries.get(key) ?? null,
      write: (key, run) => void entries.set(key, run),
      leaveOut: () => undefined,
      damaged: () => 0,
      trouble: () => null,
    },
    pool: {
      run: (tasks, onOutcome) => {
        ran.push(...tasks);
        for (const place of tasks.keys()) {
          onOutcome(place, { kind: 'done', run: aVariantRun([place]), passing });
        }
        return Promise.resolve(ok(null));
      },
    },
  };
}

it.each([
  [null, [false, false, true, true], 2],
  ['it opens a file', [false, false, false, false], 4],
] as const)('runs the same tasks once where they can be kept (%s)', async (passing, kept, runs) => {
  const parts = someParts(passing);
  const told: boolean[] = [];
  for (const tasks of [TASKS, TASKS]) {
    await runTasks(tasks, parts, (_place, _outcome, isKept) => told.push(isKept));
  }
  expect(told).toEqual(kept);
  expect(parts.ran).toHaveLength(runs);
});

it('runs only what is missing, and tells each by its own place', async () => {
  const parts = someParts(null);
  const [, second] = TASKS;
  await runTasks(second === undefined ? [] : [second], parts, () => undefined);
  const places: (readonly [number, boolean])[] = [];
  await runTasks(TASKS, parts, (place, _outcome, isKept) => places.push([place, isKept]));
  expect(places).toEqual([
    [1, true],
    [0, false],
  ]);
});
