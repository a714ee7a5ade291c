import { resolve } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { monotonicMs, yieldToMachine } from '../../src/adapters/system/machine-time.ts';
import { ist, quotesAt, tradingDay } from '../../src/host/testing/inputs.ts';
import { applyParams } from '../../src/loading/apply-params.ts';
import { readStrategy } from '../../src/loading/load-strategy.ts';
import { createHost } from '../../src/loading/planned-run.ts';
import { StrategyProcessHost } from '../../src/loading/strategy-process/strategy-process-host.ts';
import { SupervisedHost } from '../../src/loading/strategy-process/supervised-host.ts';
import { type Notice } from '../../src/notices/notice.ts';
import { type RunCall, type RunRecipe } from '../../src/ports/run-host.ts';
import { valueOf } from '../support/simulated-day.ts';

const PATH = resolve(import.meta.dirname, 'endless-strategy.js');
const read = valueOf(await readStrategy(PATH));
const START_MS = ist('09:20');
/** Two that are sound; others are called between them. */
const SOUND = ['before', 'behind'] as const;

/** Parameters of runs, in the order of their calls. */
type Given = Readonly<Record<string, RunRecipe['given']>>;
type Answers = Readonly<Record<string, readonly string[]>>;

function recipeOf(runId: string, given: RunRecipe['given']): RunRecipe {
  const day = tradingDay();
  const { date } = day;
  const header = { runId, strategy: 'e', date, mode: 'paper', account: 'a', seed: runId } as const;
  const { sourceHash } = read;
  return { header, day, path: PATH, sourceHash, given, store: {}, carried: [] };
}

/** A price of each second, to one run. */
function priceAt(second: number): RunCall {
  return {
    kind: 'deliver',
    input: quotesAt(START_MS + second * 1_000, { NIFTY: 24_000 + second }),
  };
}

/** What the sound runs answer to so many seconds where nothing disturbs them. */
function undisturbed(given: Given, seconds: number): Answers {
  const answers: Record<string, string[]> = {};
  const host = createHost((recipe) => {
    const params = applyParams(read.strategy, recipe.given, PATH);
    return { ...read, params: valueOf(params) };
  });
  host.listen({
    onTurn: (runId, answer) => (answers[runId] ??= []).push(JSON.stringify(answer)),
    onOutside: () => undefined,
  });
  for (const runId of SOUND) {
    host.tell(runId, {
      kind: 'start',
      atMs: START_MS,
      recipe: recipeOf(runId, given[runId] ?? {}),
    });
    for (let second = 1; second <= seconds; second += 1) host.tell(runId, priceAt(second));
  }
  return answers;
}

/** Runs in a process of their own. */
class Living {
  readonly notices: Notice[] = [];
  readonly held: string[] = [];
  readonly answers: Record<string, string[]> = {};
  readonly host: SupervisedHost;
  readonly #runs: string[];
  #second = 0;

  constructor(given: Given, answerWithinMs = 1_000) {
    this.#runs = Object.keys(given);
    this.host = new SupervisedHost({
      open: (hears) => new StrategyProcessHost({ strategies: [PATH], answerWithinMs, ...hears }),
      // Not while a test lasts.
      tryAgainAfterMs: [3_600_000],
      onNotice: (notice) => this.notices.push(notice),
    });
    this.host.listen({
      onTurn: (runId, answer) => (this.answers[runId] ??= []).push(JSON.stringify(answer)),
      onOutside: (runId, reason) => this.held.push(`${runId}: ${reason}`),
      onHeld: (runId, detail) => this.held.push(`${runId}: ${detail}`),
    });
    for (const runId of this.#runs) {
      const recipe = recipeOf(runId, given[runId] ?? {});
      this.host.tell(runId, { kind: 'start', atMs: START_MS, recipe });
    }
  }

  /** Seconds pass for all of them. */
  pass(seconds: number): void {
    for (let count = 0; count < seconds; count += 1) {
      this.#second += 1;
      for (const runId of this.#runs) this.host.tell(runId, priceAt(this.#second));
    }
  }

  stop(runId: string): void {
    this.#runs.splice(this.#runs.indexOf(runId), 1);
    this.host.stop(runId);
  }

  /** Resolves once the sound runs have answered so many calls; says how long that took, milliseconds. */
  async answered(calls: number): Promise<number> {
    const fromMs = monotonicMs();
    while (SOUND.some((runId) => (this.answers[runId] ?? []).length < calls)) {
      await yieldToMachine();
    }
    return monotonicMs() - fromMs;
  }

  /** Resolves once one process has all runs that still run. */
  async settled(): Promise<void> {
    while (this.host.processes().count > 1) await yieldToMachine();
  }

  ofSound(): Answers {
    return Object.fromEntries(SOUND.map((runId) => [runId, this.answers[runId] ?? []]));
  }

  /** Runs whose code was interrupted. */
  get interrupted(): readonly string[] {
    return this.notices.flatMap(({ code, runId }) =>
      code === 'strategy-interrupted' && runId !== null ? [runId] : [],
    );
  }

  get codes(): readonly string[] {
    return this.notices.map(({ code }) => code);
  }
}

const opened: Living[] = [];
afterEach(() => {
  for (const { host } of opened.splice(0)) host.close();
});

function live(given: Given, answerWithinMs?: number): Living {
  const living = new Living(given, answerWithinMs);
  opened.push(living);
  return living;
}

/** Steps of work, as a price is in the strategy, that take so many milliseconds on this machine. */
function stepsIn(ms: number): number {
  const fromMs = monotonicMs();
  let steps = 0;
  let sum = 0;
  while (monotonicMs() - fromMs < 10 * ms) {
    for (let step = 0; step < 10_000; step += 1) sum += Math.sqrt(step);
    steps += 10_000;
  }
  return sum > 0 ? Math.round(steps / 10) : 0;
}

/** Kinds of code that do not return, and in what. */
const CULPRITS = [
  ['loop', 'price'],
  ['loop', 'timer'],
  ['loop', 'end'],
  ['caught', 'timer'],
  ['sort', 'price'],
  ['pattern', 'price'],
  ['generator', 'price'],
  ['owner', 'price'],
  ['subscription', 'timer'],
  ['printing', 'price'],
  ['text', 'price'],
  ['stacks', 'price'],
] as const;

describe('code that does not return', () => {
  it('is interrupted, whatever it is, and those beside it decide byte for byte as ever', async () => {
    const culprits = CULPRITS.map(
      ([how, where]) => [`${how} in ${where}`, { how, where }] as const,
    );
    const given: Given = { before: {}, ...Object.fromEntries(culprits), behind: {} };
    const living = live(given, 200);
    living.pass(6);
    await living.answered(7);
    expect(living.interrupted.toSorted()).toEqual(culprits.map(([runId]) => runId).toSorted());
    // A process that the machine gives no time has it again, up to five times.
    const detail: unknown = expect.stringMatching(
      /has not returned for (200|400|600|800|1000) ms$/,
    );
    expect(living.notices[0]).toMatchObject({ facts: { others: 13, detail } });
    living.pass(2);
    await living.settled();
    living.pass(2);
    await living.answered(11);
    expect(living.ofSound()).toEqual(undisturbed(given, 10));
    expect(living).toMatchObject({ held: [] });
    // None has cost the others their process.
    expect(living.codes).not.toContain('strategy-process-ended');
  }, 60_000);
});

describe('code that does not return as its run is stopped', () => {
  it('is interrupted, and those beside it decide byte for byte as before', async () => {
    const given: Given = { before: {}, culprit: { how: 'loop', where: 'stop' }, behind: {} };
    const living = live(given, 200);
    living.pass(2);
    await living.answered(3);
    living.stop('culprit');
    living.pass(2);
    await living.answered(5);
    await living.settled();
    living.pass(1);
    await living.answered(6);
    expect(living.ofSound()).toEqual(undisturbed(given, 5));
    expect(living).toMatchObject({ held: [], codes: ['strategy-interrupted'] });
    expect(living.interrupted).toEqual(['culprit']);
  }, 60_000);
});

describe('late in a day', () => {
  it('those beside it answer within two seconds, though their replay takes longer', async () => {
    const seconds = 260;
    const work = stepsIn(5);
    const living = live({
      before: { work },
      culprit: { how: 'loop', after: seconds },
      behind: { work },
    });
    living.pass(seconds);
    const replayMs = await living.answered(seconds + 1);
    living.pass(1);
    expect(await living.answered(seconds + 2)).toBeLessThan(2_000);
    // The process to come replays, and no one waits for it.
    expect(living.host.processes().count).toBe(2);
    expect(replayMs).toBeGreaterThan(2_000);
    living.pass(2);
    expect(await living.answered(seconds + 4)).toBeLessThan(500);
    await living.settled();
    living.pass(1);
    await living.answered(seconds + 5);
    expect(living).toMatchObject({ held: [], interrupted: ['culprit'] });
  }, 60_000);
});
