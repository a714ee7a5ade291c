import { expect, it } from 'vitest';

import { type MinuteBar } from '../market/minute-bar.ts';
import { instantAt } from '../model/time/ist.ts';
import { plainDay } from '../../test/support/results/plain-result.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type Benchmarked, benchmarksOf, countLotsTraded } from './result-of.ts';

const DAYS = ['2024-01-01', '2024-01-02'];

/** Two minutes: from the open to the close of a day. */
function bars(openPaise: number, closePaise: number): readonly MinuteBar[] {
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

const { rules } = loadMarketKnowledge();

function aTrade(date: string, expiry: string): Parameters<typeof countLotsTraded>[0][number] {
  return { underlying: 'NIFTY', expiry, openedAtMs: instantAt(date, '09:20') };
}

it('finds that a lot was halved between two expiries that were traded', () => {
  const trades = [
    aTrade('2024-05-02', '2024-05-09'),
    aTrade('2024-04-22', '2024-04-25'),
    aTrade('2024-04-08', '2024-04-10'),
    aTrade('2024-04-30', '2024-05-02'),
  ];
  expect(countLotsTraded(trades, rules)).toEqual([
    {
      underlying: 'NIFTY',
      sizes: [
        { units: 50, fromExpiry: '2024-04-10', toExpiry: '2024-04-25' },
        { units: 25, fromExpiry: '2024-05-02', toExpiry: '2024-05-09' },
      ],
    },
  ]);
});

it('finds none where all that was traded had one lot', () => {
  expect(countLotsTraded([aTrade('2024-04-22', '2024-04-25')], rules)).toEqual([]);
  expect(countLotsTraded([], rules)).toEqual([]);
});
