import { expect, it } from 'vitest';

import { option } from '../../host/testing/inputs.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { costedOrders, costShares } from './cost-shares.ts';
import { type DayFill } from './day-fill.ts';

const { rules, tables } = loadMarketKnowledge();
const terms = { date: '2026-11-20', rules, table: tables.costs };

function aFill(orderId: string, pricePaise: number, underlying = 'NIFTY'): DayFill {
  const contract = { ...option(24_500, 'CE'), underlying };
  const { symbol } = contract;
  const of = { strategy: 's', runId: 's@2026-11-20/paper', leg: 'ce', role: 'entry' } as const;
  const range = { assumption: 'a', bestPaise: pricePaise, worstPaise: pricePaise };
  const shown = { atMs: 0, ...of, symbol, side: 'sell', units: 65, pricePaise, ...range } as const;
  return { shown, orderId, contract, product: 'intraday' };
}

it('divides what an order bears among its parts by their value, not by their units', () => {
  expect(costShares(1_000, [aFill('one', 10_000), aFill('one', 30_000)], terms)).toEqual([
    250, 750,
  ]);
});

it('gives each part the share of its own order where parts of several come in turns', () => {
  const fills = [aFill('one', 10_000), aFill('other', 20_000), aFill('one', 10_000)];
  const [first = 0, other = 0, last = 0] = costShares(1_000, fills, terms);
  expect([first, other, last]).toEqual([250, 500, 250]);
});

it('charges each order by the exchange of its underlying, an unknown one by the larger', () => {
  const fills = ['NIFTY', 'SENSEX', 'GOLD'].map((of) => aFill(of, 10_000, of));
  expect(costedOrders(fills, terms).map(({ exchange }) => exchange)).toEqual(['NSE', 'BSE', 'NSE']);
});
