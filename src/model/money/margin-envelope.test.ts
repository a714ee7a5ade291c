import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { InvariantViolation } from '../../base/invariant.ts';
import { type MarginTable } from '../market/market-tables.ts';
import { type HeldContract, marginEnvelopePaise } from './margin-envelope.ts';

const provenance = { source: 'the test', confidence: 'G' } as const;
const TABLE: MarginTable = {
  verifiedThrough: '2026-12-31',
  rates: [
    {
      from: '2024-01-01',
      scanBillionths: 93_000_000,
      exposureBillionths: 20_000_000,
      expiryDayBillionths: 0,
      ...provenance,
    },
    {
      from: '2024-11-20',
      scanBillionths: 93_000_000,
      exposureBillionths: 20_000_000,
      expiryDayBillionths: 20_000_000,
      ...provenance,
    },
    {
      from: '2024-11-20',
      underlying: 'BANKEX',
      scanBillionths: 150_000_000,
      exposureBillionths: 30_000_000,
      expiryDayBillionths: 0,
      ...provenance,
    },
  ],
};

/** Of 24,000 points, paise a unit: 9.3 % of it, and 2 %. */
const SCAN = 2232_00;
const EXPOSURE = 480_00;

type Terms = Partial<HeldContract['contract']>;

function option(strikePoints: number, netUnits: number, terms: Terms = {}): HeldContract {
  return {
    contract: {
      kind: 'option',
      underlying: 'NIFTY',
      expiry: '2026-04-07',
      strikePaise: strikePoints * 100,
      optionType: 'CE',
      ...terms,
    },
    netUnits,
    lastPaise: 120_00,
  };
}

function put(strikePoints: number, netUnits: number, terms: Terms = {}): HeldContract {
  return option(strikePoints, netUnits, { ...terms, optionType: 'PE' });
}

function future(netUnits: number, terms: Terms = {}): HeldContract {
  return option(0, netUnits, { ...terms, kind: 'future', strikePaise: null, optionType: null });
}

function margin(positions: readonly HeldContract[], date = '2026-04-06'): number {
  return marginEnvelopePaise(positions, { date, spotPaise: () => 24_000_00 }, TABLE);
}

describe('65 units of NIFTY at 24,000', () => {
  test.each<[string, readonly HeldContract[], number]>([
    ['nothing', [], 0],
    ['a contract that was closed', [option(24_000, 0)], 0],
    ['a call bought: its premium', [option(24_000, 65)], 65 * 120_00],
    ['a call sold', [option(24_000, -65)], 65 * (SCAN + EXPOSURE)],
    ['one sold far from the index: as much', [option(26_000, -65)], 65 * (SCAN + EXPOSURE)],
    [
      'a straddle sold: the index can go one way only',
      [option(24_000, -65), put(24_000, -65)],
      65 * (SCAN + 2 * EXPOSURE),
    ],
    [
      'an iron condor: its width',
      [option(24_200, -65), option(24_400, 65), put(23_800, -65), put(23_600, 65)],
      65 * (200_00 + 2 * EXPOSURE),
    ],
    [
      'a wing beyond the scan range covers nothing and adds nothing',
      [option(24_000, -65), option(26_500, 65)],
      65 * (SCAN + EXPOSURE),
    ],
    [
      'a call bought below the one sold loses nothing',
      [option(24_000, 65), option(24_200, -65)],
      65 * EXPOSURE,
    ],
    [
      'a ratio spread: what is not covered',
      [option(24_000, -130), option(24_200, 65)],
      65 * (200_00 + SCAN + 2 * EXPOSURE),
    ],
    ['a future bought', [future(65)], 65 * (SCAN + EXPOSURE)],
    ['a future sold', [future(-65)], 65 * (SCAN + EXPOSURE)],
    ['a future and a put under it', [future(65), put(23_900, 65)], 65 * (100_00 + EXPOSURE)],
    [
      'a put does not cover a call',
      [option(24_000, -65), put(24_000, 65)],
      65 * (2712_00 + 120_00),
    ],
    [
      'another expiry covers nothing',
      [option(24_000, -65), option(24_200, 65, { expiry: '2026-04-13' })],
      65 * (SCAN + EXPOSURE + 120_00),
    ],
  ])('%s', (_, positions, paise) => {
    expect(margin(positions)).toBe(paise);
  });
});

test('the dearest of what is bought beyond what is sold counts', () => {
  const cheap: HeldContract = { ...option(24_500, 65), lastPaise: 10_00 };
  const unknown: HeldContract = { ...option(24_600, 65), lastPaise: null };
  const bought = [option(24_100, 65), cheap, unknown];
  expect(margin(bought)).toBe(65 * 130_00);
  expect(margin([...bought, option(23_000, -130)])).toBe(
    // Two are covered: the worst is at 24,500 points or above, where 24,600 is not yet, or gone up as far as it may.
    65 * (2 * SCAN - (SCAN - 1100_00) - (SCAN - 1500_00) + 2 * EXPOSURE + 120_00),
  );
});

describe('what options cost on the day on which they expire', () => {
  test('more for those sold, from the date of the rule on', () => {
    expect(margin([option(24_000, -65)], '2026-04-07')).toBe(65 * (SCAN + 2 * EXPOSURE));
    const before = option(24_000, -65, { expiry: '2024-11-19' });
    expect(margin([before], '2024-11-19')).toBe(65 * (SCAN + EXPOSURE));
  });

  test('no more for futures and for those bought', () => {
    expect(margin([future(65)], '2026-04-07')).toBe(65 * (SCAN + EXPOSURE));
    expect(margin([option(24_000, 65)], '2026-04-07')).toBe(65 * 120_00);
  });
});

describe('rates', () => {
  test('of an underlying win over those of any, before the first row that row holds', () => {
    const held = option(24_000, -1, { underlying: 'BANKEX' });
    expect(margin([held])).toBe(3600_00 + 720_00);
    expect(margin([option(24_000, -1)], '2020-01-01')).toBe(SCAN + EXPOSURE);
  });

  test('are rounded up to whole paise a unit', () => {
    const moment = { date: '2026-04-06', spotPaise: () => 24_000_01 };
    expect(marginEnvelopePaise([option(24_000, -1)], moment, TABLE)).toBe(SCAN + EXPOSURE + 2);
  });

  test('that are not there are a broken table', () => {
    const moment = { date: '2026-04-06', spotPaise: () => 24_000_00 };
    const empty = { ...TABLE, rates: [] };
    expect(() => marginEnvelopePaise([option(24_000, -1)], moment, empty)).toThrow(
      InvariantViolation,
    );
  });
});

test('the highest strike or price stands for a level that is not known', () => {
  const moment = { date: '2026-04-06', spotPaise: () => null };
  const positions = [option(23_000, -65), put(24_000, -65)];
  expect(marginEnvelopePaise(positions, moment, TABLE)).toBe(65 * (SCAN + 2 * EXPOSURE));
  const held: HeldContract = { ...future(65), lastPaise: 24_000_00 };
  expect(marginEnvelopePaise([held], moment, TABLE)).toBe(65 * (SCAN + EXPOSURE));
  const nothingKnown: HeldContract = { ...future(65), lastPaise: null };
  expect(marginEnvelopePaise([nothingKnown], moment, TABLE)).toBe(0);
});

test('an option without a strike is struck where the index stands', () => {
  const held = [option(24_000, -65, { strikePaise: null }), option(24_100, 65)];
  expect(margin(held)).toBe(65 * (100_00 + EXPOSURE));
});

const anyOption: fc.Arbitrary<HeldContract> = fc
  .record({
    strikePoints: fc.integer({ min: 420, max: 540 }).map((steps) => steps * 50),
    lots: fc.integer({ min: -10, max: 10 }),
    optionType: fc.constantFrom('CE', 'PE'),
    expiry: fc.constantFrom('2026-04-06', '2026-04-13'),
    lastPaise: fc.integer({ min: 5, max: 3000_00 }),
  })
  .map(({ strikePoints, lots, optionType, expiry, lastPaise }) => ({
    ...option(strikePoints, lots * 65, { optionType, expiry }),
    lastPaise,
  }));
const anyFuture = fc.integer({ min: -5, max: 5 }).map((lots) => future(lots * 65));
const anyBook = fc.array(fc.oneof({ arbitrary: anyOption, weight: 5 }, anyFuture), {
  maxLength: 8,
});

/** Units that are sold and not covered by as many bought, of the type and expiry of a contract. */
function openUnits(book: readonly HeldContract[], { contract }: HeldContract): number {
  const net = book.reduce((sum, held) => {
    const { optionType, expiry } = held.contract;
    if (expiry !== contract.expiry) return sum;
    if (optionType === contract.optionType) return sum + held.netUnits;
    const isFuture = optionType === null;
    return isFuture ? sum + held.netUnits * (contract.optionType === 'CE' ? 1 : -1) : sum;
  }, 0);
  return Math.max(0, -net);
}

describe('for any book', () => {
  test('whole paise, never negative, the same in any order', () => {
    fc.assert(
      fc.property(anyBook, (book) => {
        const paise = margin(book);
        expect(Number.isSafeInteger(paise)).toBe(true);
        expect(paise).toBeGreaterThanOrEqual(0);
        expect(margin(book.toReversed())).toBe(paise);
      }),
    );
  });

  test('a hedge never raises it: an option bought where one of its type and expiry is sold and open', () => {
    fc.assert(
      fc.property(anyBook, anyOption, (book, candidate) => {
        const netUnits = Math.min(Math.abs(candidate.netUnits), openUnits(book, candidate));
        const hedged = [...book, { ...candidate, netUnits }];
        expect(margin(hedged)).toBeLessThanOrEqual(margin(book));
      }),
    );
  });

  test('an option bought adds the dearest premium held at most, for each unit', () => {
    fc.assert(
      fc.property(anyBook, anyOption, (book, candidate) => {
        const netUnits = Math.abs(candidate.netUnits);
        const after = [...book, { ...candidate, netUnits }];
        const dearestPaise = Math.max(...after.map(({ lastPaise }) => lastPaise ?? 0));
        expect(margin(after)).toBeLessThanOrEqual(margin(book) + netUnits * dearestPaise);
      }),
    );
  });

  test('where nothing is bought, an option sold never lowers it', () => {
    fc.assert(
      fc.property(anyBook, anyOption, (book, candidate) => {
        const sell = (held: HeldContract): HeldContract => ({
          ...held,
          netUnits: -Math.abs(held.netUnits),
        });
        const sold = book.map(sell);
        expect(margin([...sold, sell(candidate)])).toBeGreaterThanOrEqual(margin(sold));
      }),
    );
  });

  test('so many times the lots need so many times as much', () => {
    fc.assert(
      fc.property(anyBook, fc.integer({ min: 1, max: 20 }), (book, times) => {
        const larger = book.map((held) => ({ ...held, netUnits: held.netUnits * times }));
        expect(margin(larger)).toBe(margin(book) * times);
      }),
    );
  });
});

describe('at the edges', () => {
  const on = (date: string, soldOn = date) =>
    margin([option(24_000, -65, { expiry: date })], soldOn);
  const unknownLevel = { date: '2026-04-06', spotPaise: () => null };

  test('a contract of which nothing is held changes nothing, even the level that it would stand for', () => {
    const sold = option(24_000, -65);
    const alone = marginEnvelopePaise([sold], unknownLevel, TABLE);
    expect(marginEnvelopePaise([sold, option(30_000, 0)], unknownLevel, TABLE)).toBe(alone);
  });

  test('a single unit counts', () => {
    expect(margin([future(1)])).toBe(SCAN + EXPOSURE);
    expect(margin([option(24_000, 1)])).toBe(120_00);
  });

  test('a contract without any price counts as worth nothing', () => {
    const unpriced = { ...future(65), lastPaise: null };
    expect(marginEnvelopePaise([unpriced], unknownLevel, TABLE)).toBe(0);
  });

  test('a large position is as many times a small one, to the paisa', () => {
    expect(margin([future(-65_000)])).toBe(1_000 * margin([future(-65)]));
  });

  test('a rate holds from its date on, and the first before it', () => {
    expect(on('2024-11-20')).toBeGreaterThan(on('2024-11-19'));
    expect(on('2023-12-29')).toBe(on('2024-11-19'));
  });
});
