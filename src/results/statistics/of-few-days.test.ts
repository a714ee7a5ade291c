import { expect, it } from 'vitest';

import { performanceOf } from '../performance.ts';
import { aResult } from '../../../test/support/results/a-result.ts';
import { withoutFewDays } from './of-few-days.ts';

it('shows no ratio of fewer than 20 days, neither of strategies nor of what was held', () => {
  const few = aResult({ dates: 15 });
  const held = { annualReturn: 0.2, sharpe: 1.5 };
  const result = { ...few, benchmarks: [{ underlying: 'NIFTY', reason: null, held }] as never };
  const performance = performanceOf(result);
  expect(performance.days).toBeLessThan(20);
  const shown = withoutFewDays({ result, performance });
  expect(shown.performance).toMatchObject({ sharpe: null, sortino: null, calmar: null });
  expect(shown.performance.ofDays).toEqual(performance.ofDays);
  expect(shown.result.benchmarks).toMatchObject([{ held: { annualReturn: null, sharpe: null } }]);
});

it('leaves more days as they are', () => {
  const result = aResult({ dates: 60 });
  const shown = { result, performance: performanceOf(result) };
  expect(withoutFewDays(shown)).toEqual(shown);
});
