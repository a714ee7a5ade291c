import { onTestFinished } from 'vitest';

import { ManualTime } from './manual-time.ts';
import { type ConfinedListener } from '../../src/adapters/system/confined-process.ts';
import { yieldToMachine } from '../../src/adapters/system/machine-time.ts';
import { type Notice } from '../../src/notices/notice.ts';
import { type RunAnswer, type RunCall, type RunRecipe } from '../../src/ports/run-host.ts';
import { type SaidLine, type ToldLine } from '../../src/loading/strategy-process/said-lines.ts';
import { SaidByRun } from '../../src/loading/strategy-process/said-so-far.ts';
import { StrategyProcessHost } from '../../src/loading/strategy-process/strategy-process-host.ts';
import { SupervisedHost } from '../../src/loading/strategy-process/supervised-host.ts';

const ANSWER: RunAnswer = {
  turn: { commands: [], watches: null, state: 'running', storeChanges: [] },
  nextTimerMs: null,
  nextPriceMs: null,
};

/** The other end of a process's lines, which answers each call; runs whose time has come to loop do so until they are interrupted. */
class FakeProcess {
  readonly runs = new Set<string>();
  /** Those of them that were ended there. */
  readonly stopped = new Set<string>();
  /** What it is to load in place of what is on the disk. */
  readonly recalled: string[] = [];
  readonly #rig: InterruptionRig;
  readonly #listener: ConfinedListener;
  readonly #lines: ToldLine[] = [];
  readonly #interrupted = new Set<string>();
  #repeated: SaidByRun | null = null;
  #looping: { readonly runId: string; readonly isCalled: boolean } | null = null;
  isOver = false;
  /** What it hears stays unread. */
  isFrozen: boolean;

  constructor(rig: InterruptionRig, listener: ConfinedListener) {
    this.#rig = rig;
    this.#listener = listener;
    this.isFrozen = rig.freezes;
  }

  send(line: string): void {
    this.#lines.push(JSON.parse(line) as ToldLine);
    this.work();
  }

  /** Takes what it can of what it was sent. */
  work(): void {
    queueMicrotask(() => {
      while (!this.isFrozen && !this.isOver && this.#looping === null) {
        const told = this.#lines.shift();
        if (told === undefined) return;
        this.#take(told);
      }
    });
  }

  interrupt(): void {
    const looping = this.#looping;
    if (looping === null || this.#rig.isDeaf) return;
    const { runId, isCalled } = looping;
    this.#looping = null;
    this.#interrupted.add(runId);
    this.isFrozen ||= this.#rig.freezesInterrupted;
    this.#say({ interrupted: runId });
    if (isCalled && !this.isFrozen) this.#say({ runId, answer: ANSWER });
    this.work();
  }

  /** Code of a run does something outside of its turns. */
  doOutside(runId: string): void {
    this.#say({ runId, outside: 'an odd thing' });
  }

  /** Ends, in the code of a run or in none. */
  end(runId: string | null = null): void {
    if (runId !== null) this.#say({ at: runId, isLoading: false });
    this.isOver = true;
    this.#listener.onEnded({ kind: 'exited', code: null, signal: 'SIGKILL' });
  }

  #take(told: ToldLine): void {
    if ('repeat' in told) {
      const repeated = this.#repeated?.all() ?? {};
      this.#repeated = told.repeat === 'begin' ? new SaidByRun() : null;
      this.#say(told.repeat === 'begin' ? { going: true } : { repeated });
    } else if ('files' in told) {
      this.recalled.push(
        ...told.files.map(({ base64 }) => Buffer.from(base64, 'base64').toString()),
      );
    } else if ('runId' in told) {
      if (told.call === undefined) this.#stop(told.runId);
      else this.#answer(told.runId, told.call);
    }
  }

  #stop(runId: string): void {
    this.stopped.add(runId);
    const loops = this.#rig.loopsAtStop === runId && !this.#interrupted.has(runId);
    if (loops) this.#looping = { runId, isCalled: false };
  }

  #answer(runId: string, call: RunCall): void {
    this.runs.add(runId);
    if (this.#repeated !== null && this.#rig.changed === runId) this.#say({ changed: runId });
    const { nextTimerMs, newTimerMs } = this.#rig;
    const isNew = this.#repeated === null;
    const answer = { ...ANSWER, nextTimerMs: (isNew ? newTimerMs : null) ?? nextTimerMs };
    if (this.#repeated !== null) this.#repeated.take({ runId, what: 'turn', said: answer });
    else if (call.kind === 'fail' && call.reason === 'loop' && !this.#interrupted.has(runId)) {
      this.#looping = { runId, isCalled: true };
    } else this.#say({ runId, answer });
  }

  #say(said: SaidLine): void {
    this.#listener.onLine(JSON.stringify(said));
  }
}

/** A host whose processes live in the test. */
export class InterruptionRig {
  readonly time = new ManualTime();
  readonly notices: Notice[] = [];
  readonly held: string[] = [];
  readonly answered: string[] = [];
  readonly outside: string[] = [];
  readonly opened: FakeProcess[] = [];
  /** Texts of sources, by their hashes. The file of all of them is gone by now. */
  readonly kept = new Map<string, string>();
  /** Processes take nothing of what they are sent. */
  freezes = false;
  /** They cannot be interrupted. */
  isDeaf = false;
  /** They take nothing more once they were interrupted. */
  freezesInterrupted = false;
  /** A run whose code loops when it is stopped. */
  loopsAtStop: string | null = null;
  /** A run whose file is another one by now. */
  changed: string | null = null;
  /** What calls are answered. */
  nextTimerMs = 1;
  /** What those are answered that no process before has answered. @default as all */
  newTimerMs: number | null = null;
  readonly host = new SupervisedHost({
    open: (hears) =>
      new StrategyProcessHost({ ...hears, strategies: [], answerWithinMs: 6 }, (listener) => {
        const process = new FakeProcess(this, listener);
        this.opened.push(process);
        return {
          send: (line) => {
            process.send(line);
          },
          kill: () => (process.isOver = true),
          interrupt: () => {
            process.interrupt();
          },
        };
      }),
    time: this.time,
    keptFiles: (sourceHash) => {
      const text = this.kept.get(sourceHash);
      return Promise.resolve(
        text === undefined ? null : new Map([['/gone.js', Buffer.from(text)]]),
      );
    },
    onNotice: (notice) => this.notices.push(notice),
  });

  constructor(runs: readonly string[]) {
    this.host.listen({
      onTurn: (runId) => this.answered.push(runId),
      onOutside: (runId) => this.outside.push(runId),
      onHeld: (runId) => this.held.push(runId),
    });
    for (const runId of runs) this.start(runId);
  }

  start(runId: string): void {
    const recipe = { header: { runId }, sourceHash: `of ${runId}` } as RunRecipe;
    this.host.tell(runId, { kind: 'start', atMs: 0, recipe });
  }

  /** The processes that have runs, by the names of those. */
  get living(): readonly string[] {
    const living = this.opened.filter(({ isOver, runs }) => !isOver && runs.size > 0);
    return living.map(({ runs }) => [...runs].join(' '));
  }

  get codes(): readonly string[] {
    return this.notices.map(({ code }) => code);
  }

  call(runId: string, reason = ''): void {
    this.host.tell(runId, { kind: 'fail', reason });
  }

  /** Code of a run loops, and is interrupted. */
  async loop(runId: string): Promise<void> {
    await this.#noticed(() => {
      this.call(runId, 'loop');
    });
  }

  /** A run is stopped whose code loops then, and is interrupted when another one is called. */
  async loopAtStop(runId: string, called: string, isCalledStopped = false): Promise<void> {
    this.loopsAtStop = runId;
    await this.#noticed(() => {
      this.host.stop(runId);
      this.call(called);
      if (isCalledStopped) this.host.stop(called);
    });
  }

  async #noticed(act: () => void): Promise<void> {
    const before = this.notices.length;
    act();
    while (this.notices.length === before) await yieldToMachine();
  }

  /** Processes take what they were sent. */
  async thaw(): Promise<void> {
    this.freezes = false;
    for (const process of this.opened) {
      process.isFrozen = false;
      process.work();
    }
    await this.time.pass(0);
  }

  /** What the process of a run that was opened last loads in place of what is on the disk, once it serves. */
  async recalledFor(runId: string): Promise<readonly string[]> {
    const find = (): FakeProcess | undefined =>
      this.opened.findLast(
        ({ isOver, runs, stopped }) => !isOver && runs.has(runId) && !stopped.has(runId),
      );
    while (find() === undefined) await yieldToMachine();
    return find()?.recalled ?? [];
  }

  /** Ends the process of a run, in no code. */
  async endOf(runId: string): Promise<void> {
    this.opened.findLast(({ isOver, runs }) => !isOver && runs.has(runId))?.end();
    await this.time.pass(0);
  }

  /** Ends the process that was opened last. */
  async endLast(): Promise<void> {
    this.opened.findLast(({ isOver }) => !isOver)?.end();
    await this.time.pass(0);
  }
}

/** A host of runs that have started. It ends with the test. */
export async function openRuns(runs: readonly string[]): Promise<InterruptionRig> {
  const rig = new InterruptionRig(runs);
  onTestFinished(() => {
    rig.host.close();
  });
  await rig.time.pass(1_000);
  return rig;
}
