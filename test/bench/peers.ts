import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import { map, scan, switchMap, take } from 'rxjs';

import { daysOf } from '../../src/backtest/backtest-days.ts';
import { createBacktestWorld } from '../../src/backtest/backtest-world.ts';
import { runBacktest } from '../../src/backtest/backtest.ts';
import { buy, defineStrategy, place, squareOff, z } from '../../src/index.ts';
import { type MinuteBar } from '../../src/market/minute-bar.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { median } from './bench-ratio.ts';
import { cpuMs } from './cpu-ms.ts';
import { crossPrices } from './cross-prices.ts';
import { EmaCross } from './ema-cross.ts';

/**
 * The same crossover of exponential averages on the same 100,000 minute bars, each day by itself, in a plain loop, in
 * sauda and in other backtesters where they are installed. Prints CPU and ratios as they are; nothing has to hold.
 */
const PASSES = 4;
/** grademark does not name chai, which it needs. */
const PEER = 'grademark@0.3.0 data-forge@1.10.5 chai@4.5.0';

interface GrademarkRule {
  readonly bar: { readonly isAbove: boolean | null };
}

interface Grademark {
  readonly backtest: (strategy: object, bars: object) => readonly unknown[];
}

interface DataForge {
  readonly DataFrame: new (rows: readonly object[]) => object;
}

const prices = crossPrices();
const days: readonly (readonly MinuteBar[])[] = (prices.indexes['NIFTY'] ?? []).map(
  ({ bars }) => bars,
);

/** Enters at the next open when the fast average comes to be above, leaves at that after it comes to be below. */
function plainLoop(): number {
  let trades = 0;
  for (const bars of days) {
    const cross = new EmaCross();
    let [isHeld, isWanted] = [false, false];
    for (const { closePaise } of bars) {
      if (isWanted && !isHeld) trades += 1;
      isHeld = isWanted;
      isWanted = cross.add(closePaise) ?? isWanted;
    }
  }
  return trades;
}

/** A call takes the place of the index, which cannot be traded. */
const strategy = defineStrategy({
  name: 'ema-cross',
  params: z.object({}),
  run: ({ bars, chain }) =>
    chain('NIFTY').pipe(
      take(1),
      switchMap(({ atm }) => {
        const cross = new EmaCross();
        return bars('NIFTY', 1).pipe(
          scan<{ closePaise: number }, readonly [before: boolean, now: boolean]>(
            ([, before], { closePaise }) => [before, cross.add(closePaise) ?? before],
            [false, false],
          ),
          map(([before, now]) => {
            if (before === now) return [];
            return now ? [place(buy(atm.ce, { leg: 'call', lots: 1 }))] : [squareOff('below')];
          }),
          switchMap((commands) => commands),
        );
      }),
    ),
});

async function inSauda(): Promise<number> {
  const knowledge = loadMarketKnowledge();
  const world = createBacktestWorld({ knowledge, prices, seed: 'bench' });
  const strategies = [{ path: 'ema', strategy, params: {}, sourceHash: 'ema' }];
  const result = await runBacktest(
    { prices, days: daysOf(prices, knowledge), world },
    { strategies },
  );
  return result.days.reduce((sum, { trades }) => sum + trades, 0);
}

function inGrademark({ backtest }: Grademark, { DataFrame }: DataForge): number {
  let trades = 0;
  for (const bars of days) {
    const cross = new EmaCross();
    const rows = bars.map((bar) => ({
      time: new Date(bar.startMs),
      open: bar.openPaise,
      high: bar.highPaise,
      low: bar.lowPaise,
      close: bar.closePaise,
      isAbove: cross.add(bar.closePaise),
    }));
    const rules = {
      entryRule: (enter: () => void, { bar }: GrademarkRule) => {
        if (bar.isAbove === true) enter();
      },
      exitRule: (exit: () => void, { bar }: GrademarkRule) => {
        if (bar.isAbove === false) exit();
      },
    };
    trades += backtest(rules, new DataFrame(rows)).length;
  }
  return trades;
}

async function measure(name: string, run: () => number | Promise<number>): Promise<number> {
  const passesMs: number[] = [];
  let trades = 0;
  for (let pass = 0; pass < PASSES; pass += 1) {
    passesMs.push(
      await cpuMs(async () => {
        trades = await run();
      }),
    );
  }
  // The first pass warms the compiler up.
  const ms = median(passesMs.slice(1));
  const cells = [ms.toFixed(1).padStart(10), String(trades).padStart(8)];
  process.stdout.write(`${cells.join('')}  ${name}\n`);
  return ms;
}

const directory = resolve(process.argv[2] ?? '.');
const load = createRequire(join(directory, 'peers.cjs'));
process.stdout.write(`${'CPU, ms'.padStart(10)}${'trades'.padStart(8)}  in\n`);
const plainMs = await measure('a plain loop', plainLoop);
const saudaMs = await measure('sauda', inSauda);
process.stdout.write(
  `sauda takes ${(saudaMs / plainMs).toFixed(0)} times as long as the plain loop\n`,
);
let peer: { readonly grademark: Grademark; readonly dataForge: DataForge } | null = null;
try {
  peer = {
    grademark: load('grademark') as Grademark,
    dataForge: load('data-forge') as DataForge,
  };
} catch {
  process.stdout.write(
    `grademark is skipped: it is not installed in ${directory}. To compare:\n` +
      `  npm install --prefix /tmp/peers ${PEER} && npm run bench:peers -- /tmp/peers\n`,
  );
}
if (peer !== null) {
  const { grademark, dataForge } = peer;
  const peerMs = await measure('grademark', () => inGrademark(grademark, dataForge));
  process.stdout.write(`sauda takes ${(saudaMs / peerMs).toFixed(2)} times as long as grademark\n`);
}
