import { expect, it } from 'vitest';

import { sampleFigures } from './sample-figures.ts';
import { type VariantDay } from './sweep-result.ts';

function aDay(hasRun: boolean, netPaise: number): VariantDay {
  const money = { grossPaise: netPaise, costsPaise: 0, netPaise, worstFillsNetPaise: netPaise };
  const failure = hasRun ? null : 'a slip';
  return { date: '2024-01-01', ...money, trades: 0, hasProblems: !hasRun, hasRun, failure };
}

it('has no net where no day ran', () => {
  const none = { grossPaise: null, costsPaise: null, netPaise: null };
  expect(sampleFigures([aDay(false, 0)], 100)).toMatchObject({ ...none, daysFailed: 1 });
  expect(sampleFigures([aDay(false, 0), aDay(true, 7)], 100)).toMatchObject({ netPaise: 7 });
});
