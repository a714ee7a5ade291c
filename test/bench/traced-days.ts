import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { prepareBacktest, runBacktest } from '../../src/backtest/backtest.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { withTrace } from '../../src/strategy/define-strategy.ts';
import { RunTrace } from '../../src/strategy/run-trace.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';
import { compiled } from '../strategies/play-both.ts';
import { type BenchRatio, median } from './bench-ratio.ts';
import { cpuMs } from './cpu-ms.ts';

const DAYS = 6;
/** Pairs that warm the compiler up, and those that count: one pair alone says little on a busy machine. */
const WARM_PAIRS = 8;
const PAIRS = 40;

/** Rules that are evaluated at every price, at every minute and at every bar; some act. */
const RULES = `name: traced
schemaVersion: 1
underlying: NIFTY
exit: '15:10'
stop: 40%
legs:
  ce: { side: sell, type: CE, strike: ATM }
  pe: { side: sell, type: PE, strike: ATM }
variables: { tries: 0 }
rules:
  - when: { at: '09:20' }
    then: [{ enter: all }]
  - when: { becomes: profit > 2500 rupees or profit < -4000 rupees }
    then: [{ exit: all }]
  - when: { becomes: index > close(15m) * 100.1% }
    then: [{ set: { tries: tries + 1 } }]
  - when: { every: 1m, from: '09:30' }
    if: [lots(ce) != 0, price(ce) < entry(ce) * 50%, { not: time > 14:30 }]
    then: [{ exit: [ce] }]
    cooldown: 10m
  - when: { bar: 15m }
    if: high(15m) - low(15m) < 30 and tries < 3
    then: [{ alert: calm }]
`;

/** CPU of a backtest day whose run is traced, over that of the same day without. */
export async function tracedDaysBench(): Promise<readonly BenchRatio[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-bench-'));
  try {
    const path = join(directory, 'nifty.csv');
    writeFileSync(path, indexCsv(dayLines()));
    const alone = await loadAll([compiled(RULES)]);
    const traced = alone.map((loaded) => {
      return { ...loaded, strategy: withTrace(loaded.strategy, () => new RunTrace()) };
    });
    const prepared = valueOf(
      await prepareBacktest({ strategies: alone, prices: { files: [path] }, isRunAgain: true }),
    );
    const daysOf = (strategies: typeof alone): Promise<number> =>
      cpuMs(() => runBacktest(prepared, { strategies }));
    const ratios: number[] = [];
    for (let pair = 0; pair < WARM_PAIRS + PAIRS; pair += 1) {
      // By turns first: what the first leaves on the heap, the second clears away.
      const [first, second] = pair % 2 === 0 ? [alone, traced] : [traced, alone];
      const [one, other] = [await daysOf(first), await daysOf(second)];
      ratios.push(pair % 2 === 0 ? other / one : one / other);
    }
    const ratio = median(ratios.slice(WARM_PAIRS));
    const name = 'CPU of a traced backtest day over one that is not, rules at every price, warm';
    return [{ name, ratio, must: 1.1, aim: 1.05 }];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function dayLines(): readonly string[] {
  const { calendar } = loadMarketKnowledge();
  const lines: string[] = [];
  for (let date = '2024-01-01', day = 0; day < DAYS; day += 1) {
    date = calendar.nextTradingDay(date);
    lines.push(...barLines(date));
  }
  return lines;
}
