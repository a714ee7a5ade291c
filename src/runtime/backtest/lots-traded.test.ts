import { expect, it } from 'vitest';

import { instantAt } from '../../model/ist.ts';
import { loadMarketKnowledge } from '../market-knowledge.ts';
import { lotsTraded } from './lots-traded.ts';

const { rules } = loadMarketKnowledge();

function aTrade(date: string, expiry: string): Parameters<typeof lotsTraded>[0][number] {
  return { underlying: 'NIFTY', expiry, openedAtMs: instantAt(date, '09:20') };
}

it('finds that a lot was halved between two expiries that were traded', () => {
  const trades = [
    aTrade('2024-05-02', '2024-05-09'),
    aTrade('2024-04-22', '2024-04-25'),
    aTrade('2024-04-08', '2024-04-10'),
    aTrade('2024-04-30', '2024-05-02'),
  ];
  expect(lotsTraded(trades, rules)).toEqual([
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
  expect(lotsTraded([aTrade('2024-04-22', '2024-04-25')], rules)).toEqual([]);
  expect(lotsTraded([], rules)).toEqual([]);
});
