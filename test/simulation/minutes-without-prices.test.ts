import { afterAll, describe, expect, it } from 'vitest';

import { backtest, type BacktestOptions } from '../../src/backtest/backtest.ts';
import { istClock } from '../../src/model/time/ist.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';
import { Desk } from '../e2e/in-process.ts';
import { buysOldPrices } from '../support/buys-old-prices.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

const DATE = '2024-03-05';
const STRIKE_PAISE = 2_220_000;
/** The contract trades in one minute of so many. */
const EACH_MINUTES = 4;
const WAITED = 'An order came in a minute in which its contract has no price, and waited for one';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

/** What a bar of a minute of the day is, if there is one; rupees, in which it stands still. */
type Level = (minute: number) => number | null;

/** The index goes up or down by twenty points with each minute after one in which the option trades. */
const index: Level = (minute) => {
  const moves = Math.ceil(minute / EACH_MINUTES);
  let level = 22_200;
  for (let move = 1; move <= moves; move += 1) {
    level += Math.imul(move, 0x9e3779b1) >>> 31 === 0 ? 20 : -20;
  }
  return level;
};

/** It has followed by half when it trades again. */
const option: Level = (minute) =>
  minute % EACH_MINUTES === 0 ? 200 + ((index(minute) ?? 0) - 22_200) / 2 : null;

function bars(name: string, level: Level): string {
  const lines = barLines(DATE).flatMap((line, minute) => {
    const price = level(minute)?.toFixed(2);
    const [stamp = ''] = line.split(',');
    return price === undefined ? [] : [[stamp, price, price, price, price].join()];
  });
  return desk.write(name, indexCsv(lines));
}

async function run(
  strategy: string | Strategy,
  files: readonly string[],
  options: Partial<BacktestOptions> = {},
): Promise<BacktestResult> {
  const strategies = await loadAll([strategy]);
  return valueOf(await backtest({ strategies, prices: { files }, ...options }));
}

describe('a strategy that buys at a price from before the index rose', () => {
  const strategy = () => buysOldPrices({ strikePaise: STRIKE_PAISE, eachMinutes: EACH_MINUTES });
  const files = [bars('nifty.csv', index), bars('NIFTY240307C22200.csv', option)];

  it('fills in no minute in which its contract did not trade, earns nothing, and says so', async () => {
    const { days, totals } = await run(strategy(), files);
    const fills = days.flatMap((day) => day.fills);
    const minutes = fills.map(({ atMs }) => Number(istClock(atMs).slice(3, 5)) - 15);
    expect(minutes.filter((minute) => minute % EACH_MINUTES !== 0)).toEqual([]);
    expect(fills.filter(({ assumption }) => assumption === 'took-the-touch')).toEqual([]);
    expect(totals.orders).toBeGreaterThan(10);
    expect(totals.grossPaise).toBeLessThanOrEqual(0);
    const [day] = days;
    const [note] = day?.notes ?? [];
    expect(note).toMatchObject({ kind: 'warning', strategy: 'old-prices', message: WAITED });
    expect(note?.times).toBeGreaterThan(10);
    expect(day?.status).toBe('ok');
  });

  it('earns with fills at the price that is shown', async () => {
    const { totals } = await run(strategy(), files, { fills: { at: 'touch-in-bar' } });
    expect(totals.trades).toBeGreaterThan(10);
    expect(totals.grossPaise).toBeGreaterThan(0);
  });
});

describe('a straddle', () => {
  const prices = bars('still-nifty.csv', () => 22_200);
  const contracts = (level: Level): readonly string[] =>
    ['C', 'P'].map((type) => bars(`NIFTY240307${type}22200.csv`, level));

  it('waits for the next bar of each contract, in and out', async () => {
    const sparse = contracts((minute) => (minute % EACH_MINUTES === 0 ? 150 : null));
    const { days } = await run(shipped('short-straddle.yaml'), [prices, ...sparse]);
    const fills = days[0]?.fills.map(({ role, atMs }) => [role, istClock(atMs).slice(0, 5)]);
    // It enters at 09:20 and leaves at 15:10.
    expect(fills).toEqual([
      ['entry', '09:23'],
      ['entry', '09:23'],
      ['exit', '15:11'],
      ['exit', '15:11'],
    ]);
  });

  it('is left open and says so where nothing trades any more', async () => {
    const stopped = contracts((minute) => (minute < 355 ? 150 : null));
    const { days } = await run(shipped('short-straddle.yaml'), [prices, ...stopped]);
    const told = days[0]?.notes?.map(({ message }) => message) ?? [];
    expect(days[0]?.status).toBe('ran-with-problems');
    const left = days[0]?.notes?.filter(({ message }) => message.startsWith('Left open: -50'));
    expect(left?.map(({ kind }) => kind)).toEqual(['trouble', 'trouble']);
    expect(told.filter((message) => message === WAITED)).toHaveLength(1);
  });

  it('with modelled premiums never waits where the index has a bar each minute', async () => {
    const { days } = await run(shipped('short-straddle.yaml'), [prices]);
    expect(days).toMatchObject([{ status: 'ok', trades: 2 }]);
    expect(days[0]?.notes).toBeUndefined();
  });

  it('with modelled premiums waits where the index has none', async () => {
    const gap = bars('gap-nifty.csv', (minute) => (minute === 355 ? null : 22_200));
    const { days } = await run(shipped('short-straddle.yaml'), [gap]);
    const exits = days[0]?.fills.filter(({ role }) => role === 'exit');
    expect(exits?.map(({ atMs }) => istClock(atMs).slice(0, 5))).toEqual(['15:11', '15:11']);
    expect(days[0]?.notes?.filter(({ message }) => message === WAITED)).toMatchObject([
      { times: 2 },
    ]);
  });
});
