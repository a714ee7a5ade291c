import { createHash } from 'node:crypto';

import { type LoadedStrategy } from '../loading/load-strategy.ts';
import { type Mode } from '../model/runs/run.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { FAULT_NAMES, type FaultName } from '../simulator/faults/fault-catalogue.ts';
import { deadSelfChecks } from './dead-self-checks.ts';
import { type DrillDayBasis, type DrillMode, planDrillDay } from './drill-day-plan.ts';
import { type DrillDayResult, runDrillDay } from './drill-day.ts';
import {
  addRuns,
  type ExposureSum,
  ExposureSums,
  type StrategySum,
} from './exposure/drill-sums.ts';
import { EVERY_FAULT, type FaultChoice, faultId } from './faults/fault-switch.ts';
import { someElsewhere } from './strategies/elsewhere.ts';
import { shrinkFaults } from './faults/shrink-faults.ts';
import { type Violation } from './oracle/oracle-facts.ts';
import { drillProfile } from './world/drill-world.ts';

/** What a drill is made of. */
export interface DrillOptions {
  readonly knowledge: MarketKnowledge;
  readonly strategiesOf: (seed: number) => readonly LoadedStrategy[];
  readonly from: number;
  readonly to: number;
  readonly mode: Mode;
  readonly drillMode: DrillMode;
  /** Faults to draw from; null: all. */
  readonly faults: readonly FaultName[] | null;
  readonly choice?: FaultChoice;
  /** Whether the first failure is reduced to the faults that it needs. @default true */
  readonly isShrinking?: boolean;
  /** Whether the self-checks of the runtime are first shown faults that they must find (I36). @default true */
  readonly areSelfChecksShown?: boolean;
  readonly onDay?: (done: DrillProgress) => void;
  readonly signal?: AbortSignal;
}

/** How far a drill is. */
export interface DrillProgress {
  readonly done: number;
  readonly total: number;
  readonly violations: number;
}

/** A day on which an invariant did not hold. */
export interface DrillFailure {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly faults: readonly string[];
  /** The few that are enough; null when it was not looked for, or it fails without any. */
  readonly enough: readonly string[] | null;
  readonly lastEvents: readonly string[];
}

/** What a drill came to. */
export interface DrillSummary {
  readonly days: number;
  readonly violations: number;
  readonly intents: number;
  readonly doubled: number;
  readonly lost: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly situations: Readonly<Record<string, number>>;
  readonly strategies: ExposureSum;
  readonly byStrategy: Readonly<Record<string, StrategySum>>;
  readonly failures: readonly DrillFailure[];
  readonly faultIds: readonly string[];
  /** SHA-256 of every event of all days: equal seeds, strategies and program give equal ones. */
  readonly logHash: string;
}

const FAILURES_MAX = 10;
/** One seed in so many is run twice and must come out the same. */
const TWICE_EVERY = 100;
/** A platform's identifier of a broker connection, and words that must appear nowhere: all made up. */
const BROKER_ID = 'd5111ab1e0000000000000d5';
const SECRETS = {
  password: 'canary-of-the-password',
  webhookToken: 'canary-of-the-webhook-token',
  accessToken: 'canary-of-the-access-token',
};

/**
 * Runs the days of a range of seeds, each with its own faults, and checks them against the invariants.
 *
 * @throws {ConfigurationError} when the shipped profile cannot be used
 */
export async function drill(options: DrillOptions): Promise<DrillSummary> {
  const { from, to, signal, onDay, choice = EVERY_FAULT } = options;
  const sums = new DrillSums(choice.only);
  sums.takeDead(from, await deadOnes(options));
  for (let seed = from; seed <= to && signal?.aborted !== true; seed += 1) {
    const result = await judgedDay(seed, choice, options);
    sums.take(seed, result);
    if (result.violations.length > 0 && sums.failures.length < FAILURES_MAX) {
      const isShrinking = options.isShrinking !== false && sums.failures.length === 0;
      sums.failures.push(await failureOf(seed, result, isShrinking ? options : null));
    }
    onDay?.({ done: seed - from + 1, total: to - from + 1, violations: sums.counts.violations });
  }
  return sums.summary();
}

async function deadOnes(options: DrillOptions): Promise<readonly string[]> {
  return options.areSelfChecksShown === false ? [] : deadSelfChecks(basisOf(options));
}

function basisOf({ knowledge, mode, drillMode, faults }: DrillOptions): DrillDayBasis {
  return { knowledge, mode, drillMode, faults, brokerId: BROKER_ID, secrets: SECRETS };
}

function runDay(seed: number, choice: FaultChoice, options: DrillOptions): Promise<DrillDayResult> {
  const plan = planDrillDay(String(seed), basisOf(options));
  const { knowledge } = options;
  const strategies = someElsewhere(options.strategiesOf(seed), seed);
  const profile = drillProfile();
  return runDrillDay({ plan, knowledge, profile, strategies, choice, script: null });
}

async function judgedDay(
  seed: number,
  choice: FaultChoice,
  options: DrillOptions,
): Promise<DrillDayResult> {
  const result = await runDay(seed, choice, options);
  if (seed % TWICE_EVERY !== 0) return result;
  const again = await runDay(seed, choice, options);
  if (again.logHash === result.logHash) return result;
  const detail = 'The same seed came out in two ways';
  const violation = { invariant: 'I16', atMs: 0, detail };
  return { ...result, violations: [...result.violations, violation] };
}

/** Describes a day that failed, by the few faults that are enough where there are options to look for them with. */
async function failureOf(
  seed: number,
  { violations, fired, lastEvents }: DrillDayResult,
  options: DrillOptions | null,
): Promise<DrillFailure> {
  const faults = [...new Set(fired.map(faultId))];
  const [first] = violations;
  if (options === null || first === undefined || first.invariant === 'I16') {
    return { seed, violations, faults, enough: null, lastEvents };
  }
  let shortest = lastEvents;
  const enough = await shrinkFaults(faults, async (only) => {
    const again = await runDay(seed, { only: new Set(only), without: new Set() }, options);
    const isSame = again.violations.some(({ invariant }) => invariant === first.invariant);
    if (isSame) shortest = again.lastEvents;
    return isSame;
  });
  return { seed, violations, faults, enough, lastEvents: shortest };
}

class DrillSums {
  readonly counts = { days: 0, violations: 0, intents: 0, doubled: 0, lost: 0 };
  readonly failures: DrillFailure[] = [];
  readonly #faults = new Map<string, number>();
  readonly #situations = new Map<string, number>();
  readonly #faultIds = new Set<string>();
  readonly #only: FaultChoice['only'];
  readonly #exposure = new ExposureSums();
  readonly #strategies = new Map<string, StrategySum>();
  readonly #hash = createHash('sha256');

  constructor(only: FaultChoice['only']) {
    this.#only = only;
  }

  take(seed: number, day: DrillDayResult): void {
    const { counts } = this;
    counts.days += 1;
    counts.violations += day.violations.length;
    for (const name of ['intents', 'doubled', 'lost'] as const) counts[name] += day[name];
    for (const id of day.fired.map(faultId)) {
      if (this.#only?.has(id) === true) this.#faultIds.add(id);
    }
    add(this.#faults, day.faults);
    add(this.#situations, day.situations);
    this.#exposure.take(seed, day.strategies);
    addRuns(this.#strategies, seed, day);
    this.#hash.update(day.logHash);
  }

  takeDead(seed: number, dead: readonly string[]): void {
    if (dead.length === 0) return;
    const violations = dead.map((detail) => ({ invariant: 'I36', atMs: 0, detail }));
    this.counts.violations += dead.length;
    this.failures.push({ seed, violations, faults: [], enough: null, lastEvents: [] });
  }

  summary(): DrillSummary {
    const faults = FAULT_NAMES.filter((name) => this.#faults.has(name));
    return {
      ...this.counts,
      faults: Object.fromEntries(faults.map((name) => [name, this.#faults.get(name) ?? 0])),
      situations: Object.fromEntries([...this.#situations].sort()),
      strategies: this.#exposure.sum,
      byStrategy: Object.fromEntries(this.#strategies),
      failures: this.failures,
      faultIds: [...this.#faultIds],
      logHash: this.#hash.copy().digest('hex'),
    };
  }
}

function add(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
}
