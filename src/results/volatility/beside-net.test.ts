import { expect, test } from 'vitest';

import { type VolatilityBand } from '../backtest-result.ts';
import { outsideText, signDoubts, worstOf } from './beside-net.ts';

function run(netPaise: number, worstFillsNetPaise?: number): VolatilityBand['lower'] {
  const money = { grossPaise: netPaise, costsPaise: 0, netPaise, trades: 2 };
  return worstFillsNetPaise === undefined ? money : { ...money, worstFillsNetPaise };
}

const band = { share: 0.2, lower: run(-90_075, -110_000), higher: run(-91_681, -120_001) };

test('says where the net lies when it is not between the runs at other volatilities', () => {
  expect(outsideText({ netPaise: -83_362, band })).toMatch(/^The net lies above both/);
  expect(outsideText({ netPaise: -99_999, band })).toMatch(/^The net lies below both/);
  expect(outsideText({ netPaise: -91_000, band })).toBeNull();
  expect(outsideText({ netPaise: -90_075, band })).toBeNull();
});

test('names the worst of all runs with worst fills, wherever it is', () => {
  const as = { netPaise: -83_362, worstFillsNetPaise: -104_488, band };
  expect(worstOf(as)).toEqual({
    netPaise: -120_001,
    where: 'volatility 20 % higher',
  });
  expect(worstOf({ ...as, worstFillsNetPaise: -130_000 })).toEqual({
    netPaise: -130_000,
    where: 'volatility as modelled',
  });
});

test('names no worst of results of older programs, whose other runs kept no worst fills', () => {
  const older = { share: 0.2, lower: run(-1), higher: run(1) };
  expect(worstOf({ netPaise: 0, worstFillsNetPaise: -5, band: older })).toBeNull();
});

test('doubts a profit that another volatility or worst fills turn into a loss', () => {
  const sweep = {
    netPaise: 111_307,
    worstFillsNetPaise: -362_675,
    band: { share: 0.2, lower: run(-599_377, -700_000), higher: run(451_130, 10) },
  };
  expect(signDoubts("best variant's", sweep)).toEqual([
    "The best variant's net changes sign with the volatility: +₹1,113.07 as modelled, -₹5,993.77 at 20 % lower, +₹4,511.30 at 20 % higher",
    "Worst fills turn the best variant's profit into a loss: +₹1,113.07 becomes -₹3,626.75",
  ]);
  expect(signDoubts("best variant's", { netPaise: 5, worstFillsNetPaise: 1 })).toEqual([]);
  const both = {
    ...sweep,
    worstFillsNetPaise: 1,
    band: { ...band, lower: run(9, -8), higher: run(9, 1) },
  };
  expect(signDoubts("best variant's", both)).toEqual([
    "Worst fills with volatility 20 % lower turn the best variant's profit into a loss: +₹1,113.07 becomes -₹0.08",
  ]);
  expect(signDoubts("best variant's", { ...sweep, netPaise: -1, band })).toEqual([]);
});
