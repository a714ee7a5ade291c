import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { sha256Hex } from '../../src/base/hash.ts';
import { stableJson } from '../../src/base/json.ts';
import { StageLedger, stageLedgerPathOf } from '../../src/daemon/stages/stage-ledger.ts';
import { plain } from '../../src/loading/planned-run.ts';
import { loadAll, shipped, type SimulatedDay, simulatedDay } from '../support/simulated-day.ts';

const FRIDAY = '2026-10-30';
let directory: string;
let strategy: string;
let journalPath: string;
let ledger: StageLedger;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-changed-'));
  strategy = join(directory, 'short-straddle.yaml');
  journalPath = join(directory, 'main.journal');
  ledger = new StageLedger(stageLedgerPathOf(journalPath));
  writeFileSync(strategy, readFileSync(shipped('short-straddle.yaml')));
  await raise();
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** Puts what the strategy is now at full size. */
async function raise(): Promise<void> {
  const [loaded] = await loadAll([strategy]);
  if (loaded === undefined) throw new TypeError('One was loaded');
  const { sourceHash, params } = loaded;
  const paramsHash = sha256Hex(stableJson(plain(params)));
  const code = { name: loaded.strategy.name, sourceHash, paramsHash, platform: 'simulator' };
  const set = { from: 'shadow', to: 'full', by: 'test', reason: 'test' } as const;
  ledger.add([{ kind: 'set', ...code, date: FRIDAY, atMs: 0, ...set }]);
}

/** Another source that decides the same. */
function change(): void {
  writeFileSync(strategy, `${readFileSync(strategy, 'utf8')}\n# changed\n`);
}

function dayAt(time: string, signal?: AbortSignal, onView?: () => void): Promise<SimulatedDay> {
  return simulatedDay({
    ...{ mode: 'live', at: `${FRIDAY}T${time}`, strategies: [strategy], stages: ['full'] },
    ...{ journalPath, pollEvery: '1m' },
    ...(signal === undefined ? {} : { signal }),
    ...(onView === undefined ? {} : { onView }),
  });
}

/** Begins the day, and ends before anything was decided. */
async function begin(): Promise<void> {
  const stop = new AbortController();
  const { summary } = await dayAt('09:10', stop.signal, () => {
    stop.abort();
  });
  expect([summary.stages?.[0]?.stage, summary.orders.placed]).toEqual(['full', 0]);
}

it('a run goes on at its stage after a restart', async () => {
  await begin();
  const { summary } = await dayAt('09:12');
  expect(summary.orders.filled).toBeGreaterThan(0);
  expect(ledger.read().records.at(-1)).toMatchObject({ kind: 'day', stage: 'full', why: null });
});

it('a run that was changed over a restart enters nothing at the stage of its earlier source', async () => {
  await begin();
  change();
  const { summary, notices } = await dayAt('09:12');
  expect(summary.orders.placed).toBe(0);
  const vetoed = notices.filter(({ code }) => code === 'entries-vetoed');
  expect(vetoed.map(({ facts }) => facts)).toMatchObject([{ by: 'stage', code: 'changed-today' }]);
});

it('a day of two sources counts for neither, though both are at one stage', async () => {
  await begin();
  change();
  await raise();
  const { summary } = await dayAt('09:12');
  expect(summary.orders.filled).toBeGreaterThan(0);
  const last = ledger.read().records.at(-1);
  expect(last?.kind === 'day' && last.why).toContain('another source');
});
