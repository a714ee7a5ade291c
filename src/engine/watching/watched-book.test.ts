import { expect, it, test } from 'vitest';

import { type Watch } from '../../model/runs/input.ts';
import { WatchedBook, type Watcher } from './watched-book.ts';

const INDEX: readonly Watch[] = [{ kind: 'index', underlying: 'NIFTY' }];
const CHAIN: readonly Watch[] = [
  { kind: 'chain', underlying: 'NIFTY', expiry: '2026-11-03', strikesEachSide: 1 },
];
const AGAIN: readonly Watch[] = [{ kind: 'index', underlying: 'NIFTY' }];

/** Books of three runs, that a test can change, and what was made of them. */
function kept() {
  const runs: Watcher[] = [
    { state: 'running', watches: INDEX },
    { state: 'held', watches: INDEX },
    { state: 'running', watches: CHAIN },
  ];
  const books = {
    intents: { version: 3 },
    ledger: { version: 3 },
    quotes: { version: 3 },
    contracts: { version: 3 },
    runs: { all: () => runs },
  };
  const watched = new WatchedBook();
  let ofChain: ReadonlySet<string> = new Set(['NIFTY', 'CE']);
  const symbolsOf = (watches: readonly Watch[]): ReadonlySet<string> =>
    watches === CHAIN ? ofChain : new Set(['NIFTY']);
  const make = (): ReadonlySet<string> => new Set(['NIFTY', 'CE']);
  const symbols = watched.symbols(books, { causes: [], symbolsOf, make });
  return {
    ...{ books, runs, watched, symbols },
    current: () => watched.current(books, symbolsOf),
    moveChain: () => {
      ofChain = new Set(['NIFTY', 'PE']);
    },
  };
}

it('keeps what is wanted while no book has changed', () => {
  const { current, symbols } = kept();
  expect(current()).toBe(symbols);
});

it.each(['intents', 'ledger', 'contracts'] as const)(
  'does not know what is wanted once the %s have changed',
  (book) => {
    const { books, current } = kept();
    books[book].version += 1;
    expect(current()).toBeNull();
  },
);

it('knows what is wanted after other quotes, until they move a chain', () => {
  const { books, current, symbols, moveChain } = kept();
  for (const looks of [1, 2]) {
    books.quotes.version += looks;
    expect(current()).toBe(symbols);
  }
  books.quotes.version += 1;
  moveChain();
  expect(current()).toBeNull();
});

test.each<[string, (runs: Watcher[]) => void]>([
  ['ends', (runs) => (runs[0] = { state: 'completed', watches: INDEX })],
  ['goes on', (runs) => (runs[1] = { state: 'running', watches: INDEX })],
  ['watches something else', (runs) => (runs[0] = { state: 'running', watches: AGAIN })],
  ['starts', (runs) => runs.push({ state: 'running', watches: INDEX })],
])('does not know what is wanted, nor of which underlyings, once a run %s', (_, change) => {
  const { books, runs, watched, current } = kept();
  const before = watched.underlyings(books.runs.all(), () => ['NIFTY']);
  expect(watched.underlyings(books.runs.all(), () => ['BANKNIFTY'])).toBe(before);
  change(runs);
  expect(current()).toBeNull();
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
  expect(new WatchedBook().current(books, () => new Set())).toBeNull();
});
