import { expect, it } from 'vitest';

import { type Trade } from '../backtest-result.ts';
import { aResult } from '../../../test/support/results/a-result.ts';
import { excursionsOf } from './excursions.ts';

/** Trades by net, MAE and MFE, paise; all of one unit. */
function trades(told: readonly (readonly [net: number, mae: number, mfe: number])[]): Trade[] {
  const [...made] = aResult({ dates: 10 }).trades;
  const excursion = (paise: number) => ({ grossPaise: paise, perUnitPaise: paise });
  expect(made.length).toBeGreaterThanOrEqual(told.length);
  return made.slice(0, told.length).map((trade, place) => {
    const [netPaise = NaN, mae = NaN, mfe = NaN] = told[place] ?? [];
    return { ...trade, netPaise, mae: excursion(mae), mfe: excursion(mfe) };
  });
}

it('means are of all, of what won and of what lost; the deepest come first', () => {
  // By hand: MAE (100 + 50 + 300 + 0) / 4 = 112.5, away from 0: 113; MFE (400 + 900 + 100 + 0) / 4 = 350.
  const all = trades([
    [300, -100, 400],
    [800, -50, 900],
    [-250, -300, 100],
    [0, 0, 0],
  ]);
  const found = excursionsOf(all);
  expect(found).toMatchObject({
    count: 4,
    averageMaePaise: -113,
    averageMfePaise: 350,
    maeOfWinsPaise: -75,
    mfeOfLossesPaise: 100,
  });
  expect(found.deepest.map(({ mae }) => mae.grossPaise)).toEqual([-300, -100, -50]);
});

it('are not defined where no trade tells them, as in results of older programs', () => {
  const bare = aResult({ dates: 3 }).trades.map(({ mae, mfe, ...trade }): Trade => {
    expect([mae, mfe]).toBeDefined();
    return trade;
  });
  expect(excursionsOf(bare)).toEqual({
    count: 0,
    averageMaePaise: null,
    averageMfePaise: null,
    maeOfWinsPaise: null,
    mfeOfLossesPaise: null,
    deepest: [],
  });
});

it('a trade that fell least of all is not listed among the deepest beyond five', () => {
  const all = trades([-1, -2, -3, -4, -5, -6].map((mae) => [1, mae, 1] as const));
  expect(excursionsOf(all).deepest.map(({ mae }) => mae.grossPaise)).toEqual([-6, -5, -4, -3, -2]);
});
