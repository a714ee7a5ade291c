import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { leaveCulprit } from '../../src/adapters/system/culprit-file.ts';
import { type Json } from '../../src/base/json.ts';
import { Quarantine } from '../../src/day/quarantine.ts';
import { type DrillDayPlan, planDrillDay } from '../../src/drill/drill-day-plan.ts';
import { type DrillDayResult, runDrillDay } from '../../src/drill/drill-day.ts';
import { EVERY_FAULT } from '../../src/drill/faults/fault-switch.ts';
import {
  type IoVerdict,
  type PassedPoint,
  type ScriptedPoint,
} from '../../src/drill/process/io-points.ts';
import { drillProfile } from '../../src/drill/world/drill-world.ts';
import { protectBuiltIns } from '../../src/loading/guard-process.ts';
import { type LoadedStrategy, loadStrategy } from '../../src/loading/load-strategy.ts';
import { armStrayFailures, forgiveViolations } from '../../src/loading/stray-failures.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { valueOf } from '../support/simulated-day.ts';

/**
 * A program: a straddle's day beside hostile strategies, ended at every point at which the process touches the outside,
 * and started again. In a process of its own, since it freezes built-ins and takes failures that nothing handles, as
 * `sauda run` does.
 */
protectBuiltIns();
armStrayFailures();
forgiveViolations((refused) => {
  process.stderr.write(`${refused}\n`);
});

/** What can end a process at a point of each kind. */
const VERDICTS: Readonly<Record<PassedPoint['kind'], readonly IoVerdict[]>> = {
  append: ['crash-before', 'torn', 'crash-after'],
  recover: [],
  send: ['crash-before', 'crash-after'],
  answer: ['crash-before'],
};
const STRADDLE = { legs: ['ce', 'pe'], heldMs: 30_000, isProtected: true };
/** Two entries, two stops, two exits. */
const ORDERS = 6;
const ACTS = ['orders', 'fills', 'chain', 'rejection', 'filter', 'round'];

interface Found {
  days: number;
  readonly broken: object[];
  /** Where the straddle did not enter. */
  readonly untraded: object[];
}

const profile = drillProfile();
const knowledge = loadMarketKnowledge();
const whole = planDrillDay('reference', {
  knowledge,
  mode: 'live',
  drillMode: 'safety',
  faults: [],
  brokerId: 'd5111ab1e0000000000000d5',
  secrets: { password: 'canary-p', webhookToken: 'canary-w', accessToken: 'canary-a' },
});
const plan: DrillDayPlan = {
  ...whole,
  startMs: instantAt(whole.day.date, '14:44') + 50_000,
  endMs: instantAt(whole.day.date, '14:50'),
  priceStepMs: 60_000,
};
const strategies = await Promise.all([
  loaded('../e2e/held-legs.js', STRADDLE),
  ...ACTS.map((act) => loaded('../e2e/hostile.js', { act })),
  loaded('module-timer.js', {}),
  loaded('../e2e/hangs.js', { when: 'never', heldMs: 3_600_000 }),
]);
process.stdout.write(JSON.stringify(await sweep()));

async function sweep(): Promise<object> {
  const { passed, runs } = await dayWith([]);
  const points = passed.filter(({ atMs }) => atMs < plan.endMs);
  const found: Found = { days: 0, broken: [], untraded: [] };
  for (const { ordinal, kind } of points) {
    for (const verdict of VERDICTS[kind]) {
      const day = await judgedDay([{ ordinal, verdict }], found);
      if (kind === 'append' && verdict === 'crash-after') await endRecoveries(day, ordinal, found);
    }
  }
  return { points: points.length, runs, ...found };
}

/** Ends the second process, too, at each point of its recovery. */
async function endRecoveries(day: DrillDayResult, first: number, found: Found): Promise<void> {
  for (const { ordinal, kind } of day.passed) {
    if (kind !== 'recover') continue;
    const script = [first, ordinal].map(
      (each) => ({ ordinal: each, verdict: 'crash-after' }) as const,
    );
    await judgedDay(script, found);
  }
}

async function judgedDay(script: readonly ScriptedPoint[], found: Found): Promise<DrillDayResult> {
  const day = await dayWith(script);
  found.days += 1;
  const wrong = whatIsWrong(day);
  if (wrong !== null) found.broken.push({ script, wrong });
  if ((straddleOf(day)?.orders ?? 0) < ORDERS) found.untraded.push(script);
  return day;
}

/** A day of these strategies. From its second process on, the one that hangs is known to have ended the first. */
async function dayWith(script: readonly ScriptedPoint[]): Promise<DrillDayResult> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-hostile-'));
  let lives = 0;
  const quarantine = (): Quarantine => {
    lives += 1;
    if (lives === 2) leaveCulprit(directory, culprit());
    return new Quarantine(directory);
  };
  try {
    const of = { plan, knowledge, profile, strategies, choice: EVERY_FAULT };
    return await runDrillDay({ ...of, script, quarantine });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function culprit(): Parameters<typeof leaveCulprit>[1] {
  const name = `hangs@${plan.day.date}/live`;
  return { name, why: 'endless', atMs: plan.startMs, lastedMs: 30_000, source: null };
}

function whatIsWrong(day: DrillDayResult): unknown {
  const [first] = day.violations;
  if (first !== undefined) return first;
  if (day.leftOpen.length > 0) return day.leftOpen;
  return straddleOf(day)?.failure ?? null;
}

function straddleOf({ runs }: DrillDayResult): DrillDayResult['runs'][number] | undefined {
  return runs.find(({ strategy }) => strategy === 'held-legs');
}

async function loaded(
  name: string,
  params: Readonly<Record<string, Json>>,
): Promise<LoadedStrategy> {
  return valueOf(await loadStrategy(fileURLToPath(new URL(name, import.meta.url)), params));
}
