import { expect, it, test } from 'vitest';

import { type Watch } from '../../model/runs/input.ts';
import { WatchedBook, type Watcher } from './watched-book.ts';

const INDEX: readonly Watch[] = [{ kind: 'index', underlying: 'NIFTY' }];
const AGAIN: readonly Watch[] = [{ kind: 'index', underlying: 'NIFTY' }];

/** Books of two runs, that a test can change, and what was made of them. */
function kept() {
  const runs: Watcher[] = [
    { state: 'running', watches: INDEX },
    { state: 'held', watches: INDEX },
  ];
  const books = {
    intents: { version: 3 },
    ledger: { version: 3 },
    quotes: { version: 3 },
    contracts: { version: 3 },
    runs: { all: () => runs },
  };
  const watched = new WatchedBook();
  const symbols = watched.symbols(books, [], () => new Set(['NIFTY']));
  return { books, runs, watched, symbols };
}

it('keeps what is wanted while no book has changed', () => {
  const { books, watched, symbols } = kept();
  expect(watched.current(books)).toBe(symbols);
});

it.each(['intents', 'ledger', 'quotes', 'contracts'] as const)(
  'does not know what is wanted once the %s have changed',
  (book) => {
    const { books, watched } = kept();
    books[book].version += 1;
    expect(watched.current(books)).toBeNull();
  },
);

test.each<[string, (runs: Watcher[]) => void]>([
  ['ends', (runs) => (runs[0] = { state: 'completed', watches: INDEX })],
  ['goes on', (runs) => (runs[1] = { state: 'running', watches: INDEX })],
  ['watches something else', (runs) => (runs[0] = { state: 'running', watches: AGAIN })],
  ['starts', (runs) => runs.push({ state: 'running', watches: INDEX })],
])('does not know what is wanted, nor of which underlyings, once a run %s', (_, change) => {
  const { books, runs, watched } = kept();
  const before = watched.underlyings(books.runs.all(), () => ['NIFTY']);
  expect(watched.underlyings(books.runs.all(), () => ['BANKNIFTY'])).toBe(before);
  change(runs);
  expect(watched.current(books)).toBeNull();
  expect(watched.underlyings(books.runs.all(), () => ['BANKNIFTY'])).toEqual(['BANKNIFTY']);
});

it('keeps the symbols of a list of watches while their causes are the same', () => {
  const { watched } = kept();
  const cause = {};
  const first = watched.symbolsOf(INDEX, [cause], () => new Set(['NIFTY']));
  expect(watched.symbolsOf(INDEX, [cause], () => new Set(['NIFTY']))).toBe(first);
  expect(watched.symbolsOf(INDEX, [{}], () => new Set(['NIFTY']))).not.toBe(first);
  expect(watched.symbolsOf(INDEX, [], () => new Set(['NIFTY']))).not.toBe(first);
});

it('knows nothing before it was asked', () => {
  const { books } = kept();
  expect(new WatchedBook().current(books)).toBeNull();
});
