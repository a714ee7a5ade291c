import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Bar } from '../../simulator/market/bar.ts';
import { cutInstants } from './cut-instants.ts';
import { REPLACEMENTS, replacedBars } from './replaced-bars.ts';

const START = Date.parse('2026-11-20T09:15+05:30');
const MINUTE = 60_000;

const bars = fc
  .array(fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 100, max: 5_000_000 }))), {
    minLength: 1,
    maxLength: 30,
  })
  .map((levels) =>
    levels.map((all, minute): Bar => {
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
          const before = (some: readonly Bar[]): readonly Bar[] =>
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
