import { afterAll, expect, it } from 'vitest';

import { backtest, type BacktestOptions } from '../../src/backtest/backtest.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { Desk } from '../e2e/in-process.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});
const PRICES = desk.write('nifty.csv', indexCsv(['2024-03-01', '2024-03-04'].flatMap(barLines)));

const CONDOR_LEGS = ['sold-ce', 'sold-pe', 'wing-ce', 'wing-pe'];

async function run(options: Partial<BacktestOptions>): Promise<BacktestResult> {
  const strategies = await loadAll([shipped('short-straddle.yaml')]);
  return valueOf(await backtest({ strategies, prices: { files: [PRICES] }, ...options }));
}

it('runs the days again under one change each, and leaves the result itself as it is', async () => {
  const plain = await run({});
  const seen: string[] = [];
  const asked = await run({
    isSensitivityAsked: true,
    onProgress: ({ done, total }) => seen.push(`${String(done)}/${String(total)}`),
  });
  const { sensitivity } = asked;
  expect({ ...asked, sensitivity: null }).toEqual(plain);
  expect(sensitivity?.map(({ name }) => name)).toEqual(['one-minute-later', 'one-tick-worse']);
  for (const one of sensitivity ?? []) {
    expect(one.netPaise).toBe(one.grossPaise - one.costsPaise);
    expect(one.trades).toBe(plain.totals.trades);
  }
  const courses = 3;
  const days = plain.days.length;
  const all = Array.from({ length: courses * days }, (_, done) => done);
  expect(seen).toEqual(all.map((done) => `${String(done)}/${String(courses * days)}`));
});

it('is what runs with these assumptions come to', async () => {
  const { sensitivity } = await run({ isSensitivityAsked: true });
  const later = await run({ fills: { decidedLaterMs: 60_000 } });
  const worse = await run({ fills: { ticksWorse: 1 } });
  expect(sensitivity?.map(({ netPaise }) => netPaise)).toEqual(
    [later, worse].map(({ totals }) => totals.netPaise),
  );
  expect(later.totals.netPaise).not.toBe(worse.totals.netPaise);
});

it('has the worst fills of each day, which add up to those of all', async () => {
  const { days, scenarios } = await run({});
  const worst = days.flatMap(({ worstFillsNetPaise }) => worstFillsNetPaise ?? []);
  expect(worst).toHaveLength(2);
  expect(worst.reduce((sum, paise) => sum + paise, 0)).toBe(scenarios.pessimistic.netPaise);
  expect(scenarios.pessimistic.netPaise).toBeLessThan(scenarios.default.netPaise ?? NaN);
});

it('is null where it was stopped', async () => {
  const stop = new AbortController();
  const stopped = await run({
    isSensitivityAsked: true,
    signal: stop.signal,
    onProgress: () => {
      stop.abort();
    },
  });
  expect(stopped.sensitivity).toBeNull();
});

it('leaves a condor whole when its decisions come later', async () => {
  const strategies = await loadAll([shipped('iron-condor.yaml')]);
  const plain = await run({ strategies });
  const later = await run({ strategies, fills: { decidedLaterMs: 60_000 } });
  const entered = ({ days }: BacktestResult) =>
    days
      .filter(({ status }) => status !== 'missing')
      .map(({ fills }) => fills.filter(({ role }) => role === 'entry'))
      .map((entries) => entries.map(({ leg }) => leg).sort());
  expect(entered(plain)).toEqual([CONDOR_LEGS, CONDOR_LEGS]);
  expect(entered(later)).toEqual(entered(plain));
  expect(later.days.map(({ status }) => status)).toEqual(plain.days.map(({ status }) => status));
  const first = ({ days }: BacktestResult): number => days[0]?.fills[0]?.atMs ?? NaN;
  expect(first(later) - first(plain)).toBe(60_000);
  expect(later.assumptions).toContain('Each decision of a strategy takes effect 60 s after it');
});
