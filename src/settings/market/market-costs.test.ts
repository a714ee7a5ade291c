import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { InvariantViolation } from '../../base/invariant.ts';
import {
  contractNote,
  type CostedTrade,
  type ExercisedOption,
  exerciseSttPaise,
  tradeCosts,
} from '../../model/money/costs.ts';
import { addDays } from '../../model/time/ist.ts';
import { loadMarketTables } from './market-tables.ts';

const { costs: table } = loadMarketTables();

function trade(of: Partial<CostedTrade> = {}): CostedTrade {
  return {
    exchange: 'NSE',
    segment: 'options',
    side: 'sell',
    turnoverPaise: 110_00 * 65,
    date: '2026-04-06',
    ...of,
  };
}

/** Twenty times its intrinsic value is what its index settled at. */
function exercised(intrinsicPaise: number, date: string): ExercisedOption {
  return { intrinsicPaise, settlementPaise: 20 * intrinsicPaise, date };
}

describe('one lot of 65 NIFTY options on NSE after April 2026', () => {
  test('bought at 100: 26.53 rupees', () => {
    expect(tradeCosts(table, trade({ side: 'buy', turnoverPaise: 100_00 * 65 }))).toEqual({
      brokeragePaise: 2000,
      sttPaise: 0,
      exchangePaise: 231,
      sebiPaise: 1,
      gstPaise: 402,
      stampPaise: 19,
      totalPaise: 2653,
    });
  });

  test('sold at 110: 37.33 rupees, and 37.61 on a contract note, where STT is 11 rupees', () => {
    expect(tradeCosts(table, trade())).toMatchObject({ sttPaise: 1072, totalPaise: 3733 });
    expect(contractNote(table, [trade()])).toMatchObject({ sttPaise: 1100, totalPaise: 3761 });
  });
});

describe('rates by date, per crore of turnover', () => {
  const crore = 1_00_00_000_00;

  test.each([
    ['options', '2019-01-01', 5_000_00],
    ['options', '2023-03-31', 5_000_00],
    ['options', '2023-04-01', 6_250_00],
    ['futures', '2019-01-01', 1_000_00],
    ['futures', '2023-03-31', 1_000_00],
    ['futures', '2023-04-01', 1_250_00],
    ['options', '2024-09-30', 6_250_00],
    ['options', '2024-10-01', 10_000_00],
    ['options', '2026-03-31', 10_000_00],
    ['options', '2026-04-01', 15_000_00],
    ['futures', '2024-09-30', 1_250_00],
    ['futures', '2024-10-01', 2_000_00],
    ['futures', '2026-04-01', 5_000_00],
  ] as const)('STT on %s sold on %s: %d paise', (segment, date, sttPaise) => {
    const sold = tradeCosts(table, trade({ segment, date, turnoverPaise: crore }));
    expect(sold.sttPaise).toBe(sttPaise);
    const bought = tradeCosts(table, trade({ segment, date, turnoverPaise: crore, side: 'buy' }));
    expect(bought.sttPaise).toBe(0);
  });

  test.each([
    // The fund's 0.01 rupees are a paisa.
    ['NSE', 'options', '2019-01-01', 5_000_01],
    ['NSE', 'options', '2020-12-31', 5_000_01],
    ['NSE', 'options', '2021-01-01', 5_300_01],
    ['NSE', 'options', '2023-03-31', 5_300_01],
    ['NSE', 'options', '2023-04-01', 5_050_00],
    ['NSE', 'futures', '2019-01-01', 190_01],
    ['NSE', 'futures', '2021-01-01', 200_01],
    ['NSE', 'futures', '2023-04-01', 200_00],
    ['BSE', 'options', '2023-05-15', 500_00],
    ['BSE', 'options', '2023-11-01', 3_750_00],
    ['NSE', 'options', '2024-03-31', 5_050_00],
    ['NSE', 'options', '2024-09-30', 5_000_00],
    ['NSE', 'options', '2024-10-01', 3_553_00],
    ['NSE', 'options', '2026-03-01', 3_553_00],
    ['NSE', 'futures', '2024-03-31', 200_00],
    ['NSE', 'futures', '2024-09-30', 198_00],
    ['NSE', 'futures', '2024-10-01', 183_00],
    ['NSE', 'futures', '2026-03-01', 183_00],
    ['BSE', 'options', '2024-05-12', 3_750_00],
    ['BSE', 'options', '2024-09-30', 4_950_00],
    ['BSE', 'options', '2024-10-01', 3_250_00],
    ['BSE', 'options', '2026-03-01', 3_250_00],
    ['BSE', 'futures', '2026-03-01', 0],
  ] as const)('%s charges %s from %s: %d paise', (...row) => {
    const [exchange, segment, date, exchangePaise] = row;
    const made = tradeCosts(table, trade({ exchange, segment, date, turnoverPaise: crore }));
    expect(made.exchangePaise).toBe(exchangePaise);
  });

  test.each([
    ['2019-01-01', 15_00],
    ['2019-03-31', 15_00],
    ['2019-04-01', 10_00],
    ['2020-05-31', 10_00],
    ['2020-06-01', 5_00],
    ['2021-03-31', 5_00],
    ['2021-04-01', 10_00],
    ['2026-11-20', 10_00],
  ])('SEBI charges from %s: %d paise', (date, sebiPaise) => {
    expect(tradeCosts(table, trade({ date, turnoverPaise: crore })).sebiPaise).toBe(sebiPaise);
  });

  test.each([
    ['2022-07-17', 0],
    ['2022-07-18', 1_80],
  ])('on %s GST on the SEBI fee is %d paise', (date, onFeePaise) => {
    const made = tradeCosts(table, trade({ date, turnoverPaise: crore }));
    const withoutPaise = Math.round((made.brokeragePaise + made.exchangePaise) * 0.18);
    expect(made.gstPaise - withoutPaise).toBe(onFeePaise);
  });

  test('before July 2020 both sides paid stamp duty, of one rate', () => {
    const on = (date: string, side: 'buy' | 'sell', segment: 'options' | 'futures'): number =>
      tradeCosts(table, trade({ date, side, segment, turnoverPaise: crore })).stampPaise;
    for (const segment of ['options', 'futures'] as const) {
      expect(on('2020-06-30', 'buy', segment)).toBe(200_00);
      expect(on('2020-06-30', 'sell', segment)).toBe(200_00);
      expect(on('2020-07-01', 'sell', segment)).toBe(0);
    }
    expect(on('2020-07-01', 'buy', 'options')).toBe(300_00);
    expect(on('2020-07-01', 'buy', 'futures')).toBe(200_00);
  });

  test('stamp duty on buys only', () => {
    const options = tradeCosts(table, trade({ side: 'buy', turnoverPaise: crore }));
    expect(options.stampPaise).toBe(300_00);
    const futures = trade({ side: 'buy', segment: 'futures', turnoverPaise: crore });
    expect(tradeCosts(table, futures).stampPaise).toBe(200_00);
    expect(tradeCosts(table, trade()).stampPaise).toBe(0);
  });

  test('brokerage of futures is 0.03 % or 20 rupees, whichever is less', () => {
    const of = (turnoverPaise: number): number =>
      tradeCosts(table, trade({ segment: 'futures', turnoverPaise })).brokeragePaise;
    expect(of(50_000_00)).toBe(15_00);
    expect(of(66_666_67)).toBe(20_00);
    expect(of(crore)).toBe(20_00);
  });

  test.each([
    ['sell', 7_000_00, 'sttPaise', 11_00],
    ['sell', 6_999_99, 'sttPaise', 10_00],
    ['buy', 50_000_00, 'stampPaise', 2_00],
    ['buy', 49_999_99, 'stampPaise', 1_00],
    ['buy', 5_000_00, 'sebiPaise', 1],
    ['buy', 4_999_99, 'sebiPaise', 0],
  ] as const)('a note rounds half up: %s for %d paise', (...row) => {
    const [side, turnoverPaise, part, paise] = row;
    expect(contractNote(table, [trade({ side, turnoverPaise })])[part]).toBe(paise);
  });

  test('a note rounds sums, not orders', () => {
    // Each alone has 0.45 rupees of STT, which is none; together they have 1.35.
    const small = trade({ turnoverPaise: 300_00 });
    expect(contractNote(table, [small]).sttPaise).toBe(0);
    expect(contractNote(table, [small, small, small]).sttPaise).toBe(1_00);
  });

  test('exercise is part of the STT of its day, which is rounded once', () => {
    const date = '2026-04-06';
    // 10.725 rupees on the sale and 0.15 % of 651.25 on the exercise, 0.976875: 11.70, which is 12 rupees.
    const note = contractNote(table, [trade({ date })], [exercised(651_25, date)]);
    const without = contractNote(table, [trade({ date })]);
    expect(without.sttPaise).toBe(11_00);
    expect(note).toEqual({ ...without, sttPaise: 12_00, totalPaise: without.totalPaise + 1_00 });
    const alone = contractNote(table, [], [exercised(10_000_00, date)]);
    expect(alone).toMatchObject({ sttPaise: 15_00, totalPaise: 15_00 });
  });

  test('exercise', () => {
    // Twenty times the intrinsic value is what the index settled at.
    expect(exerciseSttPaise(table, exercised(crore, '2019-08-31'))).toBe(20 * 12_500_00);
    expect(exerciseSttPaise(table, exercised(crore, '2019-09-01'))).toBe(12_500_00);
    expect(exerciseSttPaise(table, exercised(crore, '2026-03-31'))).toBe(12_500_00);
    expect(exerciseSttPaise(table, exercised(crore, '2026-04-01'))).toBe(15_000_00);
  });
});

const anyTrade: fc.Arbitrary<CostedTrade> = fc.record({
  exchange: fc.constantFrom('NSE', 'BSE'),
  segment: fc.constantFrom('options', 'futures'),
  side: fc.constantFrom('buy', 'sell'),
  turnoverPaise: fc.integer({ min: 0, max: 10 ** 13 }),
  date: fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2019-01-01', days)),
});

function parts(costs: ReturnType<typeof tradeCosts>): number[] {
  const { totalPaise, ...others } = costs;
  expect(Number.isSafeInteger(totalPaise)).toBe(true);
  return Object.values(others);
}

test('parts are whole paise, never negative, and add up', () => {
  fc.assert(
    fc.property(anyTrade, (made) => {
      for (const costs of [tradeCosts(table, made), contractNote(table, [made])]) {
        for (const part of parts(costs)) expect(part).toBeGreaterThanOrEqual(0);
        expect(parts(costs).reduce((sum, part) => sum + part, 0)).toBe(costs.totalPaise);
      }
    }),
  );
});

test('a bigger turnover never costs less', () => {
  fc.assert(
    fc.property(anyTrade, fc.integer({ min: 0, max: 10 ** 9 }), (made, morePaise) => {
      const bigger = { ...made, turnoverPaise: made.turnoverPaise + morePaise };
      expect(tradeCosts(table, bigger).totalPaise).toBeGreaterThanOrEqual(
        tradeCosts(table, made).totalPaise,
      );
    }),
  );
});

test('a note differs from the sum of its trades by the rounding of rupees and paise only', () => {
  fc.assert(
    fc.property(fc.array(anyTrade, { maxLength: 20 }), (made) => {
      const ofOneDate = made.map((one) => ({ ...one, date: '2026-06-01' }));
      const summed = ofOneDate.reduce((sum, one) => sum + tradeCosts(table, one).totalPaise, 0);
      const note = contractNote(table, ofOneDate);
      expect(Math.abs(note.totalPaise - summed)).toBeLessThanOrEqual(103 + made.length);
      expect(note.sttPaise % 100).toBe(0);
      expect(note.stampPaise % 100).toBe(0);
    }),
  );
});

test('an empty note costs nothing', () => {
  expect(contractNote(table, []).totalPaise).toBe(0);
});

test.each([-1, 0.5, NaN, 2 ** 53])('a turnover of %d is refused', (turnoverPaise) => {
  expect(() => tradeCosts(table, trade({ turnoverPaise }))).toThrow(InvariantViolation);
});

test('a note of two dates is refused', () => {
  expect(() => contractNote(table, [trade(), trade({ date: '2026-04-07' })])).toThrow(
    InvariantViolation,
  );
  expect(() => contractNote(table, [trade()], [exercised(1, '2026-04-07')])).toThrow(
    InvariantViolation,
  );
});
