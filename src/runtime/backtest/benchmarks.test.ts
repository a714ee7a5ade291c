import { expect, it } from 'vitest';

import { plainDay } from '../../results/testing/plain-result.ts';
import { type Bar } from '../../simulator/market/bar.ts';
import { type Benchmarked, benchmarksOf } from './benchmarks.ts';

const DAYS = ['2024-01-01', '2024-01-02'];

/** Two minutes: from the open to the close of a day. */
function bars(openPaise: number, closePaise: number): readonly Bar[] {
  const bar = { startMs: 0, openPaise, highPaise: openPaise, lowPaise: openPaise };
  return [
    { ...bar, closePaise: openPaise },
    { ...bar, closePaise },
  ];
}

const WORLD: Benchmarked['world'] = {
  underlyings: ['NIFTY', 'BANKNIFTY', 'SENSEX'],
  indexBars: (underlying, date) => {
    if (underlying === 'SENSEX') return [];
    const rise = date === DAYS[1] ? 1.1 : 1;
    return underlying === 'NIFTY' ? bars(100 * rise, 110 * rise) : bars(1_000, 900);
  },
};

function heldBy(underlyings: readonly string[]) {
  const trades = underlyings.map((underlying) => ({ underlying }));
  const days = DAYS.map((date) => plainDay(date, 0));
  return benchmarksOf({ world: WORLD, days, trades, capitalPaise: 1_000_000 });
}

it('each index that was traded is held, from its first open to its last close', () => {
  expect(heldBy(['BANKNIFTY', 'NIFTY', 'NIFTY'])).toMatchObject([
    { underlying: 'NIFTY', held: { fromPaise: 100, netPaise: 210_000, returnOnCapital: 0.21 } },
    { underlying: 'BANKNIFTY', held: { netPaise: -100_000, drawdownPaise: 100_000 } },
  ]);
});

it('all that the prices hold are, where nothing was traded', () => {
  expect(heldBy([]).map(({ underlying, held }) => [underlying, held !== null])).toEqual([
    ['NIFTY', true],
    ['BANKNIFTY', true],
    ['SENSEX', false],
  ]);
});

it('is none, with the reason, of an index without prices', () => {
  expect(heldBy(['SENSEX'])).toMatchObject([
    { underlying: 'SENSEX', held: null, reason: expect.stringContaining('SENSEX') as unknown },
  ]);
});
