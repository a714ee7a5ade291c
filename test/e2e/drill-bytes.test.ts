import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { drill } from '../../src/drill/drill.ts';
import { drillStrategies } from '../../src/drill/strategies/drill-strategies.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { valueOf } from '../support/simulated-day.ts';
import { SaudaProcess } from './sauda-process.ts';

/** A strategy of its day fails at once, so that a reason is recorded with where it came from. */
const SEED = 11;

test('a day of faults has the same bytes in two processes, of two installations, in two folders', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'sauda-bytes-'));
  onTestFinished(() => {
    rmSync(cwd, { recursive: true });
  });
  const seeds = `${String(SEED)}..${String(SEED)}`;
  const other = new SaudaProcess(['drill', '--seeds', seeds, '--json'], { cwd });
  const here = await drill({
    ...{ knowledge: loadMarketKnowledge(), strategiesOf: valueOf(await drillStrategies()) },
    ...{ from: SEED, to: SEED, mode: 'live', drillMode: 'safety', faults: null },
    areSelfChecksShown: false,
  });
  const { code, out } = await other.ended();
  expect(code).toBe(0);
  expect(here.faults['F45']).toBeGreaterThan(0);
  expect((JSON.parse(out) as { readonly logHash: string }).logHash).toBe(here.logHash);
});
