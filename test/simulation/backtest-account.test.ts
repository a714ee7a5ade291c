import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EMPTY, mergeMap, of } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import {
  backtest,
  type BacktestOptions,
  prepareBacktest,
  runBacktest,
} from '../../src/backtest/backtest.ts';
import { buy, defineStrategy, place, selectNow, sell, type Strategy } from '../../src/index.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { readResult } from '../../src/results/reading/read-result.ts';
import { Desk } from '../e2e/in-process.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-account-'));
const desk = new Desk();
afterAll(() => {
  rmSync(directory, { recursive: true });
  desk.close();
});

const EXPIRY = '2024-03-07';
const DATES = ['2024-03-05', '2024-03-06', EXPIRY, '2024-03-11'];

function priceFile(name: string, dates: readonly string[]): string {
  const path = join(directory, name);
  writeFileSync(path, indexCsv(dates.flatMap((date) => barLines(date))));
  return path;
}

const nifty = priceFile('nifty.csv', DATES);

async function run(options: Partial<BacktestOptions> = {}): Promise<BacktestResult> {
  const strategies = options.strategies ?? (await loadAll([shipped('short-straddle.yaml')]));
  return valueOf(await backtest({ prices: { files: [nifty] }, ...options, strategies }));
}

/** Sells the call at the money and carries it; buys it back on the day that is told, by what it kept in its store. */
function carrier(backOn: string | null): Strategy {
  const leg = { leg: 'ce', lots: 1, product: 'carry-forward' } as const;
  return defineStrategy({
    name: 'carrier',
    run: ({ at, chain, store, run: { date } }) =>
      at('10:00').pipe(
        selectNow(chain('NIFTY')),
        mergeMap(({ atm, at: contractAt }) => {
          const strikePaise = store.get('strikePaise');
          if (typeof strikePaise !== 'number') {
            store.set('strikePaise', atm.strikePaise);
            return of(place(sell(atm.ce, leg)));
          }
          return date === backOn ? of(place(buy(contractAt('CE', strikePaise), leg))) : EMPTY;
        }),
      ),
  });
}

describe('positions that are carried forward', async () => {
  const result = await run({ strategies: await loadAll([carrier(null)]) });
  const [trade] = result.trades;

  it('count every day from the last price of the day before, and settle at the index close', () => {
    expect(result.days.map(({ status, trades }) => [status, trades])).toEqual([
      ['ok', 1],
      ['ok', 0],
      ['ok', 0],
      ['ok', 0],
    ]);
    expect(result.trades).toHaveLength(1);
    expect(trade).toMatchObject({
      closedBy: 'settlement',
      product: 'carry-forward',
      expiry: EXPIRY,
    });
    expect(trade?.closedAtMs).toBe(instantAt(EXPIRY, '15:30'));
    expect(result.totals.netPaise).toBe(trade?.netPaise);
  });

  it('settle at what the last bar says', () => {
    const lastBar = barLines(EXPIRY).at(-1)?.split(',').at(-1) ?? '';
    const closePaise = Math.round(Number(lastBar) * 100);
    const strikePaise = Number(trade?.symbol.slice(-5)) * 100;
    expect(trade?.exitPaise).toBe(Math.max(0, closePaise - strikePaise));
  });
});

it('closes on a later day what a run of the strategy buys back under the same leg', async () => {
  const result = await run({ strategies: await loadAll([carrier('2024-03-06')]) });
  expect(result.days.map(({ fills }) => fills.length)).toEqual([1, 1, 0, 0]);
  const [sold, back] = result.days.flatMap(({ fills }) => fills);
  expect(result.trades).toMatchObject([
    { closedBy: 'entry', entryPaise: sold?.pricePaise, exitPaise: back?.pricePaise },
  ]);
  expect(result.totals.netPaise).toBe(result.trades[0]?.netPaise);
});

it('lets every strategy trade on one account, over several underlyings', async () => {
  const bank = priceFile('banknifty.csv', DATES.slice(0, 2));
  const strategies = await loadAll([shipped('short-straddle.yaml'), shipped('iron-condor.yaml')]);
  const result = await run({ strategies, prices: { files: [nifty, bank] } });
  expect(result.underlyings).toEqual(['NIFTY', 'BANKNIFTY']);
  expect(new Set(result.trades.map(({ strategy }) => strategy))).toEqual(
    new Set(['short-straddle', 'iron-condor']),
  );
  for (const { legs, netPaise } of result.days) {
    expect(legs.reduce((sum, leg) => sum + leg.netPaise, 0)).toBe(netPaise);
  }
});

it('keeps the index of each underlying that was traded, for the chart', async () => {
  const bank = priceFile('banknifty.csv', DATES.slice(0, 1));
  const [straddle] = await loadAll([shipped('short-straddle.yaml')]);
  if (straddle === undefined) throw new TypeError('The strategy was loaded');
  const params = { ...(straddle.params as object), underlying: 'BANKNIFTY' };
  const prices = { files: [nifty, bank] };
  const result = await run({ strategies: [{ ...straddle, params }], prices });
  const [traded, idle] = result.days;
  const [line] = traded?.otherIndexes ?? [];
  expect(traded?.fills[0]?.symbol).toMatch(/^BANKNIFTY/);
  expect(line?.underlying).toBe('BANKNIFTY');
  expect(line?.points).toHaveLength(375);
  expect(idle).not.toHaveProperty('otherIndexes');
  expect(JSON.parse(JSON.stringify(traded))).toHaveProperty('otherIndexes', [line]);
});

it('shares the limits of the account', async () => {
  const strategies = await loadAll([shipped('short-straddle.yaml'), shipped('iron-condor.yaml')]);
  const free = await run({ strategies });
  const shared = await run({ strategies, limits: { ordersPerDayMax: 2 } });
  const entries = ({ days }: BacktestResult): number =>
    days.flatMap(({ fills }) => fills).filter(({ role }) => role === 'entry').length;
  expect([entries(free), entries(shared)]).toEqual([4 * 6, 4 * 2]);
});

it('reports a day that cannot be run to its end, and goes on', async () => {
  const strategies = await loadAll([shipped('short-straddle.yaml')]);
  const prepared = valueOf(await prepareBacktest({ strategies, prices: { files: [nifty] } }));
  const { market } = prepared.world;
  // When the straddle is sold: nothing marks it before.
  const brokenMs = instantAt('2024-03-06', '09:20');
  const broken = {
    ...market,
    quote: (...asked: Parameters<typeof market.quote>) => {
      const [, atMs] = asked;
      if (atMs === brokenMs) throw new RangeError('Out of range');
      return market.quote(...asked);
    },
  };
  const world = { ...prepared.world, market: broken };
  const result = await runBacktest({ ...prepared, world }, { strategies });
  const whole = await run({ strategies });
  expect(result.days.map(({ status }) => status)).toEqual(['ok', 'failed', 'ok', 'ok']);
  expect(result.days[1]).toMatchObject({ netPaise: 0, fills: [], reason: /Out of range/ });
  expect(result.days[2]).toEqual(whole.days[2]);
  expect(result.totals).toMatchObject({ daysRun: 3, daysSkipped: 1 });
});

it('fills within the range of each minute, and at the same prices in another time zone', async () => {
  const [here, zone] = [await run(), process.env['TZ']];
  process.env['TZ'] = 'America/St_Johns';
  const there = await run();
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  expect(there).toEqual(here);
  const fills = here.days.flatMap(({ fills: ofDay }) => ofDay);
  expect(fills.length).toBeGreaterThan(8);
  for (const { pricePaise, bestPaise, worstPaise } of fills) {
    expect(pricePaise).toBeGreaterThanOrEqual(Math.min(bestPaise, worstPaise));
    expect(pricePaise).toBeLessThanOrEqual(Math.max(bestPaise, worstPaise));
  }
  const { optimistic, default: asFilled, pessimistic } = here.scenarios;
  expect(optimistic.netPaise).toBeGreaterThan(asFilled.netPaise ?? NaN);
  expect(asFilled.netPaise).toBeGreaterThan(pessimistic.netPaise ?? NaN);
});

describe('sauda backtest', () => {
  const straddle = shipped('short-straddle.yaml');

  it('writes the result, its tables and its page', async () => {
    const asked = ['--out', 'result.json', '--csv', 'tables', '--report', 'page.html'];
    const { code, out } = await desk.sauda('backtest', straddle, '--prices', nifty, ...asked);
    expect(code).toBe(0);
    expect(out).toMatch(/Wrote result\.json, tables\/trades\.csv, .*page\.html\n$/);
    const text = readFileSync(join(desk.directory, 'result.json'), 'utf8');
    const read = valueOf(readResult(text, 'result.json'));
    expect(read.totals.daysRun).toBe(4);
    expect(readFileSync(join(desk.directory, 'page.html'), 'utf8')).toMatch(/^<!doctype html>/i);
    const rows = readFileSync(join(desk.directory, 'tables/trades.csv'), 'utf8').trim().split('\n');
    expect(rows).toHaveLength(1 + read.trades.length);
  });

  it('takes another capital and other fills', async () => {
    const asked = ['--capital', '250000.50', '--fills', 'touch', '--json'];
    const { out } = await desk.sauda('backtest', straddle, '--prices', nifty, ...asked);
    const result = JSON.parse(out) as BacktestResult;
    expect(result.capitalPaise).toBe(25_000_050);
    const assumed = new Set(
      result.days.flatMap(({ fills }) => fills).map(({ assumption }) => assumption),
    );
    expect(assumed).toContain('took-the-touch');
    expect(result.scenarios.default.netPaise).toBeGreaterThan(
      result.scenarios.pessimistic.netPaise ?? NaN,
    );
  });

  it('refuses a capital of nothing, and says where a file cannot be written', async () => {
    const nothing = await desk.sauda('backtest', straddle, '--prices', nifty, '--capital', '0');
    expect(nothing.err).toMatch(/rupees above 0/);
    const asked = ['--prices', nifty, '--out', 'no/such/result.json'];
    const { code, err } = await desk.sauda('backtest', straddle, ...asked);
    expect(code).toBe(2);
    expect(err).toMatch(/Cannot write the result/);
  });
});
