import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { sha256Hex } from '../../src/base/hash.ts';
import { type MinuteBar, BAR_MS } from '../../src/market/minute-bar.ts';
import {
  type GeneratedPrices,
  generatePrices,
} from '../../src/market/price-generator/generated-prices.ts';
import { GENERATED_UNDERLYINGS } from '../../src/market/price-generator/index-model.ts';
import { REGIMES } from '../../src/market/price-generator/regime.ts';
import { createCalendar } from '../../src/model/time/calendar.ts';
import { addDays, instantAt, istClock } from '../../src/model/time/ist.ts';
import { loadMarketTables } from '../../src/settings/market/market-tables.ts';
import { barsText, generated } from '../support/generated-prices.ts';

const tables = loadMarketTables();
const calendar = createCalendar(tables.calendar);
const JUNE = { underlyings: ['NIFTY'], from: '2026-06-01', to: '2026-06-30' };

function barsOn(prices: GeneratedPrices, date: string, underlying = 'NIFTY'): readonly MinuteBar[] {
  return prices.days[underlying]?.find((day) => day.date === date)?.bars ?? [];
}

describe('the same seed', () => {
  test('gives the same bytes, on this machine and on any other', () => {
    const june = generated(tables, '7', { ...JUNE, underlyings: ['NIFTY', 'BANKNIFTY'] });
    expect(sha256Hex(barsText(june))).toBe(
      '9a98d1694080005714db395a262990fb92cba7690dafdf0db9a98351d4bd2a6f',
    );
    expect(sha256Hex(barsText(june, 'BANKNIFTY'))).toBe(
      '2b2a565a363af17d180f05eea250ad04a0f304b4b6db2ba0d276295bd183a986',
    );
    expect(generated(tables, '7', { ...JUNE, underlyings: ['NIFTY', 'BANKNIFTY'] })).toEqual(june);
  });

  test('and another seed gives others', () => {
    const seven = generated(tables, '7', JUNE);
    const eight = generated(tables, '8', JUNE);
    expect(barsText(eight)).not.toBe(barsText(seven));
    expect(eight.sha256).not.toBe(seven.sha256);
  });

  test.each(['7', '7:crash=0.5,circuit=0.5', '7:circuit', '7:gap,pin'])(
    'gives an index the same day whatever else is asked for: %s',
    (request) => {
      const whole = generated(tables, request, {
        underlyings: ['BANKNIFTY', 'NIFTY'],
        from: '2024-03-01',
        to: '2024-04-30',
      });
      const part = generated(tables, request, {
        underlyings: ['NIFTY'],
        from: '2024-04-08',
        to: '2024-04-12',
      });
      const dates = part.described.map(({ date }) => date);
      expect(dates).toHaveLength(4);
      for (const date of dates) expect(barsOn(part, date)).toEqual(barsOn(whole, date));
    },
  );
});

describe('sessions are those of the calendar', () => {
  const clocks = (prices: GeneratedPrices, date: string): readonly string[] =>
    barsOn(prices, date).map(({ startMs }) => istClock(startMs).slice(0, 5));

  test('split Saturdays, a Saturday session, a Muhurat hour, and no other weekends', () => {
    const prices = generated(tables, '7:calm', {
      ...JUNE,
      from: '2024-01-15',
      to: '2024-11-05',
    });
    const split = clocks(prices, '2024-03-02');
    expect(split).toHaveLength(105);
    expect([split[0], split[44], split[45], split[104]]).toEqual([
      '09:15',
      '09:59',
      '11:30',
      '12:29',
    ]);
    expect(barsOn(prices, '2024-01-20')).toHaveLength(375);
    const muhurat = clocks(prices, '2024-11-01');
    expect([muhurat.length, muhurat[0], muhurat.at(-1)]).toEqual([60, '18:00', '18:59']);
    for (const { date } of prices.described) {
      expect(calendar.day(date).sessions.length).toBeGreaterThan(0);
    }
    expect(barsOn(prices, '2024-03-03')).toEqual([]);
    expect(barsOn(prices, '2024-03-25')).toEqual([]);
  });

  test('until 15:40 from August 2026', () => {
    const prices = generated(tables, '7:chop', { ...JUNE, from: '2026-07-31', to: '2026-08-03' });
    expect(clocks(prices, '2026-07-31').at(-1)).toBe('15:29');
    expect(clocks(prices, '2026-08-03').at(-1)).toBe('15:39');
    expect(barsOn(prices, '2026-08-03')).toHaveLength(385);
  });

  test('a trading day of unknown hours has no bars', () => {
    const prices = generated(tables, '7', { ...JUNE, from: '2026-11-07', to: '2026-11-08' });
    expect(prices.described).toEqual([]);
    expect(prices.days).toEqual({ NIFTY: [] });
  });
});

test('bars are valid, whatever is asked for', () => {
  const requests = fc.record({
    seed: fc.stringMatching(/^[a-z0-9]{1,8}$/),
    regime: fc.constantFrom(...REGIMES),
    day: fc.integer({ min: 0, max: 250 }),
    underlying: fc.constantFrom(...GENERATED_UNDERLYINGS),
  });
  fc.assert(
    fc.property(requests, ({ seed, regime, day, underlying }) => {
      const from = addDays('2024-01-01', day);
      const range = { underlyings: [underlying], from, to: addDays(from, 6) };
      const prices = generated(tables, `${seed}:${regime}`, range);
      for (const { date, bars } of prices.days[underlying] ?? []) {
        const minutes = new Set(
          calendar
            .day(date)
            .sessions.flatMap(({ startMs, endMs }) =>
              Array.from({ length: (endMs - startMs) / BAR_MS }, (_, at) => startMs + at * BAR_MS),
            ),
        );
        expect(bars.every(isValid)).toBe(true);
        expect(bars.every(({ startMs }) => minutes.has(startMs))).toBe(true);
        expect(bars.every(({ startMs }, at) => startMs > (bars[at - 1]?.startMs ?? 0))).toBe(true);
      }
    }),
    { numRuns: 20 },
  );
});

function isValid({ openPaise, highPaise, lowPaise, closePaise }: MinuteBar): boolean {
  const prices = [openPaise, highPaise, lowPaise, closePaise];
  return (
    prices.every((paise) => Number.isInteger(paise) && paise > 0 && paise % 5 === 0) &&
    lowPaise <= Math.min(openPaise, closePaise) &&
    highPaise >= Math.max(openPaise, closePaise)
  );
}

describe('what cannot be generated is refused', () => {
  test.each([
    [{ ...JUNE, underlyings: ['NIFTI'] }, 'Cannot generate prices of "NIFTI"'],
    [{ ...JUNE, underlyings: [] }, 'no underlying'],
    [{ ...JUNE, from: '2023-12-29' }, 'so early'],
    [{ ...JUNE, to: '2026-05-31' }, 'must not lie before'],
    [{ ...JUNE, to: '2096-05-31' }, 'Too many dates'],
  ])('%o', (range, says) => {
    const message: unknown = expect.stringContaining(says);
    const world = { seed: '7', calendar, circuitBreakers: tables.circuitBreakers };
    const rules = { underlyings: [] } as never;
    expect(generatePrices({ ...world, rules, ...range })).toMatchObject({
      ok: false,
      error: [{ message }],
    });
  });
});

describe('a result can say what the prices are', () => {
  test('the seed, the shares, and each remarkable day', () => {
    const prices = generated(tables, '7:circuit=0.5,outage=0.5', JUNE);
    const text = prices.assumptions.join('\n');
    expect(text).toContain('seed "7"');
    expect(text).toContain('circuit 0.5, outage 0.5');
    expect(text).toMatch(
      /2026-06-\d\d circuit: opens [+-]\d+\.\d\d %, closes [+-]\d+\.\d\d %, halted from/,
    );
    expect(text).toMatch(/2026-06-\d\d outage: .*(no bars|the same price) from \d\d:\d\d:00 to/);
  });

  test('dates beyond what the calendar vouches for', () => {
    const later = generated(tables, '7:calm', { ...JUNE, from: '2027-01-01', to: '2027-01-08' });
    expect(later.assumptions.at(-1)).toContain('not verified');
    expect(generated(tables, '7:calm', JUNE).assumptions.join()).not.toContain('not verified');
  });

  test('bars are counted', () => {
    const prices = generated(tables, '7', JUNE);
    expect(prices.rows).toBe(barsText(prices).split('\n').length);
    expect(barsOn(prices, '2026-06-01')[0]?.startMs).toBe(instantAt('2026-06-01', '09:15'));
  });
});
