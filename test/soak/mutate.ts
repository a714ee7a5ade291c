import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { EQUIVALENT_MUTANTS } from './equivalent-mutants.ts';
import { mutated, type Mutation, mutationsOf } from './mutation-points.ts';
import {
  filesOf,
  type Kills,
  MUTATION_ROOMS,
  type MutationRoom,
  testsOf,
} from './mutation-rooms.ts';
import { type MutationFate, type MutationJob, STEP_ENDED } from './mutation-job.ts';

const RUNNER = fileURLToPath(new URL('./mutation-runner.ts', import.meta.url));
/** A line for each mutant that has met its fate; a run goes on from it. */
const REPORT = 'coverage/mutants.jsonl';
/** A mutant with which a step runs so much longer than the longest one without any runs for ever. */
const SLOWER_MAX = 3;
const LIMIT_MS_MIN = 30_000;

/** What to mutate. */
export interface MutationRun {
  /** Mutants of each room; a larger sample of a seed holds the smaller one. */
  readonly mutants: number;
  readonly seed: string;
  /** Null for all. */
  readonly room: string | null;
  /** Unit tests alone, without whole days. @default false */
  readonly isQuick?: boolean;
}

/** A line of the report. */
interface Verdict extends Pick<MutationFate, 'killedBy'> {
  readonly room: string;
  readonly file: string;
  readonly line: number;
  readonly key: string;
  /** Of the source file: when it changes, its mutants are judged again. */
  readonly source: string;
  readonly seconds: number;
}

/** Judges a sample of mutants, and prints those that no test kills. The count of them. */
export async function mutate(run: MutationRun): Promise<number> {
  const { room } = run;
  const rooms = MUTATION_ROOMS.filter(({ name }) => room === null || name === room);
  if (rooms.length === 0) {
    throw new TypeError(`No room "${room ?? ''}": ${MUTATION_ROOMS.map((one) => one.name).join()}`);
  }
  let survivors = 0;
  for (const one of rooms) survivors += await mutateRoom(one, run);
  return survivors;
}

async function mutateRoom(
  room: MutationRoom,
  { mutants: count, seed, isQuick = false }: MutationRun,
): Promise<number> {
  const all = filesOf(room).flatMap((file) => mutationsOf(file, readFileSync(file, 'utf8')));
  const sample = all
    .map((one) => ({ one, draw: hash(`${seed} ${one.file} ${one.key}`) }))
    .sort((left, right) => (left.draw < right.draw ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one);
  sayStaleEquivalents(room, all);
  const report = readReport();
  const known = new Map(report.map((verdict) => [`${verdict.source} ${verdict.key}`, verdict]));
  const judge = new Judge(room, { isQuick, kills: killsOf(report) });
  const verdicts: Verdict[] = [];
  const startedAtMs = performance.now();
  try {
    for (const [index, one] of sample.entries()) {
      const verdict = isEquivalent(one)
        ? equivalent(room, one)
        : (known.get(idOf(one)) ?? (await judge.verdictOn(one)));
      verdicts.push(verdict);
      const seconds = (performance.now() - startedAtMs) / 1000;
      const left = (seconds / (index + 1)) * (sample.length - index - 1);
      const fate = verdict.killedBy ?? 'SURVIVED';
      say(
        `${room.name} ${String(index + 1)}/${String(sample.length)}, ${String(Math.round(left / 60))} min left: ${placeOf(one)} ${one.key}: ${fate}`,
      );
    }
  } finally {
    judge.close();
  }
  return sumUp(room, all.length, verdicts);
}

function sumUp({ name }: MutationRoom, points: number, verdicts: readonly Verdict[]): number {
  const survivors = verdicts.filter(({ killedBy }) => killedBy === null);
  const equivalents = verdicts.filter(({ killedBy }) => killedBy === EQUIVALENT);
  for (const { file, line, key } of survivors) {
    process.stdout.write(`${file}:${String(line)}\n  ${key}\n`);
  }
  const judged = verdicts.length - equivalents.length;
  const killed = judged - survivors.length;
  const share = judged === 0 ? 100 : (100 * killed) / judged;
  const late = verdicts.filter(({ killedBy }) => killedBy === LATE).length;
  const ended = verdicts.filter(({ killedBy }) => killedBy?.startsWith(ENDED) === true).length;
  process.stdout.write(
    `${name}: ${String(verdicts.length)} of ${String(points)} mutants, ${String(killed)} killed (${String(late)} by the time limit, ${String(ended)} by ending the test process), ${String(equivalents.length)} proven equivalent, ${String(survivors.length)} survived: ${share.toFixed(1)} %\n`,
  );
  return survivors.length;
}

const EQUIVALENT = 'proven equivalent';
const LATE = 'its time limit';
/** Followed by the exit code or the signal. */
const ENDED = 'the end of the test process';

/** Judges mutants in a process that lives as long as they let it. */
class Judge {
  readonly #room: MutationRoom;
  readonly #choice: Parameters<typeof testsOf>[2];
  /** How long a step may take with a mutant; null until the source as it is has passed. */
  #limitMs: number | null = null;
  #runner: ChildProcess | null = null;

  constructor(room: MutationRoom, choice: Parameters<typeof testsOf>[2]) {
    this.#room = room;
    this.#choice = choice;
  }

  async verdictOn(mutation: Mutation): Promise<Verdict> {
    const { file, line, key } = mutation;
    const text = readFileSync(file, 'utf8');
    const steps = testsOf(this.#room, file, this.#choice);
    const limitMs = this.#limitMs ?? (await this.#measure());
    const job = { file, text: mutated(text, mutation), steps };
    let fate = await this.#run(job, limitMs);
    // A machine short of memory ends processes too: only a mutant that does it twice is to blame.
    if (fate.killedBy?.startsWith(ENDED) === true) fate = await this.#run(job, limitMs);
    const { killedBy, durationMs } = fate;
    const seconds = Math.round(durationMs / 100) / 10;
    const verdict = { room: this.#room.name, file, line, key, killedBy, seconds };
    const whole: Verdict = { ...verdict, source: hash(text) };
    mkdirSync(dirname(REPORT), { recursive: true });
    appendFileSync(REPORT, `${JSON.stringify(whole)}\n`);
    return whole;
  }

  close(): void {
    const pid = this.#runner?.pid;
    this.#runner = null;
    if (pid === undefined) return;
    try {
      // With it the worker that hangs.
      process.kill(-pid, 'SIGKILL');
    } catch {
      // All of its group ended before.
    }
  }

  /** All tests of the room on the source as it is: they must pass. */
  async #measure(): Promise<number> {
    const files = filesOf(this.#room);
    const tests = new Set(files.flatMap((file) => testsOf(this.#room, file, this.#choice).flat()));
    const steps = this.#room.steps.map((globs) => globSync(globs).filter((one) => tests.has(one)));
    const job = { file: files[0] ?? '', text: null, steps };
    const fate = await this.#run(job, 3_600_000);
    if (fate.killedBy !== null) {
      throw new TypeError(`Tests fail without any mutant: ${fate.killedBy}`);
    }
    this.#limitMs = Math.max(LIMIT_MS_MIN, SLOWER_MAX * fate.longestStepMs);
    return this.#limitMs;
  }

  /** What became of a mutant; a runner that ran out of time or ended is replaced for the next. */
  async #run(job: MutationJob, limitMs: number): Promise<MutationFate> {
    const startedAtMs = performance.now();
    const runner = this.#runner ?? (await startRunner());
    this.#runner = runner;
    return new Promise((resolve) => {
      const settle = (fate: MutationFate): void => {
        clearTimeout(timer);
        runner.removeAllListeners();
        resolve(fate);
      };
      const lose = (killedBy: string): void => {
        this.close();
        const durationMs = Math.round(performance.now() - startedAtMs);
        settle({ killedBy, durationMs, longestStepMs: durationMs });
      };
      const timer = setTimeout(() => {
        lose(LATE);
      }, limitMs);
      runner.on('message', (message) => {
        if (message === STEP_ENDED) timer.refresh();
        else settle(message as MutationFate);
      });
      runner.once('exit', (code, signal) => {
        lose(`${ENDED} (${signal ?? `exit code ${String(code)}`})`);
      });
      runner.send(job);
    });
  }
}

function startRunner(): Promise<ChildProcess> {
  const runner = fork(RUNNER, { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    runner.once('error', reject).once('message', () => {
      resolve(runner);
    });
  });
}

/** Mutants that were killed before. */
function readReport(): readonly Verdict[] {
  let text = '';
  try {
    text = readFileSync(REPORT, 'utf8');
  } catch {
    // The first run.
  }
  return (
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Verdict)
      // A survivor is judged again: the tests may have become better.
      .filter(({ killedBy }) => killedBy !== null)
  );
}

function killsOf(verdicts: readonly Verdict[]): Kills {
  const kills = new Map<string, number>();
  for (const { file, killedBy } of verdicts) {
    const test = killedBy?.split(' > ')[0] ?? '';
    for (const key of [test, `${file} ${test}`]) kills.set(key, (kills.get(key) ?? 0) + 1);
  }
  return kills;
}

function idOf({ file, key }: Mutation): string {
  return `${hash(readFileSync(file, 'utf8'))} ${key}`;
}

function isEquivalent({ file, key }: Mutation): boolean {
  return EQUIVALENT_MUTANTS.some((one) => one.file === file && one.key === key);
}

function equivalent({ name: room }: MutationRoom, { file, line, key }: Mutation): Verdict {
  return { room, file, line, key, killedBy: EQUIVALENT, source: '', seconds: 0 };
}

function sayStaleEquivalents(room: MutationRoom, all: readonly Mutation[]): void {
  const files = new Set(filesOf(room));
  for (const { file, key } of EQUIVALENT_MUTANTS) {
    const isThere = all.some((one) => one.file === file && one.key === key);
    if (files.has(file) && !isThere) say(`No such mutant any more: ${file} ${key}`);
  }
}

function placeOf({ file, line }: Mutation): string {
  return `${file}:${String(line)}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
