import { expect, it } from 'vitest';

import { totalsOf } from './backtest-totals.ts';
import { aResult } from '../../test/support/results/a-result.ts';

const [day] = aResult({ dates: 1 }).days;
const days = day === undefined ? [] : [day];

it('has a best and a worst day where anything was traded', () => {
  const { bestDay, worstDay } = totalsOf(days, 0);
  expect(bestDay).toEqual({ date: day?.date, netPaise: day?.netPaise });
  expect(worstDay).toEqual(bestDay);
});

it('has none where nothing was', () => {
  const idle = days.map((one) => ({
    ...one,
    trades: 0,
    grossPaise: 0,
    costsPaise: 0,
    netPaise: 0,
  }));
  expect(totalsOf(idle, 0)).toMatchObject({ daysRun: 1, bestDay: null, worstDay: null });
});
