import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, it } from 'vitest';

import { runCli } from '../../src/apps/cli/run-cli.ts';
import { contractNote, type Costs } from '../../src/model/money/costs.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { loadMarketTables } from '../../src/settings/market/market-tables.ts';
import { fakeTerminal } from '../support/fake-terminal.ts';
import { markdownTable, paiseOf } from '../support/markdown-table.ts';

const page = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8');
const day = page.slice(page.indexOf('## A day by hand'));
const pricesPath = fileURLToPath(new URL('hand-worked-day/prices.csv', import.meta.url));
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

const directory = mkdtempSync(join(tmpdir(), 'sauda-hand-worked-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** What `sauda backtest` finds for the page's strategy over the page's prices. */
async function backtested(): Promise<BacktestResult> {
  const [, strategy = ''] = /^```yaml\n(.*?)^```/ms.exec(day) ?? [];
  writeFileSync(join(directory, 'straddle.yaml'), strategy);
  const terminal = fakeTerminal();
  const code = await runCli(
    ['backtest', 'straddle.yaml', '--prices', pricesPath, '--fills', 'worse', '--json'],
    {
      terminal,
      environment: {},
      workingDirectory: directory,
      signal: new AbortController().signal,
    },
  );
  expect([code, terminal.written.err]).toEqual([0, '']);
  return JSON.parse(terminal.written.out) as BacktestResult;
}

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
    const rows = readFileSync(pricesPath, 'utf8').trim().split('\n');
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

describe('sauda backtest over that day', async () => {
  const result = await backtested();
  const [found] = result.days;

  it('finds the same fills, at the same best and worst', () => {
    const shown = (found?.fills ?? []).map(
      ({ leg, role, side, units, pricePaise, bestPaise, worstPaise }) => ({
        ...{ leg, role, side, units, pricePaise, bestPaise, worstPaise },
        turnoverPaise: units * pricePaise,
      }),
    );
    // Both entries are of one second: which is first is the latency's choice.
    expect(shown.slice(0, 2)).toEqual(expect.arrayContaining(fills.slice(0, 2)));
    expect(shown.slice(2)).toEqual(fills.slice(2));
  });

  it('finds the same costs, gross and net', () => {
    const { costs, grossPaise, netPaise, status } = found ?? {};
    expect(status).toBe('ok');
    const parts = costs === undefined ? {} : costLines(costs);
    expect({ ...parts, gross: grossPaise, net: netPaise }).toEqual(lines);
    expect(result.totals).toMatchObject({ grossPaise, netPaise, costsPaise: lines['costs'] });
    const turnoverPaise = fills.reduce((sum, fill) => sum + fill.turnoverPaise, 0);
    expect(result.totals.turnoverPaise).toBe(turnoverPaise);
  });

  it('finds the same gross of each leg', () => {
    const legs = markdownTable(day, 'contract').map(({ contract, gross = '' }) => ({
      symbol: contract,
      grossPaise: paiseOf(gross),
    }));
    expect(legs).toHaveLength(2);
    expect(found?.legs).toHaveLength(2);
    expect(found?.legs).toEqual(
      expect.arrayContaining(legs.map((leg) => expect.objectContaining(leg) as unknown)),
    );
  });

  it('finds the same under other fills', () => {
    const scenarios = markdownTable(day, 'fills').map((row) => [
      row['fills'],
      {
        grossPaise: paiseOf(row['gross'] ?? ''),
        costsPaise: paiseOf(row['costs'] ?? ''),
        netPaise: paiseOf(row['net'] ?? ''),
      },
    ]);
    expect(result.scenarios).toEqual(Object.fromEntries(scenarios));
  });

  it('finds the same margin', () => {
    const [, margin = ''] = /\*\*Margin\*\*.*?\*\*([\d,.]+)\*\*/s.exec(day) ?? [];
    expect(found?.marginPaiseMax).toBe(paiseOf(margin));
  });
});
