import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { invariant } from '../../src/base/invariant.ts';
import { tradeCosts } from '../../src/model/costs.ts';
import { type HeldContract, marginEnvelopePaise } from '../../src/model/margin-envelope.ts';
import { type CostTable } from '../../src/model/market-tables.ts';
import { formatPaise } from '../../src/model/money.ts';
import { loadMarketTables } from '../../src/settings/market-tables.ts';
import { markdownTable, paiseOf } from '../support/markdown-table.ts';

const page = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8');
const { costs, margins } = loadMarketTables();

const LISTS = {
  stt: costs.stt,
  exercise: costs.sttOnExercise,
  exchange: costs.exchange,
  sebi: costs.sebi,
  stamp: costs.stamp,
  gst: costs.gst,
} as const;

function percent(billionths: number): string {
  return `${String(billionths / 10_000_000)} %`;
}

function brokerageRow({ flatPaise, rateBillionths, ...row }: CostTable['brokerage'][number]) {
  const flat = `${String(flatPaise / 100)} rupees`;
  const rate =
    rateBillionths === null ? flat : `${flat}, ${percent(rateBillionths)} where that is less`;
  return ['brokerage', 'any', row.segment ?? 'any', row.from, rate, row.confidence];
}

describe('docs/costs.md', () => {
  it('has every rate of the table, its date and its confidence', () => {
    const rates = page.slice(page.indexOf('## The rates'));
    const shown = markdownTable(rates, 'part').map((row) => Object.values(row));
    const listed = Object.entries(LISTS).flatMap(([part, rows]) =>
      rows.map((row) => [
        part,
        row.exchange ?? 'any',
        row.segment ?? 'any',
        row.from,
        percent(row.rateBillionths),
        row.confidence,
      ]),
    );
    expect(shown).toEqual([...costs.brokerage.map(brokerageRow), ...listed]);
  });

  it('checks one order, bought and sold', () => {
    const order = { exchange: 'NSE', segment: 'options', date: '2026-04-06' } as const;
    const bought = tradeCosts(costs, { ...order, side: 'buy', turnoverPaise: 65 * 100_00 });
    const sold = tradeCosts(costs, { ...order, side: 'sell', turnoverPaise: 65 * 110_00 });
    for (const { totalPaise } of [bought, sold]) {
      expect(page).toContain(`**${formatPaise(totalPaise).slice(1)}**`);
    }
  });

  it('reckons margins as the tool does', () => {
    const heading = 'NIFTY at 24,000, premiums of 120.00, day before expiry';
    const rows = markdownTable(page, heading);
    expect(rows).toHaveLength(4);
    for (const { held = '', margin = '' } of rows) {
      expect([held, marginOf(held, 24_000_00)]).toEqual([held, paiseOf(margin)]);
    }
  });

  it('is within 2 % of the margins that a broker told', () => {
    const rows = markdownTable(page, 'in 2025');
    expect(rows).toHaveLength(5);
    for (const { held = '', broker = '', here = '' } of rows) {
      const paise = marginOf(held, 23_114_10);
      expect([held, paise]).toEqual([held, paiseOf(here)]);
      expect(Math.abs(paise / paiseOf(broker) - 1)).toBeLessThan(0.02);
    }
  });
});

/** Margin of positions as `-65 C24000 +65 C24200`, on the day before they expire. */
function marginOf(held: string, levelPaise: number): number {
  const positions = held.split(/(?<=\d) (?=[+-])/).map(heldOf);
  const moment = { date: '2026-04-06', spotPaise: () => levelPaise };
  return marginEnvelopePaise(positions, moment, margins);
}

/** `-65 C24000` */
function heldOf(text: string): HeldContract {
  const match = /^([+-]\d+) ([CP])(\d+)$/.exec(text);
  invariant(match !== null, `Not a position: "${text}"`);
  const [, units, type, strike] = match;
  return {
    contract: {
      kind: 'option',
      underlying: 'NIFTY',
      expiry: '2026-04-07',
      strikePaise: Number(strike) * 100,
      optionType: type === 'C' ? 'CE' : 'PE',
    },
    netUnits: Number(units),
    lastPaise: 120_00,
  };
}
