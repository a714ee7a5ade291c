import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type MinuteBar, type BarDay } from '../../market/minute-bar.ts';
import { type RecordedPrices } from '../../market/price-files/recorded-prices.ts';
import { cutInstants, cutPrices, replacedBars, REPLACEMENTS } from './cut-prices.ts';

const START = Date.parse('2026-11-20T09:15+05:30');
const MINUTE = 60_000;

const bars = fc
  .array(fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 100, max: 5_000_000 }))), {
    minLength: 1,
    maxLength: 30,
  })
  .map((levels) =>
    levels.map((all, minute): MinuteBar => {
      const [openPaise = 0, , , closePaise = 0] = all;
      const startMs = START + minute * MINUTE;
      const [highPaise, lowPaise] = [Math.max(...all), Math.min(...all)];
      return { startMs, openPaise, highPaise, lowPaise, closePaise };
    }),
  );

describe('replaced bars', () => {
  it('are as they were before the cut, and whole bars of the same minutes after it', () => {
    fc.assert(
      fc.property(
        bars,
        fc.integer({ min: 0, max: 31 }),
        fc.constantFrom(...REPLACEMENTS),
        (all, minute, how) => {
          const cutAtMs = START + minute * MINUTE;
          const replaced = replacedBars(all, cutAtMs, { how, seed: 's' });
          const before = (some: readonly MinuteBar[]): readonly MinuteBar[] =>
            some.filter(({ startMs }) => startMs < cutAtMs);
          expect(before(replaced)).toEqual(before(all));
          expect(replaced.map(({ startMs }) => startMs)).toEqual(all.map(({ startMs }) => startMs));
          for (const { openPaise, highPaise, lowPaise, closePaise } of replaced) {
            expect(lowPaise).toBeGreaterThan(0);
            expect(lowPaise).toBeLessThanOrEqual(Math.min(openPaise, closePaise));
            expect(highPaise).toBeGreaterThanOrEqual(Math.max(openPaise, closePaise));
            expect([openPaise, highPaise, lowPaise, closePaise].every(Number.isSafeInteger)).toBe(
              true,
            );
          }
        },
      ),
    );
  });
});

describe('bars that all come after the cut', () => {
  it.each(REPLACEMENTS)('do not open where they did, as %s: that is of later too', (how) => {
    const all = [barAt(START + MINUTE, 1), barAt(START + 2 * MINUTE, 2)];
    const [first] = replacedBars(all, START, { how, seed: 's' });
    expect(Math.abs((first?.openPaise ?? 0) / (all[0]?.openPaise ?? 1) - 1)).toBeGreaterThan(0.01);
  });
});

/** A bar of so many minutes into the day, whose prices no replacement gives. */
function barAt(startMs: number, minute: number): MinuteBar {
  const openPaise = 100_000 + 7_000 * minute;
  const [highPaise, lowPaise] = [openPaise + 5_000, openPaise - 1_000];
  return { startMs, openPaise, highPaise, lowPaise, closePaise: openPaise + 3_000 };
}

const FIVE = [0, 1, 2, 3, 4].map((minute) => barAt(START + minute * MINUTE, minute));

describe.each(REPLACEMENTS)('bars that are replaced by %s', (how) => {
  const replaced = (cutAtMs: number): readonly MinuteBar[] =>
    replacedBars(FIVE, cutAtMs, { how, seed: 's' });

  it('are others from the one that begins at the cut on', () => {
    const bars = replaced(START + 3 * MINUTE);
    const others = FIVE.flatMap((bar, place) => {
      const { openPaise, closePaise } = bars[place] ?? bar;
      return openPaise === bar.openPaise && closePaise === bar.closePaise ? [] : [place];
    });
    expect(others).toEqual([3, 4]);
  });

  it('belong to the side on which they begin', () => {
    expect(replaced(START + 3 * MINUTE - 1)).toEqual(replaced(START + 3 * MINUTE));
    expect(replaced(START + 3 * MINUTE + 1)).toEqual(replaced(START + 4 * MINUTE));
  });
});

describe('what takes the place of bars', () => {
  const cutAtMs = START + 3 * MINUTE;
  const levelPaise = FIVE[2]?.closePaise ?? 0;

  it.each(REPLACEMENTS)('goes on, %s, from the level that was known last', (how) => {
    const next = replacedBars(FIVE, cutAtMs, { how, seed: 's' })[3];
    const openPaise = FIVE[3]?.openPaise ?? 0;
    const turned = Math.round((levelPaise * levelPaise) / openPaise);
    expect(next?.openPaise).toBe(how === 'reversed' ? turned : levelPaise);
  });

  it.each(['flat', 'noise'] as const)('hangs, %s, on nothing that comes after the cut', (how) => {
    const doubled = (bar: MinuteBar): MinuteBar => ({
      startMs: bar.startMs,
      openPaise: 2 * bar.openPaise,
      highPaise: 2 * bar.highPaise,
      lowPaise: 2 * bar.lowPaise,
      closePaise: 2 * bar.closePaise,
    });
    const other = [...FIVE.slice(0, 3), ...FIVE.slice(3).map(doubled)];
    const replaced = (bars: readonly MinuteBar[]) =>
      replacedBars(bars, cutAtMs, { how, seed: 's' });
    expect(replaced(other)).toEqual(replaced(FIVE));
  });

  it('is, as noise, violent: some minutes go more than 0.3 % one way, and some the other', () => {
    const hour = Array.from({ length: 60 }, (_, minute) => barAt(START + minute * MINUTE, 0));
    const noise = replacedBars(hour, START + MINUTE, { how: 'noise', seed: 's' });
    const moves = noise.slice(1).map(({ openPaise, closePaise }) => closePaise / openPaise - 1);
    expect(Math.max(...moves)).toBeGreaterThan(0.003);
    expect(Math.min(...moves)).toBeLessThan(-0.003);
    expect(Math.max(...moves.map(Math.abs))).toBeLessThan(0.0041);
  });
});

describe('prices that are cut', () => {
  const [before, date, after] = ['2026-11-19', '2026-11-20', '2026-11-23'] as const;
  const daysOf = (more: number): readonly BarDay[] =>
    [before, date, after].map((day) => {
      const startMs = Date.parse(`${day}T09:15+05:30`);
      const bars = [0, 1, 2].map((minute) => barAt(startMs + minute * MINUTE, minute + more));
      return { date: day, bars, barsOutside: [] };
    });
  const prices: RecordedPrices = {
    indexes: { NIFTY: daysOf(0), BANKNIFTY: daysOf(10) },
    contracts: new Map([['NIFTY261124C24000', daysOf(20)]]),
    problems: [],
    problemCounts: {},
    countsByDate: new Map(),
    sources: [],
    assumptions: ['as before'],
  };
  const cut = cutPrices(prices, { date, atMs: START + MINUTE, replacement: 'reversed' });
  const series: readonly (readonly [string, readonly BarDay[], readonly BarDay[]])[] = [
    ['an index', daysOf(0), cut.indexes['NIFTY'] ?? []],
    ['another index', daysOf(10), cut.indexes['BANKNIFTY'] ?? []],
    ['a contract', daysOf(20), cut.contracts.get('NIFTY261124C24000') ?? []],
  ];

  it.each(series)('of %s are as they were until the cut, others after it', (_, whole, known) => {
    expect(known[0]).toEqual(whole[0]);
    const closes = (days: readonly BarDay[]): readonly number[] =>
      days[1]?.bars.map(({ closePaise }) => closePaise) ?? [];
    const same = closes(known).map((close, place) => close === closes(whole)[place]);
    expect(same).toEqual([true, false, false]);
  });

  it.each(series)('of %s end with the date of the cut', (_, __, known) => {
    expect(known.map((day) => day.date)).toEqual([before, date]);
  });

  it('keep all else', () => {
    expect({ ...cut, indexes: null, contracts: null }).toEqual({
      ...prices,
      indexes: null,
      contracts: null,
    });
  });
});

describe('cuts of a day', () => {
  const sessions = [{ startMs: START, endMs: START + 375 * MINUTE }];

  it('come right after decisions, and all over the session', () => {
    const decidedAtMs = [START + 5 * MINUTE, START + 60.5 * MINUTE];
    const cuts = cutInstants({ sessions, decidedAtMs, count: 8 });
    expect(cuts).toHaveLength(8);
    expect(cuts).toContain(START + 6 * MINUTE);
    expect(cuts).toContain(START + 61 * MINUTE);
    expect(cuts).toEqual([...cuts].sort((one, other) => one - other));
    expect((cuts.at(-1) ?? 0) - START).toBeGreaterThan(200 * MINUTE);
  });

  it('stay within sessions, whatever was decided outside', () => {
    const decidedAtMs = [START - MINUTE * 20, START + 500 * MINUTE];
    const cuts = cutInstants({ sessions, decidedAtMs, count: 3 });
    for (const cut of cuts) expect(cut > START && cut < START + 375 * MINUTE).toBe(true);
  });
});
