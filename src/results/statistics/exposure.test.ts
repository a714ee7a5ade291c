import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { exposureShare } from './exposure.ts';

/** Spans on a line of 60 minutes, apart from each other. */
const sessions = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 8 })
  .map((cuts) => cuts.toSorted((one, other) => one - other))
  .map((cuts) =>
    Array.from({ length: Math.floor(cuts.length / 2) }, (_, pair) => ({
      startMs: cuts[2 * pair] ?? 0,
      endMs: cuts[2 * pair + 1] ?? 0,
    })),
  );
const trades = fc.array(
  fc
    .tuple(
      fc.integer({ min: 0, max: 60 }),
      fc.option(fc.integer({ min: 0, max: 30 })),
      fc.constantFrom('intraday' as const, 'carry-forward' as const),
    )
    .map(([openedAtMs, length, product]) => ({
      openedAtMs,
      closedAtMs: length === null ? null : openedAtMs + length,
      product,
    })),
  { maxLength: 6 },
);

describe('exposure', () => {
  it('is the share of moments that are in a session and in a trade', () => {
    fc.assert(
      fc.property(sessions, trades, fc.integer({ min: 1, max: 3 }), (all, held, perDay) => {
        const days = [{ sessions: all.slice(0, perDay) }, { sessions: all.slice(perDay) }];
        const ends = days.flatMap(({ sessions: ofDay }) => ofDay.at(-1)?.endMs ?? []);
        let open = 0;
        let total = 0;
        for (let moment = 0; moment < 60; moment += 1) {
          if (!all.some(({ startMs, endMs }) => startMs <= moment && moment < endMs)) continue;
          total += 1;
          const isHeld = held.some(
            ({ openedAtMs, closedAtMs, product }) =>
              openedAtMs <= moment &&
              moment < (closedAtMs ?? Infinity) &&
              // What was for the day only and was never closed is let go with the day in which it was opened.
              (closedAtMs !== null ||
                product === 'carry-forward' ||
                !ends.some((endMs) => openedAtMs < endMs && endMs <= moment)),
          );
          if (isHeld) open += 1;
        }
        const exposure = exposureShare(days, held);
        expect(exposure === null).toBe(total === 0);
        expect((exposure ?? 0) * total).toBeCloseTo(open, 9);
      }),
    );
  });

  it('of days without sessions is not known', () => {
    expect(
      exposureShare([{ sessions: [] }], [{ openedAtMs: 0, closedAtMs: null, product: 'intraday' }]),
    ).toBeNull();
  });

  it('of what was for the day only and never closed ends with its day', () => {
    const days = [0, 100, 200].map((startMs) => ({ sessions: [{ startMs, endMs: startMs + 10 }] }));
    const open = { openedAtMs: 105, closedAtMs: null };
    expect(exposureShare(days, [{ ...open, product: 'intraday' }])).toBe(5 / 30);
    expect(exposureShare(days, [{ ...open, product: 'carry-forward' }])).toBe(15 / 30);
  });
});
