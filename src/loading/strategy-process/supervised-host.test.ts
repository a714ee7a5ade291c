import { afterEach, describe, expect, it } from 'vitest';

import { ManualTime } from '../../../test/support/manual-time.ts';
import { type ConfinedListener } from '../../adapters/system/confined-process.ts';
import { type Notice } from '../../notices/notice.ts';
import { type RunAnswer, type RunRecipe } from '../../ports/run-host.ts';
import { type SaidLine } from './said-lines.ts';
import { SaidByRun } from './said-so-far.ts';
import { StrategyProcessHost } from './strategy-process-host.ts';
import { SupervisedHost } from './supervised-host.ts';

const S = 1_000;
const STEADY_MS = 10 * 60 * S;
const HOURS = 3_600 * S;

const ANSWER: RunAnswer = {
  turn: { commands: [], watches: null, state: 'running', storeChanges: [] },
  nextTimerMs: null,
  nextPriceMs: null,
};

interface FakeLine {
  readonly runId: string;
  readonly repeat?: 'begin' | 'end';
  readonly announce?: boolean;
}

/** The other end of a process's lines: each call is answered at once. */
interface FakeProcess {
  readonly runs: Set<string>;
  readonly listener: ConfinedListener;
  /** It says whose code it replays. */
  isAnnouncing: boolean;
}

/** A host whose processes live in the test, by a clock of the test's own. */
class Rig {
  readonly time = new ManualTime();
  readonly notices: Notice[] = [];
  readonly held: string[] = [];
  readonly differing: string[] = [];
  readonly convicted: string[] = [];
  readonly opened: FakeProcess[] = [];
  readonly #living = new Set<FakeProcess>();
  /** Processes end before they say a word. */
  comesUp = true;
  /** Processes end while they replay what was answered before. */
  endsInReplay = false;
  /** What calls are answered. */
  answer = ANSWER;
  readonly host = new SupervisedHost({
    open: (hears) => new StrategyProcessHost({ ...hears, strategies: [] }, this.#opening()),
    time: this.time,
    steadyMs: STEADY_MS,
    onNotice: (notice) => this.notices.push(notice),
    onGivenUp: (runId) => this.convicted.push(runId),
  });

  constructor(runs: readonly string[]) {
    this.host.listen({
      onTurn: () => undefined,
      onOutside: () => undefined,
      onHeld: (runId, _detail, isQuarantined) => {
        (isQuarantined === true ? this.held : this.differing).push(runId);
      },
    });
    for (const runId of runs) this.start(runId);
  }

  start(runId: string): void {
    this.host.tell(runId, { kind: 'start', atMs: 0, recipe: { header: { runId } } as RunRecipe });
  }

  /** The processes that have runs, by the names of those. */
  get living(): readonly string[] {
    return [...this.#living].map(({ runs }) => [...runs].join(' ')).filter((of) => of !== '');
  }

  /** Ends the process of a run: in its code, or between all. */
  end(runId: string, how: 'in-its-code' | 'between'): void {
    const process = [...this.#living].find(({ runs }) => runs.has(runId));
    if (how === 'in-its-code') {
      process?.listener.onLine(JSON.stringify({ at: runId, isLoading: false }));
    }
    if (process !== undefined) this.#endOf(process);
  }

  /** Ends every process that has runs, as a machine without memory does. */
  endAll(): void {
    for (const process of [...this.#living]) if (process.runs.size > 0) this.#endOf(process);
  }

  #endOf(process: FakeProcess): void {
    this.#living.delete(process);
    process.listener.onEnded({ kind: 'exited', code: null, signal: 'SIGKILL' });
  }

  #opening(): ConstructorParameters<typeof StrategyProcessHost>[1] {
    return (listener) => {
      const process: FakeProcess = { runs: new Set(), listener, isAnnouncing: false };
      this.opened.push(process);
      this.#living.add(process);
      let repeated: SaidByRun | null = null;
      const send = (line: string): void => {
        const { runId, repeat, announce = false } = JSON.parse(line) as FakeLine;
        if (announce) process.isAnnouncing = true;
        else if (repeat === 'begin') {
          repeated = new SaidByRun();
          this.#say(process, { going: true });
        } else if (repeat === 'end' && this.endsInReplay) this.#endSoon(process);
        else if (repeat === 'end') {
          this.#say(process, { repeated: repeated?.all() ?? {} });
          repeated = null;
        } else {
          process.runs.add(runId);
          if (repeated === null) this.#say(process, { runId, answer: this.answer });
          else repeated.take({ runId, what: 'turn', said: this.answer });
        }
      };
      return { send, kill: () => this.#living.delete(process) };
    };
  }

  #endSoon(process: FakeProcess): void {
    queueMicrotask(() => {
      this.#endOf(process);
    });
  }

  #say(process: FakeProcess, said: SaidLine): void {
    queueMicrotask(() => {
      if (!this.#living.has(process)) return;
      if (this.comesUp) process.listener.onLine(JSON.stringify(said));
      else this.#endOf(process);
    });
  }
}

const rigs: Rig[] = [];
afterEach(() => {
  for (const { host } of rigs.splice(0)) host.close();
});

function open(runs: readonly string[]): Rig {
  const rig = new Rig(runs);
  rigs.push(rig);
  return rig;
}

describe('what waits for a run to answer', () => {
  it('is done when its process has answered all, and not again when another has', async () => {
    const rig = open(['a', 'b']);
    const done: string[] = [];
    rig.host.onceIdle('a', () => done.push('a'));
    rig.host.onceIdle('b', () => done.push('b'))();
    expect(done).toEqual([]);
    await rig.time.pass(S);
    expect(done).toEqual(['a']);
    rig.host.onceIdle('a', () => done.push('a, at once'));
    rig.host.onceIdle('elsewhere', () => done.push('without a process'));
    expect(done).toEqual(['a', 'a, at once', 'without a process']);
    rig.end('a', 'between');
    await rig.time.pass(S);
    expect(done).toHaveLength(3);
  });
});

describe('a run whose code ends its process', () => {
  it('is tried again after 1, 10 and 60 s, by itself, and then given up', async () => {
    const rig = open(['good', 'bad']);
    await rig.time.pass(S);
    rig.end('bad', 'in-its-code');
    for (const seconds of [1, 10, 60]) {
      await rig.time.pass(seconds * S - 1);
      expect(rig.living).toEqual(['good']);
      await rig.time.pass(1);
      expect(rig.living).toEqual(['good', 'bad']);
      rig.end('bad', 'in-its-code');
    }
    await rig.time.pass(HOURS);
    expect(rig.living).toEqual(['good']);
    expect(rig).toMatchObject({ held: ['bad'], convicted: ['bad'] });
  });

  it('has all its tries again once it has run for ten minutes', async () => {
    const rig = open(['good', 'bad']);
    for (let tries = 0; tries < 6; tries += 1) {
      await rig.time.pass(STEADY_MS + 2 * S);
      rig.end('bad', 'in-its-code');
      await rig.time.pass(S);
      expect(rig.living).toEqual(['good', 'bad']);
    }
    expect(rig.held).toEqual([]);
  });
});

describe('a process that is made again', () => {
  it('answers once what was answered before, and holds a run that decides otherwise', async () => {
    const rig = open(['same', 'other']);
    await rig.time.pass(S);
    rig.end('same', 'between');
    await rig.time.pass(S);
    expect(rig.differing).toEqual([]);
    rig.answer = { ...ANSWER, nextTimerMs: 7 };
    rig.end('same', 'between');
    await rig.time.pass(S);
    expect(rig.differing.sort()).toEqual(['other', 'same']);
  });

  it('says whose code it replays where the one before ended in a replay, and so the culprit is found', async () => {
    const rig = open(['good', 'bad']);
    await rig.time.pass(S);
    rig.endsInReplay = true;
    rig.end('good', 'between');
    await rig.time.pass(0);
    const announcing = rig.opened.map(({ isAnnouncing }) => isAnnouncing);
    expect(announcing.slice(0, 3)).toEqual([false, false, true]);
    rig.endsInReplay = false;
    rig.end('bad', 'in-its-code');
    await rig.time.pass(0);
    expect(rig.living).toEqual(['good']);
    expect(rig.notices.at(-1)).toMatchObject({ code: 'run-tried-alone', runId: 'bad' });
  });
});

describe('a process that ends though no code is to blame', () => {
  it('is made again at once, then in halves after 1, 10 and 60 s, and its runs are given up', async () => {
    const rig = open(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    await rig.time.pass(S);
    rig.end('h', 'between');
    await rig.time.pass(0);
    expect(rig.living).toEqual(['a b c d e f g h']);
    rig.end('h', 'between');
    await rig.time.pass(S - 1);
    expect(rig.living).toEqual([]);
    await rig.time.pass(1);
    expect(rig.living).toEqual(['a b c d', 'e f g h']);
    rig.end('h', 'between');
    await rig.time.pass(10 * S);
    expect(rig.living).toEqual(['a b c d', 'e f', 'g h']);
    rig.end('h', 'between');
    await rig.time.pass(60 * S);
    expect(rig.living).toEqual(['a b c d', 'e f', 'g', 'h']);
    // Of the one that ends now it is known whose it is.
    rig.end('h', 'between');
    await rig.time.pass(S);
    expect(rig.held).toEqual([]);
    expect(rig.notices.at(-1)).toMatchObject({ code: 'run-tried-alone', runId: 'h' });
  });

  it('ends in critical notices and quarantine where all of them end together, not in a spin', async () => {
    const runs = Array.from({ length: 100 }, (_, number) => `run-${String(number)}`);
    const rig = open(runs);
    for (let minute = 0; minute < 60; minute += 1) {
      await rig.time.pass(60 * S);
      rig.endAll();
    }
    await rig.time.pass(HOURS);
    expect(rig.living).toEqual([]);
    expect([...rig.held].sort()).toEqual([...runs].sort());
    // No source is convicted of what no one knows to be its fault.
    expect(rig.convicted).toEqual([]);
    const givenUp = rig.notices.filter(({ code }) => code === 'run-given-up');
    expect(new Set(givenUp.map(({ severity }) => severity))).toEqual(new Set(['critical']));
    expect(givenUp).toHaveLength(runs.length);
    // One, one again, two, four, eight, and the spare ones.
    expect(rig.host.processes().restarts).toBe(1 + 2 + 4 + 8);
    expect(rig.opened.length).toBeLessThan(40);
  });

  it('blames no run where it never came up, and gives all of them up', async () => {
    const rig = open([]);
    rig.comesUp = false;
    rig.start('a');
    rig.start('b');
    await rig.time.pass(HOURS);
    expect(rig.living).toEqual([]);
    expect(rig.notices[0]).toMatchObject({ code: 'strategy-process-ended', runId: null });
    expect(rig.held.sort()).toEqual(['a', 'b']);
    expect(rig.opened.length).toBeLessThan(20);
  });

  it('has its tries again once it has run for ten minutes', async () => {
    const rig = open(['a', 'b']);
    for (let days = 0; days < 6; days += 1) {
      await rig.time.pass(STEADY_MS + S);
      rig.end('a', 'between');
      await rig.time.pass(0);
      expect(rig.living).toEqual(['a b']);
    }
  });
});
