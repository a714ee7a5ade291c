import { describe, expect, it } from 'vitest';

import { aQuote, CE } from '../../../test/support/engine-rig.ts';
import { type Quote } from '../../model/market/quote.ts';
import { QuoteBoard } from './quote-board.ts';

function quote(atMs: number): Quote {
  return { ...aQuote(CE, atMs), atMs };
}

it('has a new version after each look, for what is measured by prices', () => {
  const board = new QuoteBoard();
  const before = board.version;
  board.observe([quote(1)], 1);
  expect(board.version).toBeGreaterThan(before);
});

it('keeps its version while polls are left out that would bring the same quotes', () => {
  const board = new QuoteBoard();
  board.observe([quote(1)], 1, { everyMs: 1, untilMs: 9 });
  const before = board.version;
  expect(board.passTo(3)).toBe(2);
  expect(board.version).toBe(before);
});

it('never takes an older quote for a newer one, and takes one of the same time', () => {
  const board = new QuoteBoard();
  board.observe([quote(5)], 5);
  board.observe([quote(4)], 6);
  expect(board.last(CE.symbol)?.lastPaise).toBe(5);
  board.observe([{ ...quote(5), lastPaise: 7 }], 7);
  expect(board.last(CE.symbol)?.lastPaise).toBe(7);
});

describe('what was pushed', () => {
  const repeats = { everyMs: 1_000, untilMs: 5_500 };

  it.each([
    [1_000, 1_000],
    [1_001, 1],
    [5_000, 1_000],
    [5_001, 1],
    // The push that comes then is another look.
    [9_000, 4_000],
  ])('is at %i as old as its last confirmation, %i', (nowMs, ageMs) => {
    const board = new QuoteBoard();
    board.observe([quote(0)], 0, repeats);
    board.passTo(nowMs);
    expect(board.ages(CE.symbol, nowMs).quoteAgeMs).toBe(ageMs);
  });

  it('counts each confirmation as a look, and changes no price', () => {
    const board = new QuoteBoard();
    board.observe([quote(0)], 0, repeats);
    const [version, looks] = [board.version, board.looks];
    board.passTo(1_001);
    expect([board.version, board.looks]).toEqual([version, looks + 1]);
    board.passTo(1_500);
    expect(board.looks).toBe(looks + 1);
  });

  it('grows old once nothing confirms it any more', () => {
    const board = new QuoteBoard();
    board.observe([quote(0)], 0, repeats);
    board.lapse();
    expect(board.passTo(5_000)).toBeNull();
    expect(board.ages(CE.symbol, 5_000).quoteAgeMs).toBe(5_000);
  });

  it('grows old once a later push is without it', () => {
    const board = new QuoteBoard();
    board.observe([quote(0)], 0, repeats);
    board.passTo(2_500);
    board.observe([], 3_000, { everyMs: 1_000, untilMs: 60_000 });
    board.passTo(10_001);
    expect(board.ages(CE.symbol, 10_001).quoteAgeMs).toBe(8_001);
  });
});
