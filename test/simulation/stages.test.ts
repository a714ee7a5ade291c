import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sha256Hex } from '../../src/base/hash.ts';
import { stableJson } from '../../src/base/json.ts';
import { evidenceKey } from '../../src/daemon/evidence/evidence-key.ts';
import { verifyEvidence } from '../../src/daemon/evidence/verify-evidence.ts';
import { stageInForce } from '../../src/daemon/stages/stage-in-force.ts';
import {
  type StagedCode,
  StageLedger,
  stageLedgerPathOf,
} from '../../src/daemon/stages/stage-ledger.ts';
import { type DaySummary } from '../../src/day/day-summary.ts';
import { plain } from '../../src/loading/planned-run.ts';
import { type Stage } from '../../src/model/runs/stage.ts';
import {
  loadAll,
  shipped,
  type SimulatedDay,
  simulatedDay,
  valueOf,
} from '../support/simulated-day.ts';

const STRADDLE = shipped('short-straddle.yaml');

let directory = '';
let journalPath = '';
let ledger: StageLedger;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-stages-'));
  journalPath = join(directory, 'main.journal');
  ledger = new StageLedger(stageLedgerPathOf(journalPath));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** A live day of a straddle whose goal is full size. */
function dayOn(date: string, more = ''): Promise<SimulatedDay> {
  return simulatedDay({
    mode: 'live',
    at: `${date}T09:14`,
    strategies: [STRADDLE],
    stages: ['full'],
    journalPath,
    pollEvery: '1m',
    more: `live: {shadowDays: 2, oneLotDays: 1}\n${more}\n`,
  });
}

async function codeOf(): Promise<StagedCode> {
  const [loaded] = await loadAll([STRADDLE]);
  if (loaded === undefined) throw new TypeError('One was loaded');
  const { strategy, sourceHash, params } = loaded;
  const paramsHash = sha256Hex(stableJson(plain(params)));
  return { name: strategy.name, sourceHash, paramsHash, platform: 'simulator' };
}

/** Earlier days that count. */
async function had(...days: readonly (readonly [date: string, stage: Stage])[]): Promise<void> {
  const code = await codeOf();
  const day = { kind: 'day', ...code, fills: 4, why: null } as const;
  ledger.add(days.map(([date, stage]) => ({ ...day, date, stage })));
}

async function stageOn(date: string): Promise<Stage> {
  const terms = { date, goal: 'full', shadowDays: 2, oneLotDays: 1 } as const;
  return stageInForce(ledger.read(), await codeOf(), terms).stage;
}

/** Requests that could change something at the platform. */
function writesOf({ routes }: DaySummary): DaySummary['routes'] {
  return routes.filter(({ route }) => !/ GET |POST \/login/.test(` ${route} `));
}

describe('a strategy whose goal is full size', () => {
  it('sends nothing in shadow, and is at one lot after the clean days that it needs', async () => {
    await had(['2026-10-26', 'shadow']);
    const { summary } = await dayOn('2026-10-27');
    expect(writesOf(summary)).toEqual([]);
    expect(summary.stages).toMatchObject([
      { stage: 'shadow', goal: 'full', cleanDays: 1, neededDays: 2, loweredBy: null },
    ]);
    expect(summary.stages?.[0]?.fills.length).toBeGreaterThan(1);
    const last = ledger.read().records.at(-1);
    expect(last).toMatchObject({ kind: 'day', stage: 'shadow', why: null });
    expect(await stageOn('2026-10-28')).toBe('one-lot');
  });

  it('trades one lot a leg at one lot, beside fills of the paper rules, and full size after that', async () => {
    await had(['2026-10-26', 'shadow'], ['2026-10-27', 'shadow']);
    const { summary, notices } = await dayOn('2026-10-28');
    expect(writesOf(summary)).not.toEqual([]);
    const raised = notices.find(({ code }) => code === 'stage-raised');
    expect(raised?.facts).toEqual({ from: 'shadow', to: 'one-lot' });
    const [run] = summary.stages ?? [];
    expect(run?.stage).toBe('one-lot');
    expect(run?.fills.length).toBeGreaterThan(1);
    expect(run?.fills.filter(({ isBeyond }) => isBeyond)).toEqual([]);
    expect(notices.map(({ code }) => code)).not.toContain('stage-lowered');
    expect(await stageOn('2026-10-29')).toBe('full');
  });

  it('leaves a pack with both journals, of which every decision is confirmed', async () => {
    await had(['2026-10-26', 'shadow'], ['2026-10-27', 'shadow']);
    const state = join(directory, 'state');
    const { summary, notices } = await simulatedDay({
      mode: 'live',
      at: '2026-10-28T09:14',
      strategies: [STRADDLE, shipped('iron-condor.yaml')],
      stages: ['full', 'shadow'],
      journalPath,
      pollEvery: '1m',
      more: `live: {shadowDays: 2, oneLotDays: 1}\nstate: {directory: ${JSON.stringify(state)}}\nevidence: on`,
    });
    expect(summary.stages?.map(({ stage }) => stage)).toEqual(['one-lot', 'shadow']);
    const written = notices.find(({ code }) => code === 'evidence-written');
    const { path } = written?.facts as { readonly path: string };
    const { publicKey } = valueOf(evidenceKey(join(state, 'evidence', 'signing-key.pem')));
    const verified = valueOf(await verifyEvidence({ path, publicKey }));
    expect(verified).toMatchObject({ problems: [], warnings: [] });
    const decisions = summary.commands + (summary.shadow?.commands ?? 0);
    expect(summary.shadow?.commands).toBeGreaterThan(0);
    expect(verified.replayed).toEqual({ runs: 2, decisions, differences: [] });
  });

  it('goes back a stage after a limit was reached, and has no entry after it', async () => {
    await had(['2026-10-26', 'shadow'], ['2026-10-27', 'shadow'], ['2026-10-28', 'one-lot']);
    const { summary, notices } = await dayOn('2026-10-29', 'protections: {dayLoss: 1}');
    expect(summary.stages).toMatchObject([{ stage: 'full' }]);
    const lowered = notices.filter(({ code }) => code === 'stage-lowered');
    expect(lowered.map(({ facts }) => facts)).toMatchObject([
      { from: 'full', to: 'one-lot', cause: 'limit' },
    ]);
    const vetoed = notices.filter(({ code }) => code === 'entries-vetoed');
    expect(vetoed.map(({ facts }) => facts)).toMatchObject([{ by: 'stage' }]);
    expect(await stageOn('2026-10-30')).toBe('one-lot');
    const last = ledger.read().records.at(-1);
    expect(last?.kind === 'day' && last.why).toContain("the day's loss");
  });
});
