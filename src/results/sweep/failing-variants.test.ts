import { describe, expect, it } from 'vitest';

import { sweepCsv } from '../csv/sweep-csv.ts';
import { aTriedSweep, failingRun } from '../../../test/support/results/a-sweep.ts';
import { wholeAndBestFirst } from './ranking.ts';
import { type SweepResult, type SweepSplit } from './sweep-result.ts';
import { summedSweep } from './sweep-summary.ts';

/** Three variants, the first by far the best; some failed on as many of their first days. */
function swept(failedDays: readonly number[], split: SweepSplit = { kind: 'none' }): SweepResult {
  const nets = [
    [900, 910, 905, 900],
    [10, 20, 10, 20],
    [-10, 20, -10, 20],
  ];
  const tried = aTriedSweep(nets, { split });
  const variants = tried.variants.map((variant, index) => {
    const { run } = variant;
    return run === null ? variant : { ...variant, run: failingRun(run, failedDays[index] ?? 0) };
  });
  return summedSweep({ ...tried, variants });
}

describe('a variant whose strategy failed', () => {
  it('says on how many days and why, in its row and among the doubts', () => {
    const result = swept([4, 0, 0]);
    const [failed, sound] = result.variants;
    const told = 'failed on 4 of 4 days, first on 2024-01-01: boom';
    expect(failed).toMatchObject({ status: 'done', problem: told, whole: { daysFailed: 4 } });
    expect(sound).toMatchObject({ problem: null, whole: { daysFailed: 0 } });
    expect(result.warnings).toContain(
      `The strategy of 1 variant failed on days that it ran, and cannot be best: #0 ${told}`,
    );
    expect(sweepCsv(result).split('\r\n')[1]).toContain(told);
  });

  it('is never best, though it failed on one day only, and stands after those that did not fail', () => {
    const result = swept([1, 0, 0]);
    expect(result.best).toMatchObject({ index: 1, judged: 0 });
    expect(result.variants.toSorted(wholeAndBestFirst('sharpe')).map(({ index }) => index)).toEqual(
      [1, 2, 0],
    );
  });

  it('has no place among those that are judged, and is chosen in no window', () => {
    expect(swept([1, 0, 0], { kind: 'holdout', inSamplePercent: 50 }).best).toMatchObject({
      index: 1,
      placeOutOfSample: 1,
      judged: 2,
    });
    const walked = swept([1, 0, 0], { kind: 'walk-forward', chooseDays: 2, judgeDays: 2 });
    expect(walked.walkForward?.windows).toMatchObject([{ index: 1 }]);
  });

  it('leaves none best where all failed, and calls none the same as another', () => {
    const result = swept([4, 4, 1]);
    expect(result.best).toBeNull();
    expect(result.warnings[0]).toMatch(/^The strategy of 3 variants failed .* none is best$/);
    expect(result.warnings.join()).not.toContain('decided the same');
  });
});
