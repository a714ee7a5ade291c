import { pathToFileURL } from 'node:url';

import { expect, it } from 'vitest';

import { ok } from '../../base/result.ts';
import { type VariantRun } from '../../results/sweep/sweep-result.ts';
import { aVariantRun } from '../../../test/support/results/a-sweep.ts';
import { placesOf, runTasks, type TaskParts, withoutPlaces, withPlaces } from './run-tasks.ts';
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

interface Lies {
  readonly strategy: string;
  readonly files: readonly string[];
}

function placesAt({ strategy, files }: Lies): ReturnType<typeof placesOf> {
  const folder = pathToFileURL(strategy).href;
  const imports = ['bots/near.ts', 'lib/signal.ts', 'own%20name.ts'].map(
    (file) => `${folder}/${file}`,
  );
  return placesOf({ path: `${strategy}/bots/a.ts`, imports }, files);
}

/** What runs name where files lie so. */
function runAt({ strategy, files: [first = '', second = ''] }: Lies): VariantRun {
  const used = { sha256: 'a'.repeat(64), underlyings: ['NIFTY'], contracts: 0, rows: 1 };
  const money = { grossPaise: 1, costsPaise: 1, netPaise: 0, worstFillsNetPaise: -1 };
  const day = { date: '2024-01-02', ...money, trades: 2 };
  const url = pathToFileURL(`${strategy}/bots/a.ts`).href;
  const failure = `no strike (at ${strategy}/lib/signal.ts:3:4, ${url})`;
  return {
    days: [
      { ...day, hasProblems: false, hasRun: true, failure: null },
      { ...day, hasProblems: true, hasRun: true, failure },
    ],
    decisionsSha256: 'b'.repeat(64),
    about: {
      capitalPaise: 1,
      underlyings: ['NIFTY'],
      prices: [
        { ...used, source: first },
        { ...used, source: second },
      ],
      assumptions: [`The name of ${second} tells no index`, 'Nothing else $& is assumed'],
    },
  };
}

const here: Lies = {
  // An address tells a space in another way than a path does.
  strategy: '/home/my own',
  files: ['/home/my own/nifty.csv', '/home/my own/nifty.csv.2'],
};
const there: Lies = { strategy: '/srv/$&/strategies', files: ['/data/nifty.csv', '/nifty.csv.2'] };

it('a run that was kept tells the places of who asks', () => {
  const kept = withoutPlaces(runAt(here), placesAt(here));
  expect(JSON.stringify(kept)).not.toContain('home');
  expect(withPlaces(kept, placesAt(there))).toEqual(runAt(there));
  expect(withPlaces(kept, placesAt(here))).toEqual(runAt(here));
  expect(withoutPlaces(runAt(there), placesAt(there))).toEqual(kept);
});

it('leaves texts alone where files have no folder in common', () => {
  const places = placesOf({ path: '/a/s.ts', imports: ['file:///b/x.ts'] }, []);
  const run = runAt(here);
  expect(withoutPlaces(run, places)).toEqual(run);
});
