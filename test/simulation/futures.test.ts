import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { filter, map, merge } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import {
  buy,
  defineStrategy,
  percent,
  place,
  protect,
  selectNow,
  sell,
  type Strategy,
} from '../../src/index.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, simulatedDay, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-futures-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const [TUESDAY, WEDNESDAY, EXPIRY] = ['2024-03-26', '2024-03-27', '2024-03-28'];
const UNITS = 50;

function priceFile(name: string, lines: readonly string[]): string {
  const path = join(directory, name);
  writeFileSync(path, indexCsv(lines));
  return path;
}

const nifty = priceFile('nifty.csv', [TUESDAY, WEDNESDAY, EXPIRY].flatMap(barLines));
const oneDay = priceFile('nifty-of-a-day.csv', barLines(TUESDAY));

/** Minute bars of Tuesday that stand still, and from a time on at another price. */
function future(name: string, price: string, later?: { from: string; price: string }): string {
  const lines = barLines(TUESDAY).map((line) => {
    const [stamp = ''] = line.split(',');
    const isLater = later !== undefined && stamp.slice(11, 16) >= later.from;
    return [stamp, ...Array<string>(4).fill(isLater ? later.price : price)].join();
  });
  return priceFile(name, lines);
}

async function run(strategy: Strategy | string, files: readonly string[]): Promise<BacktestResult> {
  const strategies = await loadAll([strategy]);
  return valueOf(await backtest({ prices: { files }, strategies }));
}

const told = ({ days }: BacktestResult): readonly (readonly string[])[] =>
  days.map(({ fills }) =>
    fills.map(({ leg, role, side, symbol }) => [leg, role, side, symbol].join(' ')),
  );

describe('a future that is bought in the morning', () => {
  it('is sold at the exit time, and costs what a future costs', async () => {
    const still = future('NIFTY24MARFUT.csv', '22000.00');
    const result = await run(shipped('long-future.ts'), [oneDay, still]);
    expect(told(result)).toEqual([
      ['future entry buy NIFTY240328F', 'future exit sell NIFTY240328F'],
    ]);
    expect(result.trades).toMatchObject([{ closedBy: 'exit', optionType: null, units: UNITS }]);
    const [day] = result.days;
    const [bought = 0, sold = 0] = day?.fills.map(({ pricePaise }) => pricePaise) ?? [];
    expect([bought, sold].map((paise) => Math.round(paise / 10_000))).toEqual([220, 220]);
    expect(day?.grossPaise).toBe((sold - bought) * UNITS);
    // Some 11 lakh rupees each way: 0.0125 % of what was sold and 0.002 % of what was bought to the rupee, 0.002 % and
    // 0.0001 % of both, 20 rupees an order, 18 % of those three.
    expect(day?.costs).toEqual({
      brokeragePaise: 40_00,
      sttPaise: 137_00,
      exchangePaise: 44_00,
      sebiPaise: 2_20,
      stampPaise: 22_00,
      gstPaise: 15_52,
      totalPaise: 260_72,
    });
  });

  it('is sold by its stop order when the price falls', async () => {
    const falling = future('NIFTY240328F.csv', '22000.00', { from: '11:00', price: '21880.00' });
    const result = await run(shipped('long-future.ts'), [oneDay, falling]);
    expect(told(result)).toEqual([
      ['future entry buy NIFTY240328F', 'future stop sell NIFTY240328F'],
    ]);
    const [, stopped] = result.days[0]?.fills ?? [];
    // The trigger is half a percent below, the limit one percent below that.
    expect(stopped?.pricePaise).toBeLessThan(21_890_00);
    expect(stopped?.pricePaise).toBeGreaterThan(21_670_00);
  });
});

const leavesOpen = defineStrategy({
  name: 'leaves-open',
  run: ({ at, chain, fills, run: { date } }) =>
    merge(
      at('10:00').pipe(
        filter(() => date === WEDNESDAY),
        selectNow(chain('NIFTY', { expiry: 'monthly' })),
        map(({ future: futureOf, expiry }) =>
          place(
            sell(futureOf('next-monthly'), { leg: 'day', lots: 1 }),
            buy(futureOf({ date: expiry }), { leg: 'night', lots: 1, product: 'carry-forward' }),
          ),
        ),
      ),
      fills.pipe(
        filter(({ legRef }) => legRef.leg === 'day'),
        protect({ stop: percent(10) }),
      ),
    ),
});

describe('a future that the strategy leaves open', () => {
  it('is closed before the close, or is carried forward and settled at the index', async () => {
    const result = await run(leavesOpen, [nifty]);
    expect(told(result)).toEqual([
      [],
      ['night entry buy NIFTY240328F', 'day entry sell NIFTY240425F', 'day exit buy NIFTY240425F'],
      [],
    ]);
    const lastClose = barLines(EXPIRY).at(-1)?.split(',').at(-1);
    const closePaise = Math.round(Number(lastClose) * 100);
    const night = result.trades.find(({ leg }) => leg === 'night');
    expect(night).toMatchObject({ closedBy: 'settlement', exitPaise: closePaise });
    expect(night?.grossPaise).toBe(((night?.exitPaise ?? 0) - (night?.entryPaise ?? 0)) * UNITS);
  });
});

const inTheEvening = defineStrategy({
  name: 'in-the-evening',
  run: ({ at, chain, fills }) =>
    merge(
      at('15:20').pipe(
        selectNow(chain('NIFTY')),
        map(({ future: futureOf }) => place(buy(futureOf(), { leg: 'future', lots: 1 }))),
      ),
      fills.pipe(protect({ stop: percent(5) })),
    ),
});

it('a future goes to a platform as an option does, and is let go before the close', async () => {
  const at = '2026-10-30T15:19';
  const { summary } = await simulatedDay({ mode: 'live', at, strategies: [inTheEvening] });
  expect(summary.orders).toMatchObject({ placed: 3, filled: 2, cancelled: 1, unknown: 0 });
  expect(summary.positions).toMatchObject([{ leg: 'future', netUnits: 0 }]);
  expect(summary.trades).toBe(1);
});
