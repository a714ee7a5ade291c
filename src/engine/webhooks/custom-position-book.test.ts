import { describe, expect, it } from 'vitest';

import { CustomPositionBook, isLeftOpen } from './custom-position-book.ts';

const OF = { runId: 'run', position: 'condor', askedAtMs: 0, exitAtMs: 1_000 };

describe('a custom position', () => {
  it('is left to the platform from its exit time on, and is left open before', () => {
    const custom = Object.assign(new CustomPositionBook().start(OF), { state: 'started' });
    expect([999, 1_000].map((nowMs) => isLeftOpen(custom, nowMs))).toEqual([true, false]);
  });

  it.each([
    ['nothing closes it by itself', { exitAtMs: null }],
    ['its square-off is wanted', { isSquareOffWanted: true }],
    ['its square-off was asked for', { squareOffs: 1 }],
    ['its square-off is under way', { state: 'squaring-off', squareOffs: 1 }],
  ])('is left open after its exit time where %s', (_, over) => {
    const custom = { ...new CustomPositionBook().start(OF), state: 'started', ...over } as const;
    expect(isLeftOpen(custom as Parameters<typeof isLeftOpen>[0], 2_000)).toBe(true);
  });

  it.each(['starting', 'start-unknown', 'start-rejected', 'squared-off'] as const)(
    'that is %s is not known to be open',
    (state) => {
      const custom = { ...new CustomPositionBook().start(OF), state, exitAtMs: null };
      expect(isLeftOpen(custom, 0)).toBe(false);
    },
  );

  it('is found by its run', () => {
    const book = new CustomPositionBook();
    const mine = book.start(OF);
    book.start({ ...OF, runId: 'other' });
    expect(book.ofRun('run')).toEqual([mine]);
    expect(book.size).toBe(2);
  });
});
