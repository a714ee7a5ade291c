import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { contractNote, type Costs } from '../../src/model/costs.ts';
import { loadMarketTables } from '../../src/settings/market-tables.ts';
import { markdownTable, paiseOf } from '../support/markdown-table.ts';

const page = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8');
const day = page.slice(page.indexOf('## A day by hand'));
const prices = readFileSync(new URL('hand-worked-day/prices.csv', import.meta.url), 'utf8');
const DATE = '2026-04-06';

const fills = markdownTable(day, 'leg').map((row) => ({
  leg: row['leg'],
  role: row['what'],
  side: row['side'] === 'sell' ? ('sell' as const) : ('buy' as const),
  units: Number(row['units']),
  pricePaise: paiseOf(row['price'] ?? ''),
  turnoverPaise: paiseOf(row['turnover'] ?? ''),
  bestPaise: paiseOf(row['best'] ?? ''),
  worstPaise: paiseOf(row['worst'] ?? ''),
}));
const lines = Object.fromEntries(
  markdownTable(day, 'part').map(({ part = '', rupees = '' }) => [part, paiseOf(rupees)]),
);

function costLines(costs: Costs): Record<string, number> {
  return {
    brokerage: costs.brokeragePaise,
    STT: costs.sttPaise,
    'exchange charge': costs.exchangePaise,
    'SEBI fee': costs.sebiPaise,
    GST: costs.gstPaise,
    'stamp duty': costs.stampPaise,
    costs: costs.totalPaise,
  };
}

describe('the day that docs/costs.md works by hand', () => {
  it('shows the bars of the price file', () => {
    const rows = prices.trim().split('\n');
    for (const { minute = '', contract, open, high, low, close } of markdownTable(day, 'minute')) {
      const start = `${DATE}T${minute}:00+05:30,${contract ?? ''},`;
      const row = rows.find((line) => line.startsWith(start));
      expect(row?.split(',').slice(2, 6)).toEqual([open, high, low, close]);
    }
    expect(markdownTable(day, 'minute')).toHaveLength(4);
  });

  it('has turnovers of price times units', () => {
    expect(fills).toHaveLength(4);
    for (const { pricePaise, units, turnoverPaise } of fills) {
      expect(turnoverPaise).toBe(pricePaise * units);
    }
  });

  it('has the lines of a contract note of its fills, gross and net', () => {
    const trades = fills.map(({ side, turnoverPaise }) => ({
      exchange: 'NSE' as const,
      segment: 'options' as const,
      side,
      turnoverPaise,
      date: DATE,
    }));
    const costs = contractNote(loadMarketTables().costs, trades);
    const grossPaise = fills.reduce(
      (sum, { side, turnoverPaise }) => sum + (side === 'sell' ? turnoverPaise : -turnoverPaise),
      0,
    );
    const netPaise = grossPaise - costs.totalPaise;
    expect(lines).toEqual({ ...costLines(costs), gross: grossPaise, net: netPaise });
  });
});
