import { drill } from '../../src/drill/drill.ts';
import { drillStrategies } from '../../src/drill/strategies/drill-strategies.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { valueOf } from '../support/simulated-day.ts';
import { type BenchRatio } from './bench-ratio.ts';
import { cpuMs } from './cpu-ms.ts';

const DAYS = 60;
/** So many until the code is as fast as in a long soak, whose nursery this process has, too. */
const DAYS_BEFORE = 180;

/** CPU of one day of faults, once the code is warm. */
export async function drillDaysBench(): Promise<readonly BenchRatio[]> {
  const options = {
    knowledge: loadMarketKnowledge(),
    strategiesOf: valueOf(await drillStrategies()),
    mode: 'live',
    drillMode: 'safety',
    faults: null,
    isShrinking: false,
  } as const;
  await drill({ ...options, from: 201, to: 200 + DAYS_BEFORE });
  const ms = await cpuMs(() => drill({ ...options, from: 101, to: 100 + DAYS }));
  const name = `ms of CPU for a drill day with faults, polls of 1 s, mean of ${String(DAYS)}`;
  return [{ name, ratio: ms / DAYS, must: 38, aim: 20 }];
}
