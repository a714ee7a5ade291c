import { expect, it } from 'vitest';

import { benchmarkOf, heldNets, type BenchmarkDay } from './benchmark.ts';

const CAPITAL_PAISE = 100_000_000;

/** Days of an index by open and close, points; null for a day without a price. */
function days(told: readonly (readonly [open: number, close: number] | null)[]): BenchmarkDay[] {
  return told.map((day, place) => ({
    date: `2024-01-0${String(place + 1)}`,
    openPaise: day === null ? null : day[0] * 100,
    closePaise: day === null ? null : day[1] * 100,
  }));
}

it('puts the capital into the index at its first price and holds it to the last close', () => {
  // 10,00,000 rupees at 20,000: 50 of the index. Closes 20,200, 19,800, 20,400: worth +10,000, -10,000, +20,000.
  // Days +10,000, -20,000, +30,000: mean 6,666.67, deviations 3,333.33, -26,666.67, 23,333.33; s = √(633,333,333) = 25,166.11.
  const { held, reason } = benchmarkOf(
    {
      underlying: 'NIFTY',
      days: days([
        [20_000, 20_200],
        [20_150, 19_800],
        [19_900, 20_400],
      ]),
    },
    CAPITAL_PAISE,
  );
  expect(reason).toBeNull();
  expect(held).toMatchObject({
    fromPaise: 2_000_000,
    netPaise: 2_000_000,
    returnOnCapital: 0.02,
    drawdownPaise: 2_000_000,
  });
  expect(held?.sharpe).toBeCloseTo((20_000 / 3 / Math.sqrt(1_900_000_000 / 3)) * Math.sqrt(250), 6);
  expect(held?.annualReturn).toBeCloseTo((20_000 / 3 / 1_000_000) * 250, 10);
  // From 10,10,000 to 9,90,000, as the index fell from 20,200 to 19,800.
  expect(held?.drawdownOfPeak).toBeCloseTo(400 / 20_200, 10);
});

it('begins on the first day that has a price, and stands still on a day without one', () => {
  const told = days([null, [100, 110], null, [115, 121]]);
  const { held } = benchmarkOf({ underlying: 'FINNIFTY', days: told }, CAPITAL_PAISE);
  expect(held?.closes).toEqual([
    { date: '2024-01-02', closePaise: 11_000 },
    { date: '2024-01-04', closePaise: 12_100 },
  ]);
  expect(held).toMatchObject({ netPaise: 21_000_000, drawdownPaise: 0, drawdownOfPeak: null });
  // Three days are held: +10 %, 0, +11 % of the capital. Mean 7 %, s² = (9 + 49 + 16) / 2 = 37.
  expect(held?.sharpe).toBeCloseTo((7 / Math.sqrt(37)) * Math.sqrt(250), 6);
  if (held === null) return;
  const nets = heldNets(told, { ...held, capitalPaise: CAPITAL_PAISE });
  expect(nets.map(({ netPaise }) => netPaise)).toEqual([0, 10_000_000, 0, 11_000_000]);
});

it('says why there is none', () => {
  const without = { underlying: 'NIFTY', days: days([null, null]) };
  expect(benchmarkOf(without, CAPITAL_PAISE)).toEqual({
    underlying: 'NIFTY',
    held: null,
    reason: 'The prices hold no minute of the NIFTY index on a day that ran',
  });
  const one = { underlying: 'NIFTY', days: days([[100, 101]]) };
  expect(benchmarkOf(one, 0).reason).toBe('There is no capital to buy it with');
});

it('has no Sharpe ratio on a single day', () => {
  const { held } = benchmarkOf({ underlying: 'NIFTY', days: days([[100, 99]]) }, CAPITAL_PAISE);
  expect(held).toMatchObject({ sharpe: null, annualReturn: null, drawdownPaise: 1_000_000 });
});
