import { expect, it } from 'vitest';

import { type CostTable } from '../market/market-tables.ts';
import { contractNote, exerciseSttPaise, tradeCosts } from './costs.ts';

const PROVENANCE = { source: 'the test', confidence: 'G' } as const;

/** Rates in hundredths of the turnover, without brokerage or tax on it. */
function tableOf(rates: { stt?: number; exchange?: number; sebi?: number }): CostTable {
  const row = (hundredths = 0) => [
    { from: '2026-01-01', rateBillionths: hundredths * 10_000_000, ...PROVENANCE },
  ];
  return {
    verifiedThrough: '2026-12-31',
    brokerage: [{ from: '2026-01-01', flatPaise: 0, rateBillionths: null, ...PROVENANCE }],
    stt: row(rates.stt),
    sttOnExercise: row(),
    exchange: row(rates.exchange).map((one) => ({ ...one, exchange: 'NSE', segment: 'options' })),
    sebi: row(rates.sebi),
    stamp: row(),
    gst: row(),
  };
}

function costs(rates: { stt?: number; exchange?: number; sebi?: number }): unknown {
  const { sttPaise, exchangePaise, sebiPaise, totalPaise } = tradeCosts(tableOf(rates), {
    exchange: 'NSE',
    segment: 'options',
    side: 'sell',
    turnoverPaise: 10,
    date: '2026-11-20',
  });
  return [sttPaise, exchangePaise, sebiPaise, totalPaise];
}

it('the paise that rounded parts lack go to the largest remainders', () => {
  expect(costs({ stt: 6, exchange: 3, sebi: 7 })).toEqual([1, 0, 1, 2]);
  expect(costs({ stt: 3, exchange: 7, sebi: 6 })).toEqual([0, 1, 1, 2]);
  expect(costs({ stt: 2, exchange: 3, sebi: 5 })).toEqual([0, 0, 1, 1]);
  expect(costs({ stt: 5, exchange: 3, sebi: 2 })).toEqual([1, 0, 0, 1]);
});

it('of equal remainders the earlier line of the note takes the paisa', () => {
  expect(costs({ stt: 5, exchange: 5 })).toEqual([1, 0, 0, 1]);
  expect(costs({ exchange: 5, sebi: 5 })).toEqual([0, 1, 0, 1]);
});

it('before the first row of the table its first row holds', () => {
  const table = tableOf({});
  const sebi = [
    { from: '2026-12-01', rateBillionths: 100_000_000, ...PROVENANCE },
    { from: '2026-12-15', rateBillionths: 900_000_000, ...PROVENANCE },
  ];
  const trade = {
    exchange: 'NSE',
    segment: 'options',
    side: 'buy',
    turnoverPaise: 10,
    date: '2026-11-20',
  } as const;
  expect(tradeCosts({ ...table, sebi }, trade).sebiPaise).toBe(1);
});

const SOLD = {
  exchange: 'NSE',
  segment: 'options',
  side: 'sell',
  turnoverPaise: 1000_00,
  date: '2026-11-20',
} as const;
/** 10 %. */
const TENTH = { from: '2026-01-01', rateBillionths: 100_000_000, ...PROVENANCE };

it('stamp duty is on buys, or on both sides where its row says so', () => {
  const stampOf = (paidBy?: 'both'): number[] => {
    const table = { ...tableOf({}), stamp: [{ ...TENTH, paidBy }] };
    return (['buy', 'sell'] as const).map(
      (side) => tradeCosts(table, { ...SOLD, side }).stampPaise,
    );
  };
  expect(stampOf()).toEqual([100_00, 0]);
  expect(stampOf('both')).toEqual([100_00, 100_00]);
});

it('GST is on the SEBI fee, too, unless its row exempts it', () => {
  const gstOf = (onSebiFee?: false): number => {
    const table = { ...tableOf({ exchange: 2, sebi: 3 }), gst: [{ ...TENTH, onSebiFee }] };
    return tradeCosts(table, SOLD).gstPaise;
  };
  expect(gstOf()).toBe(5_00);
  expect(gstOf(false)).toBe(2_00);
});

it('the tax on exercise is on intrinsic value, or on the settlement price where its row says so', () => {
  const exercised = { intrinsicPaise: 500_00, settlementPaise: 90_000_00, date: '2026-11-20' };
  const intrinsic = { ...tableOf({}), sttOnExercise: [TENTH] };
  const settled = {
    ...intrinsic,
    sttOnExercise: [{ ...TENTH, of: 'settlement-price' as const }],
  };
  expect(exerciseSttPaise(intrinsic, exercised)).toBe(50_00);
  expect(exerciseSttPaise(settled, exercised)).toBe(9_000_00);
  expect(contractNote(settled, [], [exercised]).sttPaise).toBe(9_000_00);
});
