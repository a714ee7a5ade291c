import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { applyFill, averagePricePaise, FLAT, type Position, profitPaise } from './position.ts';
import { type Side } from './order.ts';

function hold(...fills: readonly [Side, number, number][]): Position {
  return fills.reduce<Position>(
    (position, [side, units, pricePaise]) =>
      applyFill(position, { side, units, valuePaise: units * pricePaise }),
    FLAT,
  );
}

describe('position', () => {
  it('averages what is opened and realises what is closed', () => {
    const position = hold(['sell', 75, 10_000], ['sell', 75, 11_000], ['buy', 75, 9_000]);
    expect(position).toEqual({
      netUnits: -75,
      openValuePaise: 787_500,
      cashPaise: 900_000,
      realisedPaise: 112_500,
    });
    expect(averagePricePaise(position)).toBe(10_500);
    expect(averagePricePaise(FLAT)).toBe(0);
  });

  it('realises a long that is sold', () => {
    expect(hold(['buy', 50, 200], ['sell', 50, 180])).toMatchObject({
      netUnits: 0,
      realisedPaise: -1_000,
    });
  });

  it('turns round when more is closed than was open', () => {
    const position = hold(['buy', 50, 200], ['sell', 80, 210]);
    expect(position).toMatchObject({ netUnits: -30, openValuePaise: 6_300, realisedPaise: 500 });
  });

  it('takes a corrected price of earlier fills', () => {
    const correct = { side: 'sell', units: 0, valuePaise: 75 } as const;
    expect(averagePricePaise(applyFill(hold(['sell', 75, 100]), correct))).toBe(101);
    const flat = applyFill(hold(['sell', 75, 100], ['buy', 75, 90]), correct);
    expect(flat).toMatchObject({ cashPaise: 825, realisedPaise: 825 });
  });

  it('keeps its books: cash is what was realised less what is invested, and flat means realised', () => {
    const fill = fc.record({
      side: fc.constantFrom<Side>('buy', 'sell'),
      units: fc.integer({ min: 1, max: 500 }),
      valuePaise: fc.integer({ min: 1, max: 10_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(fill), fc.nat(100_000), (fills, pricePaise) => {
        const position = fills.reduce<Position>(applyFill, FLAT);
        const investedPaise = Math.sign(position.netUnits) * position.openValuePaise;
        expect(position.cashPaise).toBe(position.realisedPaise - investedPaise);
        expect(position.openValuePaise).toBeGreaterThanOrEqual(0);
        const unrealisedPaise = position.netUnits * pricePaise - investedPaise;
        expect(profitPaise(position, pricePaise)).toBe(position.realisedPaise + unrealisedPaise);
      }),
    );
  });
});

it('rounds what is closed of a value to the nearest paisa', () => {
  const long: Position = { netUnits: 3, openValuePaise: 100, cashPaise: -100, realisedPaise: 0 };
  const two = applyFill(long, { side: 'sell', units: 2, valuePaise: 100 });
  expect(two).toMatchObject({ netUnits: 1, openValuePaise: 33, realisedPaise: 33 });
  const short: Position = { netUnits: -2, openValuePaise: 100, cashPaise: 100, realisedPaise: 0 };
  const flipped = applyFill(short, { side: 'buy', units: 3, valuePaise: 100 });
  expect(flipped).toMatchObject({ netUnits: 1, openValuePaise: 33, realisedPaise: 33 });
  expect(averagePricePaise({ ...long, openValuePaise: 200 })).toBe(67);
});
