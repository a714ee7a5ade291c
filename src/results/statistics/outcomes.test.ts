import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Outcomes, outcomesOf } from './outcomes.ts';

/** Outcomes once more: counts by a text of letters, means by exact arithmetic. */
function modelOutcomes(netPaise: readonly number[]): Outcomes {
  const letters = netPaise.map((net) => (net > 0 ? 'W' : net < 0 ? 'L' : '-')).join('');
  const sorted = netPaise.toSorted((one, other) => one - other);
  const wins = sorted.filter((net) => net > 0);
  const losses = sorted.filter((net) => net < 0);
  const total = (values: readonly number[]): bigint =>
    values.reduce((sum, value) => sum + BigInt(value), 0n);
  const fraction = (above: bigint, below: bigint): number | null =>
    below === 0n ? null : Number((above * 10n ** 20n) / below) / 1e20;
  const count = (values: readonly number[]): bigint => BigInt(values.length);
  const longest = (letter: string): number =>
    Math.max(...letters.split(new RegExp(`[^${letter}]`)).map((row) => row.length));
  return {
    count: letters.length,
    wins: wins.length,
    losses: losses.length,
    flat: letters.replaceAll(/[WL]/g, '').length,
    hitRate: fraction(count(wins), count(netPaise)),
    profitFactor: fraction(total(wins), -total(losses)),
    expectancyPaise: meanPaise(netPaise),
    averageWinPaise: meanPaise(wins),
    averageLossPaise: meanPaise(losses),
    payoffRatio:
      wins.length === 0
        ? null
        : fraction(total(wins) * count(losses), -total(losses) * count(wins)),
    largestWinPaise: wins.at(-1) ?? null,
    largestLossPaise: losses[0] ?? null,
    winStreak: longest('W'),
    lossStreak: longest('L'),
  };
}

/** Nearest paisa, halves away from zero: of twice the sum, to leave out fractions. */
function meanPaise(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const twice = 2n * values.reduce((sum, value) => sum + BigInt(value), 0n);
  const below = BigInt(values.length);
  const away = twice < 0n ? -below : below;
  return Number((twice + away) / (2n * below));
}

const close = (value: number | null): unknown =>
  value === null || Number.isInteger(value) ? value : (expect.closeTo(value, 9) as unknown);

describe('outcomes', () => {
  it('are those of a second reckoning', () => {
    const some = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 50 });
    const small = fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 50 });
    fc.assert(
      fc.property(fc.oneof(some, small), (netPaise) => {
        const model = Object.entries(modelOutcomes(netPaise)) as [string, number | null][];
        expect(outcomesOf(netPaise)).toEqual(
          Object.fromEntries(model.map(([name, value]) => [name, close(value)])),
        );
      }),
    );
  });

  it('of nothing are null, and streaks of nothing are 0', () => {
    expect(outcomesOf([])).toMatchObject({ hitRate: null, profitFactor: null, winStreak: 0 });
  });

  it('have no profit factor without a loss, and one of 0 without a win', () => {
    expect(outcomesOf([5, 3])).toMatchObject({ profitFactor: null, payoffRatio: null });
    expect(outcomesOf([-5])).toMatchObject({ profitFactor: 0, payoffRatio: null });
  });

  it('take a long series', () => {
    const nets = Array.from({ length: 300_000 }, (_, index) => (index % 2 === 0 ? 1 : -1));
    expect(outcomesOf(nets)).toMatchObject({ largestWinPaise: 1, largestLossPaise: -1 });
  });
});
