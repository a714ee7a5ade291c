import { expect, it } from 'vitest';

import { summedSweep } from '../sweep/sweep-summary.ts';
import { aTriedSweep } from '../../../test/support/results/a-sweep.ts';
import { sweepCsv } from './sweep-csv.ts';

it('has a row for each variant, in the order of the combinations, with both samples apart', () => {
  const split = { kind: 'holdout', inSamplePercent: 50 } as const;
  const tried = aTriedSweep(
    [
      [100, 200, -150, 75],
      [10, 20, 30, 40],
    ],
    { split },
  );
  const [one, two] = tried.variants;
  if (one === undefined || two === undefined) throw new TypeError('two variants were made');
  const failed = { ...two, status: 'failed', problem: '=boom', run: null } as const;
  const lines = sweepCsv(summedSweep({ ...tried, variants: [one, failed] })).split('\r\n');
  const head = lines[0]?.split(',') ?? [];
  const first = lines[1]?.split(',') ?? [];
  const cell = (name: string): string | undefined => first[head.indexOf(name)];
  expect(cell('param_stop')).toBe('10');
  expect(cell('net_rupees')).toBe('2.25');
  expect(cell('in_sample_net_rupees')).toBe('3.00');
  expect(cell('out_of_sample_net_rupees')).toBe('-0.75');
  expect(cell('out_of_sample_drawdown_rupees')).toBe('1.50');
  // A text that a spreadsheet would run is made harmless.
  expect(lines[2]).toMatch(/^1,20,failed,.*,'=boom$/);
  expect(lines[2]?.split(',')).toHaveLength(head.length);
});
