import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { istClock } from '../../model/time/ist.ts';
import {
  nifty,
  ReckonedAccount,
  type ToldFill,
  type ToldPrices,
} from '../../../test/support/reckoned-account.ts';
import { type ReckonedDay } from './reckon-day.ts';

const DATES = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23', '2026-11-25'];
const CONTRACTS = [
  nifty('CE', 24_500, '2026-11-23'),
  nifty('PE', 24_600, '2026-11-23'),
  nifty('CE', 24_700, '2026-12-01'),
];
/** STT and stamp duty are rounded to rupees and the rest to paise, so that two notes may differ by so much for nothing. */
const ROUNDING_PAISE = 204;

const ticks = (max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 1, max }).map((count) => count * 5);

const fill = fc.record({
  second: fc.integer({ min: 33_300, max: 55_000 }),
  contract: fc.constantFrom(...CONTRACTS),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  units: fc.integer({ min: 1, max: 30 }).map((lots) => lots * 65),
  pricePaise: ticks(6_000),
  betterPaise: fc.oneof(fc.constant(0), ticks(200)),
  worsePaise: fc.oneof(fc.constant(0), ticks(200)),
  leg: fc.constantFrom('a', 'b'),
  product: fc.constantFrom('intraday' as const, 'carry-forward' as const),
});

const day = fc.record({
  fills: fc.array(fill, { maxLength: 8 }),
  index: ticks(1_000).map((paise) => 2_450_000 + paise),
  prices: fc.tuple(ticks(6_000), ticks(6_000), ticks(6_000)),
});

type ToldDay = typeof day extends fc.Arbitrary<infer Value> ? Value : never;

function toldFills({ fills }: ToldDay): readonly ToldFill[] {
  const inTime = fills.toSorted((left, right) => left.second - right.second);
  return inTime.map(({ second, betterPaise, worsePaise, side, pricePaise, ...rest }) => {
    const sign = side === 'buy' ? 1 : -1;
    const best = Math.max(5, pricePaise - sign * betterPaise);
    const worst = Math.max(5, pricePaise + sign * worsePaise);
    const at = istClock(second * 1_000 - 330 * 60_000);
    return { ...rest, at, side, pricePaise, bestPaise: best, worstPaise: worst };
  });
}

function pricesOf({ index, prices }: ToldDay): ToldPrices {
  return {
    NIFTY: index,
    ...Object.fromEntries(CONTRACTS.map((one, at) => [one.symbol, prices[at] ?? 5])),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

it('adds up over legs, trades and days, and no scenario is on the wrong side of another', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: DATES.length }), (told) => {
      const account = new ReckonedAccount();
      const days = told.map((one, at): ReckonedDay => {
        const date = DATES[at] ?? '';
        const live = toldFills(one).filter(({ contract }) => contract.expiry >= date);
        return account.day(date, live, pricesOf(one));
      });
      for (const one of days) {
        expect(sum(one.legs.map(({ grossPaise }) => grossPaise))).toBe(one.grossPaise);
        expect(sum(one.legs.map(({ costsPaise }) => costsPaise))).toBe(one.costsPaise);
        expect(one.netPaise).toBe(one.grossPaise - one.costsPaise);
        expect(one.equity.at(-1)?.netPaise ?? 0).toBe(one.netPaise);
        expect(one.optimistic.netPaise).toBeGreaterThanOrEqual(one.netPaise - ROUNDING_PAISE);
        expect(one.pessimistic.netPaise).toBeLessThanOrEqual(one.netPaise + ROUNDING_PAISE);
        expect(one.optimistic.grossPaise).toBeGreaterThanOrEqual(one.grossPaise);
        expect(one.pessimistic.grossPaise).toBeLessThanOrEqual(one.grossPaise);
        const times = one.equity.map(({ atMs }) => atMs);
        expect(times).toEqual([...new Set(times)].sort((left, right) => left - right));
      }
      const trades = account.account.trades();
      expect(sum(trades.map(({ grossPaise }) => grossPaise))).toBe(
        sum(days.map((d) => d.grossPaise)),
      );
      expect(sum(trades.map(({ costsPaise }) => costsPaise))).toBe(
        sum(days.map((d) => d.costsPaise)),
      );
      expect(trades).toHaveLength(sum(days.map(({ trades: openings }) => openings)));
    }),
    { numRuns: 150 },
  );
});

/** Prices that move with time. Each contract's end at a minute of its own, as if no one traded it any more. */
function movingPrices({ index, prices, lastMinutes }: ToldDay & MovingDay): ToldPrices {
  const priceOf =
    (paise: number, lastMinute: number) =>
    (atMs: number): number | null => {
      const minute = Math.floor((atMs % 86_400_000) / 60_000);
      return minute > lastMinute ? null : paise + 5 * (minute % 7);
    };
  return {
    NIFTY: index,
    ...Object.fromEntries(
      CONTRACTS.map((one, at) => [
        one.symbol,
        priceOf(prices[at] ?? 5, lastMinutes[at] ?? Infinity),
      ]),
    ),
  };
}

interface MovingDay {
  /** Of a day in UTC; the session is from 225 to 600. */
  readonly lastMinutes: readonly number[];
}

const lastMinute = fc.oneof(fc.integer({ min: 200, max: 610 }), fc.constant(Infinity));
const movingDay = fc
  .tuple(day, fc.tuple(lastMinute, lastMinute, lastMinute))
  .map(([one, lastMinutes]) => ({ ...one, lastMinutes }));

it('comes to the same money, carried positions too, when its money is all that is wanted', () => {
  fc.assert(
    fc.property(fc.array(movingDay, { minLength: 1, maxLength: DATES.length }), (told) => {
      const [whole, brief] = [false, true].map((isBrief) => new ReckonedAccount(isBrief));
      for (const [at, one] of told.entries()) {
        const date = DATES[at] ?? '';
        const live = toldFills(one).filter(({ contract }) => contract.expiry >= date);
        const [left, right] = [whole, brief].map((account) => {
          const reckoned = account?.day(date, live, movingPrices(one));
          const open = reckoned?.leftOpen.map(({ of, netUnits, lastPaise }) => {
            return { of, netUnits, lastPaise };
          });
          const money = { ...reckoned, leftOpen: open, equity: [], marginPaiseMax: 0 };
          return { money, carried: account?.account.carriedInto(date) };
        });
        expect(right).toEqual(left);
      }
    }),
    { numRuns: 150 },
  );
});
