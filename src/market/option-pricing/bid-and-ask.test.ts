import fc from 'fast-check';
import { expect, it } from 'vitest';

import { quoted } from './bid-and-ask.ts';

const parts = fc.record({
  fairPaise: fc.double({ min: 0, max: 500_000, noNaN: true }),
  spreadPaise: fc.double({ min: 0, max: 5000, noNaN: true }),
  tickPaise: fc.constantFrom(1, 5, 10, 20),
});

it('never gives away more than the spread allows: bid and ask enclose the fair price at its distance', () => {
  fc.assert(
    fc.property(parts, ({ fairPaise, spreadPaise, tickPaise }) => {
      const quote = quoted({ symbol: 'A', fairPaise, spreadPaise, tickPaise, atMs: 0 });
      const half = Math.max(spreadPaise, tickPaise) / 2;
      expect(quote.bidPaise ?? 0).toBeLessThanOrEqual(fairPaise);
      expect(quote.bidPaise ?? 0).toBeGreaterThanOrEqual(
        quote.bidPaise === null ? 0 : fairPaise - half - tickPaise,
      );
      expect(quote.askPaise).toBeGreaterThanOrEqual(fairPaise + half - 1e-6);
      expect(quote.askPaise).toBeLessThanOrEqual(fairPaise + half + tickPaise);
      expect(Math.abs(quote.lastPaise - Math.max(fairPaise, tickPaise))).toBeLessThanOrEqual(
        tickPaise / 2 + 1e-6,
      );
    }),
  );
});

it('has no bid for what is worth less than a tick, yet an ask', () => {
  const nothing = { symbol: 'A', fairPaise: 0, spreadPaise: 0, tickPaise: 5, atMs: 7 };
  expect(quoted(nothing)).toEqual({
    symbol: 'A',
    bidPaise: null,
    askPaise: 5,
    lastPaise: 5,
    atMs: 7,
  });
});
