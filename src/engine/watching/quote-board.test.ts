import { expect, it } from 'vitest';

import { aQuote, CE } from '../../../test/support/engine-rig.ts';
import { type ComingQuotes, type Quote } from '../../model/market/quote.ts';
import { QuoteBoard } from './quote-board.ts';

const COMING: ComingQuotes = {
  at: (_, atMs) => quote(atMs),
  nextChangeMs: () => null,
  unbrokenUntilMs: () => Infinity,
};

function quote(atMs: number): Quote {
  return { ...aQuote(CE, atMs), atMs };
}

it('has a new version after each poll, for what is measured by prices', () => {
  const board = new QuoteBoard();
  const before = board.version;
  board.observe([quote(1)], 1);
  expect(board.version).toBeGreaterThan(before);
});

it('keeps its version while polls are left out that would bring the same quotes', () => {
  const board = new QuoteBoard();
  board.observe([quote(1)], 1);
  const before = board.version;
  board.confirm(2);
  expect(board.version).toBe(before);
});

it('has a new version once polls are left out whose quotes are known', () => {
  const board = new QuoteBoard();
  board.observe([quote(1)], 1, COMING);
  const before = board.version;
  board.confirm(2);
  expect(board.version).toBeGreaterThan(before);
  expect(board.last(CE.symbol)?.lastPaise).toBe(2);
});

it('never takes an older quote for a newer one, and takes one of the same time', () => {
  const board = new QuoteBoard();
  board.observe([quote(5)], 5);
  board.observe([quote(4)], 6);
  expect(board.last(CE.symbol)?.lastPaise).toBe(5);
  board.observe([{ ...quote(5), lastPaise: 7 }], 7);
  expect(board.last(CE.symbol)?.lastPaise).toBe(7);
});
