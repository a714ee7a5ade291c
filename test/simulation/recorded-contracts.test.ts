import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { backtest, type BacktestOptions } from '../../src/backtest/backtest.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

const DATE = '2024-03-05';
const directory = mkdtempSync(join(tmpdir(), 'sauda-recorded-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

async function run(files: readonly string[], options: Partial<BacktestOptions> = {}) {
  const strategies = await loadAll([shipped('short-straddle.yaml')]);
  return backtest({ strategies, prices: { files }, ...options });
}

/** Minute bars of the day that stand still at a price. */
function still(price: string): string {
  return indexCsv(
    barLines(DATE).map((line) => [line.split(',')[0], ...Array<string>(4).fill(price)].join()),
  );
}

describe('a backtest over contracts with prices of their own', async () => {
  const index = file('nifty.csv', indexCsv(barLines(DATE)));
  const logPath = join(directory, 'log');
  const modelled = valueOf(await run([index], { logPath }));
  const traded = [...new Set(readFileSync(logPath, 'utf8').match(/NIFTY\d{6}[CP]\d+/g))];
  const contracts = traded.map((symbol) => file(`${symbol}.csv`, still('100.00')));
  const recorded = valueOf(await run([index, ...contracts]));

  it('fills at them: a premium that stands still costs the spread, and nothing else', () => {
    expect(traded).toHaveLength(2);
    const [day] = recorded.days;
    expect(day).toMatchObject({ status: 'ok', trades: 2 });
    // Two legs of one lot of 50, sold at 99.80 and bought back at 100.20.
    expect(day?.grossPaise).toBe(-2 * 50 * 40);
    expect(modelled.days[0]?.grossPaise).not.toBe(day?.grossPaise);
  });

  it('says which prices were recorded and which were modelled', () => {
    const told = recorded.assumptions.join('\n');
    expect(told).toMatch(/^2 contracts have recorded prices, .* all other premiums/m);
    expect(told).toMatch(/Black-76/);
    expect(modelled.assumptions.join('\n')).not.toMatch(/recorded prices/);
  });

  it('refuses options without their index, in words', async () => {
    const refused = await run(contracts);
    expect(refused.ok ? '' : refused.error[0]?.message).toMatch(
      /neither their index nor a future$/,
    );
  });
});

const FAR = `import { defineStrategy, place, selectNow, sell, squareOff } from 'sauda';
import { map, merge } from 'rxjs';
export default defineStrategy({
  name: 'far',
  run: ({ at, chain }) => merge(
    at('09:20').pipe(
      selectNow(chain('NIFTY')),
      map((now) => place(sell(now.at('CE', 3_000_000), { leg: 'ce', lots: 1 }))),
    ),
    at('15:10').pipe(map(() => squareOff('exit'))),
  ),
});
`;

it('a strike far from the index is there for a strategy on dates for which it has prices', async () => {
  const strategies = await loadAll([file('far.mjs', FAR)]);
  const index = file('far-nifty.csv', indexCsv(barLines(DATE)));
  const call = file('NIFTY240307C30000.csv', still('7.00'));
  const without = valueOf(await backtest({ strategies, prices: { files: [index] } }));
  expect(without.days[0]?.reason).toContain('not listed');
  const { days, problems } = valueOf(
    await backtest({ strategies, prices: { files: [index, call] } }),
  );
  // One lot of 50, sold a tick below and bought back a tick above.
  expect(days).toMatchObject([{ status: 'ok', trades: 1, grossPaise: -50 * 10 }]);
  expect(problems).toEqual([]);
});

describe('strict prices', () => {
  it('refuse the whole run for one bad row, with its file and line', async () => {
    const lines = barLines(DATE);
    const path = file(
      'bad-nifty.csv',
      indexCsv(lines.with(5, (lines[5] ?? '').replace(',', ',x'))),
    );
    const lenient = valueOf(await run([path]));
    expect(lenient.days).toMatchObject([{ status: 'ran-with-problems', bars: 374 }]);
    const refused = await run([path], { prices: { files: [path], isStrict: true } });
    expect(refused.ok ? [] : refused.error).toMatchObject([
      { message: 'Prices have problems: found bad-number 1, gap 1, allowed none with --strict' },
      { file: path, line: 7 },
      { file: path, line: 8 },
    ]);
  });
});

it('two indexes in one run each have their days', async () => {
  const lines = barLines(DATE);
  const files = ['nifty.csv', 'banknifty.csv'].map((name) => file(`two-${name}`, indexCsv(lines)));
  const { days, assumptions } = valueOf(await run(files));
  expect(days).toMatchObject([{ date: DATE, status: 'ok', bars: 750 }]);
  expect(assumptions[0]).toContain('NIFTY, BANKNIFTY');
});

it('prices of another zone, edge and language come to the same days', async () => {
  const lines = barLines(DATE);
  const plain = valueOf(await run([file('plain-nifty.csv', indexCsv(lines))]));
  const odd = lines.map((line) => {
    const [stamp = '', ...prices] = line.split(',');
    const endsAt = new Date(Date.parse(stamp) + 60_000).toISOString().slice(0, 16);
    return [endsAt.replace('T', ' '), ...prices].join(';');
  });
  const path = file('odd-nifty.csv', ['wann;auf;hoch;tief;zu', ...odd].join('\r\n'));
  const columns = 'time=wann,open=auf,high=hoch,low=tief,close=zu';
  const how = { columns, timeZone: 'UTC', stamp: 'end' } as const;
  const told = valueOf(await run([], { prices: { files: [path], ...how } }));
  expect(told.days).toEqual(plain.days);
});

it.each([
  [{ timeZone: 'Mars' }, 'Unknown time zone "Mars"'],
  [{ columns: 'tme=x' }, 'Cannot read the columns'],
  [{ underlying: 'NIFTI' }, 'Unknown underlying "NIFTI"'],
])('%j is refused before anything is read', async (how, message) => {
  const refused = await run([], { prices: { files: ['none.csv'], ...how } });
  expect(refused.ok ? '' : refused.error[0]?.message).toContain(message);
});
