import { expect, it } from 'vitest';

import { earlierProfitPaise, positionOf } from './carried-over.ts';

it.each([
  [1, -500],
  [-1, 500],
  [75, -500],
  [-75, 500],
])('%i units carried over for 500 paise begin with %i paise of cash', (netUnits, cashPaise) => {
  const carried = { netUnits, openValuePaise: 500 };
  expect(positionOf(carried)).toEqual({ ...carried, cashPaise, realisedPaise: 0 });
});

it.each([
  [2, 80],
  [-2, -80],
])('%i units carried over had earned %i paise before the day', (netUnits, profitPaise) => {
  const carried = { netUnits, openValuePaise: 200, lastPaise: 140 };
  expect(earlierProfitPaise(carried)).toBe(profitPaise);
});
