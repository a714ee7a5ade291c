import { afterEach, describe, expect, it } from 'vitest';

import { ManualTime } from '../../../test/support/manual-time.ts';
import { type ConfinedListener } from '../../adapters/system/confined-process.ts';
import { yieldToMachine } from '../../adapters/system/machine-time.ts';
import { type Notice } from '../../notices/notice.ts';
import { type RunAnswer, type RunCall, type RunRecipe } from '../../ports/run-host.ts';
import { type SaidLine, type ToldLine } from './said-lines.ts';
import { SaidByRun } from './said-so-far.ts';
import { StrategyProcessHost } from './strategy-process-host.ts';
import { SupervisedHost } from './supervised-host.ts';

const S = 1_000;
const ANSWER: RunAnswer = {
  turn: { commands: [], watches: null, state: 'running', storeChanges: [] },
  nextTimerMs: null,
  nextPriceMs: null,
};

/** The other end of a process's lines, which answers each call; runs whose time has come to loop do so until they are interrupted. */
class FakeProcess {
  readonly runs = new Set<string>();
  readonly #rig: Rig;
  readonly #listener: ConfinedListener;
  readonly #lines: ToldLine[] = [];
  readonly #interrupted = new Set<string>();
  #repeated: SaidByRun | null = null;
  #looping: string | null = null;
  isOver = false;
  /** What it hears stays unread. */
  isFrozen: boolean;

  constructor(rig: Rig, listener: ConfinedListener) {
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
    const runId = this.#looping;
    if (runId === null || this.#rig.isDeaf) return;
    this.#looping = null;
    this.#interrupted.add(runId);
    this.#say({ interrupted: runId });
    this.#say({ runId, answer: ANSWER });
    this.work();
  }

  end(): void {
    this.isOver = true;
    this.#listener.onEnded({ kind: 'exited', code: null, signal: 'SIGKILL' });
  }

  #take(told: ToldLine): void {
    if ('repeat' in told) {
      const repeated = this.#repeated?.all() ?? {};
      this.#repeated = told.repeat === 'begin' ? new SaidByRun() : null;
      this.#say(told.repeat === 'begin' ? { going: true } : { repeated });
    } else if ('runId' in told && told.call !== undefined) this.#answer(told.runId, told.call);
  }

  #answer(runId: string, call: RunCall): void {
    this.runs.add(runId);
    if (this.#repeated !== null && this.#rig.changed === runId) this.#say({ changed: runId });
    const answer = { ...ANSWER, nextTimerMs: this.#rig.nextTimerMs };
    if (this.#repeated !== null) this.#repeated.take({ runId, what: 'turn', said: answer });
    else if (call.kind === 'fail' && call.reason === 'loop' && !this.#interrupted.has(runId)) {
      this.#looping = runId;
    } else this.#say({ runId, answer });
  }

  #say(said: SaidLine): void {
    this.#listener.onLine(JSON.stringify(said));
  }
}

/** A host whose processes live in the test. */
class Rig {
  readonly time = new ManualTime();
  readonly notices: Notice[] = [];
  readonly held: string[] = [];
  readonly answered: string[] = [];
  readonly opened: FakeProcess[] = [];
  /** Processes take nothing of what they are sent. */
  freezes = false;
  /** They cannot be interrupted. */
  isDeaf = false;
  /** A run whose file is another one by now. */
  changed: string | null = null;
  /** What calls are answered. */
  nextTimerMs = 1;
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
    onNotice: (notice) => this.notices.push(notice),
  });

  constructor(runs: readonly string[]) {
    this.host.listen({
      onTurn: (runId) => this.answered.push(runId),
      onOutside: () => undefined,
      onHeld: (runId) => this.held.push(runId),
    });
    for (const runId of runs) {
      this.host.tell(runId, { kind: 'start', atMs: 0, recipe: { header: { runId } } as RunRecipe });
    }
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
    const before = this.notices.length;
    this.call(runId, 'loop');
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

  /** Ends the process that was opened last. */
  async endLast(): Promise<void> {
    this.opened.findLast(({ isOver }) => !isOver)?.end();
    await this.time.pass(0);
  }
}

const rigs: Rig[] = [];
afterEach(() => {
  for (const { host } of rigs.splice(0)) host.close();
});

async function open(runs: readonly string[]): Promise<Rig> {
  const rig = new Rig(runs);
  rigs.push(rig);
  await rig.time.pass(S);
  return rig;
}

describe('a process in which code was interrupted', () => {
  it('serves the others until another one is level, which takes its place', async () => {
    const rig = await open(['a', 'bad', 'b']);
    rig.freezes = true;
    await rig.loop('bad');
    for (const runId of ['a', 'b']) rig.call(runId);
    await rig.time.pass(0);
    // To its start, and nothing in place of an answer.
    expect(rig.answered.splice(0)).toEqual(['a', 'bad', 'b', 'a', 'b']);
    expect(rig.living).toEqual(['a bad b']);
    await rig.thaw();
    expect(rig.living).toEqual(['a b']);
    for (const runId of ['a', 'b']) rig.call(runId);
    await rig.time.pass(0);
    expect(rig.answered).toEqual(['a', 'b']);
    expect(rig).toMatchObject({ held: [], codes: ['strategy-interrupted', 'run-tried-alone'] });
    await rig.time.pass(S);
    expect(rig.living).toEqual(['a b', 'bad']);
  });

  it('has its successor made again without a second run that is interrupted', async () => {
    const rig = await open(['a', 'bad', 'worse']);
    rig.freezes = true;
    await rig.loop('bad');
    await rig.loop('worse');
    await rig.thaw();
    expect(rig.living).toEqual(['a']);
    expect(rig.notices.map(({ runId }) => runId)).toEqual(['bad', 'bad', 'worse', 'worse']);
  });

  it('goes on where its successors end, which are made again a few times and then no more', async () => {
    const rig = await open(['a', 'bad', 'b']);
    rig.freezes = true;
    await rig.loop('bad');
    for (const seconds of [0, 1, 10, 60, 600]) {
      await rig.endLast();
      await rig.time.pass(seconds * S);
    }
    rig.answered.length = 0;
    for (const runId of ['a', 'b']) rig.call(runId);
    await rig.time.pass(0);
    expect(rig.answered).toEqual(['a', 'b']);
    expect(rig.living[0]).toBe('a bad b');
    expect(rig.held).toEqual([]);
    const lost = rig.notices.filter(({ code }) => code === 'strategy-process-ended');
    expect(lost.length).toBeGreaterThanOrEqual(5);
  });

  it('is made again where it ends itself, and its successor is given up for that', async () => {
    const rig = await open(['a', 'bad', 'b']);
    rig.freezes = true;
    await rig.loop('bad');
    rig.freezes = false;
    rig.opened[0]?.end();
    await rig.thaw();
    expect(rig.living).toEqual(['a b']);
    expect(rig.held).toEqual([]);
  });

  it('stays where the file of one of its runs was changed: a successor could only hold that run', async () => {
    const rig = await open(['a', 'bad', 'b']);
    rig.changed = 'a';
    rig.nextTimerMs = 2;
    await rig.loop('bad');
    await rig.time.pass(0);
    expect(rig.living).toEqual(['a bad b']);
    expect(rig.held).toEqual([]);
    expect(rig.notices).toContainEqual(
      expect.objectContaining({ code: 'strategy-process-kept', runId: 'a', facts: { others: 2 } }),
    );
    rig.answered.length = 0;
    for (const runId of ['a', 'b']) rig.call(runId);
    await rig.time.pass(0);
    expect(rig.answered).toEqual(['a', 'b']);
  });

  it('has a run held that its successor has decide otherwise', async () => {
    const rig = await open(['a', 'bad', 'b']);
    rig.nextTimerMs = 2;
    await rig.loop('bad');
    await rig.time.pass(0);
    expect(rig.held.toSorted()).toEqual(['a', 'b']);
  });
});

describe('a process that cannot be interrupted', () => {
  it('is ended, and made again without the run', async () => {
    const rig = await open(['a', 'bad']);
    rig.isDeaf = true;
    await rig.loop('bad');
    await rig.time.pass(0);
    expect(rig.living).toEqual(['a']);
    expect(rig.notices[0]).toMatchObject({
      code: 'strategy-process-ended',
      runId: 'bad',
      facts: { why: 'endless', detail: 'its code has not returned for 6 ms' },
    });
  });
});
