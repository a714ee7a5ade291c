import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { map, switchMap, take } from 'rxjs';

import { backtest } from '../../src/backtest/backtest.ts';
import { alert, buy, defineStrategy, place, squareOff, z } from '../../src/index.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';
import { type BenchRatio, median } from './bench-ratio.ts';
import { cpuMs } from './cpu-ms.ts';

const DAYS = 120;
const PASSES = 4;
/** Of days full of orders. */
const ORDER_DAYS = 12;
const MINUTE_MS = 60_000;

type Traded = Parameters<typeof loadAll>[0][number];

/** CPU of one day of a backtest for some strategies, and of one order, once the code is warm. */
export async function backtestDaysBench(): Promise<readonly BenchRatio[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  try {
    const pricesPath = join(directory, 'nifty.csv');
    const fewPath = join(directory, 'nifty-few.csv');
    writeFileSync(pricesPath, indexCsv(days(DAYS)));
    writeFileSync(fewPath, indexCsv(days(ORDER_DAYS)));
    const dayOf = (strategy: Traded) => dayMs({ path: pricesPath, count: DAYS }, strategy);
    const fewOf = (strategy: Traded) => dayMs({ path: fewPath, count: ORDER_DAYS }, strategy);
    const straddle = await dayOf(shipped('short-straddle.ts'));
    const condor = await dayOf(shipped('iron-condor.ts'));
    const breakout = await dayOf(shipped('opening-range-breakout.ts'));
    const [trading, watching] = [await fewOf(ordering(true)), await fewOf(ordering(false))];
    const orderUs = (1_000 * (trading.ms - watching.ms)) / trading.orders;
    const name = (what: string) => `ms of CPU for a backtest day of ${what}, warm, mean of 120`;
    return [
      { name: name('the short straddle'), ratio: straddle.ms, must: 1.3, aim: 0.6 },
      { name: name('the iron condor'), ratio: condor.ms, must: 4.5, aim: 1.5 },
      { name: name('the opening-range breakout'), ratio: breakout.ms, must: 1.5, aim: 0.6 },
      {
        name: 'µs of CPU for an order through gate, exchange and books',
        ratio: orderUs,
        must: 80,
        aim: 40,
      },
    ];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Buys a call at the first minute, sells it at the next, and so on; or only says so. */
function ordering(isTrading: boolean): Traded {
  return defineStrategy({
    name: isTrading ? 'trading' : 'watching',
    params: z.object({}),
    run: ({ chain, every }) =>
      chain('NIFTY').pipe(
        take(1),
        switchMap(({ atm }) =>
          every(MINUTE_MS).pipe(
            map((_, minute) => {
              if (!isTrading) return alert('info', `minute ${String(minute)}`);
              return minute % 2 === 0
                ? place(buy(atm.ce, { leg: 'call', lots: 1 }))
                : squareOff('a minute later');
            }),
          ),
        ),
      ),
  });
}

function days(count: number): readonly string[] {
  const { calendar } = loadMarketKnowledge();
  const lines: string[] = [];
  for (let date = '2024-01-01', day = 0; day < count; day += 1) {
    date = calendar.nextTradingDay(date);
    lines.push(...barLines(date));
  }
  return lines;
}

async function dayMs(
  { path, count }: { readonly path: string; readonly count: number },
  strategy: Traded,
): Promise<{ readonly ms: number; readonly orders: number }> {
  const strategies = await loadAll([strategy]);
  const passesMs: number[] = [];
  let orders = 0;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const work = async () => {
      const result = valueOf(await backtest({ strategies, prices: { files: [path] } }));
      orders = result.days.reduce((sum, day) => sum + day.orders, 0);
    };
    passesMs.push(await cpuMs(work));
  }
  // The first pass warms the compiler up.
  return { ms: median(passesMs.slice(1)) / count, orders: orders / count };
}
