import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { invariant } from '../../src/base/invariant.ts';
import { createContractRules } from '../../src/model/market/contract-rules.ts';
import { type CostTable, type Segment } from '../../src/model/market/market-tables.ts';
import { contractNote, exerciseSttPaise, tradeCosts } from '../../src/model/money/costs.ts';
import { type HeldContract, marginEnvelopePaise } from '../../src/model/money/margin-envelope.ts';
import { formatPaise } from '../../src/model/money/money.ts';
import { createCalendar } from '../../src/model/time/calendar.ts';
import { loadMarketTables } from '../../src/settings/market/market-tables.ts';
import { markdownTable, paiseOf } from '../support/markdown-table.ts';

const page = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8');
const tables = loadMarketTables();
const { costs, margins } = tables;
const rules = createContractRules(tables, createCalendar(tables.calendar));

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

/** A row of any list of charges. */
type Charge = CostTable['stt'][number] &
  Partial<
    Pick<CostTable['exchange'][number], 'exchange'> &
      Pick<CostTable['sttOnExercise'][number], 'of'> &
      Pick<CostTable['stamp'][number], 'paidBy'> &
      Pick<CostTable['gst'][number], 'onSebiFee'>
  >;

/** What else the rate of a row has to say. */
function besides(row: Charge): string {
  if (row.of === 'settlement-price') return ' of the settlement price';
  if (row.paidBy === 'both') return ' on both sides';
  return row.onSebiFee === false ? ', not on the SEBI fee' : '';
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
      rows.map((row: Charge) => [
        part,
        row.exchange ?? 'any',
        row.segment ?? 'any',
        row.from,
        percent(row.rateBillionths) + besides(row),
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

  it('has the notes of days in every year and under every charge', () => {
    const rows = markdownTable(page, 'date');
    expect(rows).toHaveLength(19);
    for (const row of rows) expect(noteOf(row)).toEqual(row);
    const boundaries = new Set(Object.values(LISTS).flatMap((all) => all.map(({ from }) => from)));
    const changes = [...boundaries, '2027-01-01'].sort();
    const bare = changes.slice(0, -1).filter((from, at) => {
      const until = changes[at + 1] ?? '';
      return !rows.some(({ date = '' }) => from <= date && date < until);
    });
    // In March 2026 only the split of NSE's charge changed; from April 2026 on another day is worked below.
    expect(bare).toEqual(['2026-03-01', '2026-04-01']);
  });

  it('has the tax on exercise before and after September 2019', () => {
    const taxOn = (date: string): string => {
      const exercised = { intrinsicPaise: 75 * 100_00, settlementPaise: 75 * 10_900_00, date };
      return formatPaise(exerciseSttPaise(costs, exercised)).slice(1);
    };
    expect(page).toContain(`**${taxOn('2019-08-31')}**`);
    expect(page).toContain(`**${taxOn('2019-09-01')}**`);
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

/** The row of a day's note as the tool reckons it: bought and sold the same units of the nearest contract, one order each. */
function noteOf(row: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { date = '', contract = '', lots = '', sold = '', bought = '' } = row;
  const [underlying = '', kind] = contract.split(' ');
  const segment = kind === 'future' ? 'futures' : 'options';
  const expiry = expiryOf(underlying, segment, date);
  const count = Number(lots.split(' ')[0]);
  const lot = rules.lotSizeUnits(underlying, expiry, date);
  const order = { exchange: rules.exchange(underlying), segment, date } as const;
  const note = contractNote(costs, [
    { ...order, side: 'sell', turnoverPaise: count * lot * paiseOf(sold) },
    { ...order, side: 'buy', turnoverPaise: count * lot * paiseOf(bought) },
  ]);
  const shown = (paise: number): string => formatPaise(paise).slice(1);
  return {
    ...{ date, contract, lots: `${String(count)} × ${String(lot)}`, expiry, sold, bought },
    ...{ brokerage: shown(note.brokeragePaise), STT: shown(note.sttPaise) },
    ...{ exchange: shown(note.exchangePaise), SEBI: shown(note.sebiPaise) },
    ...{ GST: shown(note.gstPaise), stamp: shown(note.stampPaise), total: shown(note.totalPaise) },
  };
}

/** The next expiry of options, the next monthly one of futures. */
function expiryOf(underlying: string, segment: Segment, date: string): string {
  const fits = (expiry: string): boolean =>
    segment === 'options' || rules.isMonthlyExpiry(underlying, expiry);
  return rules.expiries(underlying, date).find(fits) ?? '';
}

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
