import { expect, it } from 'vitest';

import { ok } from '../../base/result.ts';
import { summedSweep } from '../../results/sweep/sweep-summary.ts';
import { aTriedSweep, aVariantRun } from '../../../test/support/results/a-sweep.ts';
import { type TaskParts } from './run-tasks.ts';
import { sweepBands } from './sweep-bands.ts';
import { VariantCache } from './variant-cache.ts';
import { type VariantTask } from './variant-task.ts';

/** The first wins while the first window chooses, the second while the second does; the third never. */
const NETS = [
  [50, 60, 9, 8, 1, 2],
  [10, 1, 50, 60, 7, 6],
  [-1, -2, -1, -2, -1, -2],
];
const SPLIT = { kind: 'walk-forward', chooseDays: 2, judgeDays: 2 } as const;

function aSweep(isModelled: boolean): ReturnType<typeof summedSweep> {
  const tried = aTriedSweep(NETS, { split: SPLIT, rank: 'net' });
  const pricing = { kind: 'own-days', source: null } as const;
  const variants = tried.variants.map(({ run, ...variant }) => {
    if (run === null || !isModelled) return { ...variant, run };
    return { ...variant, run: { ...run, about: { ...run.about, pricing } } };
  });
  return summedSweep({ ...tried, variants });
}

/** Runs a variant as it was, times a hundred, less at the lower volatility; ends with some when told to. */
function someParts(most = Infinity): TaskParts & { readonly asked: VariantTask[] } {
  const asked: VariantTask[] = [];
  const pool: TaskParts['pool'] = {
    run: (tasks, onOutcome) => {
      for (const [place, task] of tasks.slice(0, most).entries()) {
        asked.push(task);
        const nets = NETS[Number(task.params['stop']) / 10 - 1] ?? [];
        const less = (task.volatilityScale ?? 1) < 1 ? 1_000 : 0;
        const run = aVariantRun(nets.map((net) => net * 100 - less));
        onOutcome(place, { kind: 'done', run, passing: null });
      }
      return Promise.resolve(ok(null));
    },
  };
  return { asked, pool, cache: new VariantCache(null), places: [], keyOf: () => '' };
}

it('runs what each window chose and the best again, twice each, and sums the judging days', async () => {
  const sweep = aSweep(true);
  expect(sweep.walkForward?.windows.map(({ index }) => index)).toEqual([0, 1]);
  expect(sweep.best?.index).toBe(1);
  const parts = someParts();
  const told: string[] = [];
  const { best, walked } = await sweepBands(sweep, parts, ({ done, total }) => {
    told.push(`${String(done)}/${String(total)}`);
  });
  expect(told).toEqual(['1/4', '2/4', '3/4', '4/4']);
  expect(
    parts.asked.map(({ params, volatilityScale }) => [params['stop'], volatilityScale]),
  ).toEqual([
    [10, 0.8],
    [10, 1.2],
    [20, 0.8],
    [20, 1.2],
  ]);
  // 9 + 8 of the first, 7 + 6 of the second.
  expect(walked).toMatchObject({
    share: 0.2,
    lower: { netPaise: 3_000 - 4_000, worstFillsNetPaise: -1_000, trades: 8 },
    higher: { netPaise: 3_000 },
  });
  expect(best).toMatchObject({ higher: { netPaise: 13_400 } });
});

it('says nothing where no price is modelled, and nothing of what was not run to its end', async () => {
  expect(await sweepBands(aSweep(false), someParts())).toEqual({});
  const { best, walked } = await sweepBands(aSweep(true), someParts(3));
  expect([best, walked]).toEqual([undefined, undefined]);
});
