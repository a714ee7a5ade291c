import {
  AnswerWatch,
  type ConfinedEnd,
  type ConfinedListener,
} from '../../adapters/system/confined-process.ts';
import { monotonicMs } from '../../adapters/system/machine-time.ts';
import { type RefusedDoor } from '../../adapters/system/refused-doors.ts';
import {
  type LateAnswers,
  type RunAnswer,
  type RunCall,
  type RunHost,
  type RunListener,
} from '../../ports/run-host.ts';
import { type ReplayStep } from '../../recovery/run-replays.ts';
import { AnswerDeadlines } from './answer-deadlines.ts';
import { LineWriter, type LoggedLine } from './logged-line.ts';
import { openStrategyProcess } from './open-strategy-process.ts';
import { type SaidLine, saidIn, type ToldLine } from './said-lines.ts';
import { type SaidSoFar } from './said-so-far.ts';

/** What ended a strategy process, and in whose code it was. */
export interface ProcessEnded {
  /** The run whose call was under way; null when none was. */
  readonly runId: string | null;
  readonly why: 'endless' | 'exited' | 'garbled';
  /** It was replaying, and did not say whose code it ran: one that announces its steps does. @default false */
  readonly isUnannounced?: boolean;
  /** What is known of it, for people. */
  readonly detail: string;
}

/** A process for strategies. */
export interface StrategyProcessOptions {
  /** Files of the strategies that it may be told to run. */
  readonly strategies: readonly string[];
  /** What it must not read though it lies in their projects, absolute paths. @default nothing */
  readonly hidden?: readonly string[];
  /** Of its heap. @default 512 */
  readonly memoryMib?: number;
  /** Longest that one call may stay unanswered, real milliseconds. @default 1000 */
  readonly answerWithinMs?: number;
  /** Longest for the first call of a run, whose modules are loaded first, real milliseconds. @default 60000 */
  readonly startWithinMs?: number;
  /** Code in it asked for what it may not have. @default no one hears */
  readonly onRefused?: (refused: RefusedDoor) => void;
  /** A call has no answer after a third of the time that it has. @default no one hears */
  readonly onSlow?: () => void;
  /** It is gone: nothing of its runs is heard any more. Not called for `close`. */
  readonly onEnded: (ended: ProcessEnded) => void;
}

/** Code of a run was interrupted in its process, in which it does not run any more. */
export interface RunInterrupted extends ProcessEnded {
  readonly runId: string;
}

const ANSWER_WITHIN_MS = 1_000;
const START_WITHIN_MS = 60_000;
/** How long a process may take to end code that it is to interrupt, real milliseconds: none where it is in its own, but the machine may be busy. */
const INTERRUPTED_WITHIN_MS = 500;
/** How often a process that is sent a replay is given time for it, real milliseconds. */
const FEED_EVERY_MS = 100;

/** A line without an answer. */
interface Awaited {
  /** Null: of all runs. */
  readonly runId: string | null;
  readonly atMs: number;
  readonly isReplay: boolean;
}

/** Who hears of the runs of a process. */
export interface ProcessListener extends RunListener {
  /** What was asked of all of its runs together has been done: time has passed for them, or their replay is over. */
  readonly onDone?: () => void;
  /** It cannot run a run: the file was changed since it was checked. */
  readonly onChanged?: (runId: string) => void;
  /** The process serves its other runs. @default it is ended */
  readonly onInterrupted?: (interrupted: RunInterrupted) => void;
  /** What its runs said to what was repeated. */
  readonly onRepeated?: (said: Readonly<Record<string, SaidSoFar>>) => void;
}

/** The other end of the lines. */
export interface StrategyLines {
  readonly send: (line: string) => void;
  readonly kill: () => void;
  /** Interrupts the code of a run that it runs, and otherwise ends it. @default it can only be ended */
  readonly interrupt?: () => void;
  readonly pid?: number | undefined;
  /** Characters that it was sent and has not taken yet. @default 0 */
  readonly unread?: number;
  /** Processor time that it has taken, milliseconds. @default the machine does not say */
  readonly cpuMs?: () => number | null;
  /** Resolves once it has taken most of them, or is gone. @default at once */
  readonly taken?: () => Promise<void>;
}

/**
 * Runs strategies in a process of their own, which takes lines in their order and has no way out (`ConfinedProcess`).
 *
 * - running: calls are answered later, one after the other.
 * - interrupting: code did not return in time, and is interrupted. It reports that within half a second, or is ended.
 * - ended: by itself, for what its code did, or closed. Calls are no longer answered.
 */
export class StrategyProcessHost implements RunHost {
  readonly #lines: StrategyLines;
  readonly #options: StrategyProcessOptions;
  readonly #deadlines: AnswerDeadlines;
  readonly #interruption: AnswerWatch;
  /** The end to report if the interruption has no answer in time; null while none is under way. */
  #interrupting: ProcessEnded | null = null;
  #listener: ProcessListener | null = null;
  /** Lines without an answer, oldest first. */
  #awaited: Awaited[] = [];
  #head = 0;
  /** Whose code is known to run; null: that of the oldest line. */
  #atRun: string | null = null;
  #isReplaying = false;
  #isAnnouncing = false;
  #isRepeating = false;
  readonly #writer = new LineWriter();
  /** When it was last given time for a replay, by the machine's steady clock. */
  #fedAtMs = -Infinity;
  #hasSpoken = false;
  #atMs = 0;

  readonly late: LateAnswers = {
    pass: (how, atMs) => {
      this.#send({ pass: how, atMs });
    },
    replay: (step) => {
      this.#send({ replay: step as ReplayStep });
    },
    unansweredSinceMs: () => this.#awaited[this.#head]?.atMs ?? null,
  };

  constructor(
    options: StrategyProcessOptions,
    open: (listener: ConfinedListener) => StrategyLines = openProcess(options),
  ) {
    this.#options = options;
    const { answerWithinMs = ANSWER_WITHIN_MS, startWithinMs = START_WITHIN_MS } = options;
    this.#deadlines = new AnswerDeadlines({
      ...{ answerWithinMs, startWithinMs },
      cpuMs: () => this.#lines.cpuMs?.() ?? null,
      onSlow: options.onSlow ?? (() => undefined),
      onLate: (what, sinceMs) => {
        this.#notReturned(what, sinceMs);
      },
    });
    this.#interruption = new AnswerWatch(INTERRUPTED_WITHIN_MS, () => {
      this.#endedBy('endless', '');
    });
    this.#lines = open({
      onLine: (line) => {
        this.#take(line);
      },
      onEnded: (why) => {
        this.#endedBy(why.kind, detailOf(why));
      },
    });
  }

  /** What the machine calls the process. */
  get pid(): number | undefined {
    return this.#lines.pid;
  }

  listen(listener: ProcessListener): void {
    this.#listener = listener;
  }

  /** Characters that the process was sent and has not taken yet. */
  get unread(): number {
    return this.#lines.unread ?? 0;
  }

  /** Resolves once it has taken most of them, or is gone. */
  async taken(): Promise<void> {
    await this.#lines.taken?.();
  }

  tell(runId: string, call: RunCall): void {
    this.#send({ runId, call });
  }

  /** Sends a line as it was written before. */
  pass({ kind, runId, atMs, text }: LoggedLine): void {
    this.#atMs = Math.max(this.#atMs, atMs);
    if (this.#isRepeating) this.#feed();
    else if (kind === 'call' || kind === 'pass') this.#expect(kind === 'call' ? runId : null);
    else if (kind === 'replay' || kind === 'finish') {
      if (this.#isReplaying) this.#feed();
      else this.#expect(null, true);
      this.#isReplaying = kind === 'replay';
    }
    this.#lines.send(text);
  }

  stop(runId: string): void {
    this.#send({ runId });
  }

  /** Has it say of each step of a replay whose code runs, before it hears the first. */
  announce(): void {
    this.#isAnnouncing = true;
    this.#send({ announce: true });
  }

  /** Ends the process, and hears nothing of it any more. */
  close(): void {
    this.#deadlines.rest();
    this.#interruption.rest();
    this.#lines.kill();
  }

  /** What it hears up to `endRepeat` was answered before: it counts what its runs say to that. Whose code runs is not known meanwhile. */
  repeat(): void {
    this.#send({ repeat: 'begin' });
    this.#isRepeating = true;
    this.#expect(null, true);
  }

  endRepeat(): void {
    this.#isRepeating = false;
    this.#send({ repeat: 'end' });
  }

  #expect(runId: string | null, isReplay = false): void {
    this.#awaited.push({ runId, atMs: this.#atMs, isReplay });
    // Before its first words a process has to start.
    if (this.#awaited.length - this.#head === 1) this.#await(this.#hasSpoken ? 'answer' : 'start');
  }

  /** As long as more of a replay comes, it need not have done with what came before. */
  #feed(): void {
    if (!this.#hasSpoken || monotonicMs() - this.#fedAtMs < FEED_EVERY_MS) return;
    this.#fedAtMs = monotonicMs();
    if (this.#atRun === null) this.#await('answer');
  }

  #send(told: ToldLine): void {
    for (const line of this.#writer.write(told)) this.pass(line);
  }

  #take(line: string): void {
    this.#hasSpoken = true;
    const said = saidIn(line);
    if (said === null) this.#endedBy('garbled', 'something that is no answer came from it');
    else if ('done' in said) this.#takeAnswer(null);
    else if ('repeated' in said) this.#takeRepeated(said.repeated);
    else if ('answer' in said && 'runId' in said) this.#takeAnswer(said);
    else this.#hear(said);
  }

  #takeRepeated(said: Readonly<Record<string, SaidSoFar>>): void {
    const first = this.#awaited[this.#head];
    if (first?.isReplay !== true || this.#isRepeating) {
      this.#endedBy('garbled', 'it answers what it was not asked');
      return;
    }
    this.#settle();
    this.#listener?.onRepeated?.(said);
  }

  /** Takes what answers no line. */
  #hear(
    said: Exclude<
      SaidLine,
      | { readonly runId: string; readonly answer: RunAnswer }
      | { readonly done: true }
      | { readonly repeated: object }
    >,
  ): void {
    if ('refused' in said) this.#options.onRefused?.(said.refused);
    else if ('interrupted' in said) this.#takeInterrupted(said.interrupted);
    else if ('going' in said || 'at' in said) this.#takeWhereItIs(said);
    else if (this.#listener !== null) tellOf(this.#listener, said);
  }

  #takeWhereItIs(said: Extract<SaidLine, { going: true } | { at: string }>): void {
    this.#atRun = 'at' in said ? said.at : null;
    this.#await('at' in said && said.isLoading ? 'start' : 'answer');
  }

  /** Null: that all runs have done what a line asked of them. */
  #takeAnswer(said: { readonly runId: string; readonly answer: RunAnswer } | null): void {
    const first = this.#awaited[this.#head];
    if (first?.runId !== (said?.runId ?? null)) {
      this.#endedBy('garbled', 'it answers what it was not asked');
      return;
    }
    this.#settle();
    if (said === null) this.#listener?.onDone?.();
    else this.#listener?.onTurn(said.runId, said.answer);
  }

  /** The oldest line has its answer. */
  #settle(): void {
    this.#head += 1;
    this.#atRun = null;
    if (this.#head === this.#awaited.length) {
      this.#awaited = [];
      this.#head = 0;
      this.#deadlines.rest();
    } else this.#await('answer');
  }

  #notReturned(what: 'answer' | 'start', sinceMs: number): void {
    const detail = `its code has not returned for ${String(sinceMs)} ms`;
    if (what === 'answer' && this.#canBeInterrupted) this.#interrupt(detail);
    else this.#endedBy('endless', detail);
  }

  /** A replay is not: what it needs to go on is in the calls under way. */
  get #canBeInterrupted(): boolean {
    const isOfReplay = this.#awaited[this.#head]?.isReplay ?? false;
    return this.#lines.interrupt !== undefined && this.#hasSpoken && !isOfReplay;
  }

  #interrupt(detail: string): void {
    this.#interrupting = { runId: this.#runUnderWay, why: 'endless', detail };
    this.#deadlines.rest();
    this.#interruption.arm();
    this.#lines.interrupt?.();
  }

  #takeInterrupted(runId: string): void {
    const asked = this.#interrupting;
    this.#interrupting = null;
    this.#atRun = null;
    this.#interruption.rest();
    if (asked === null) this.#endedBy('garbled', 'it answers what it was not asked');
    else if (this.#listener?.onInterrupted === undefined) this.#endWith({ ...asked, runId });
    else {
      if (this.#awaited.length > 0) this.#await('answer');
      this.#listener.onInterrupted({ ...asked, runId });
    }
  }

  #await(what: 'answer' | 'start'): void {
    if (this.#interrupting === null) this.#deadlines.await(what);
  }

  /** Whether it is in a replay and does not say whose code it runs. */
  get #isUnannounced(): boolean {
    const isOfReplay = this.#awaited[this.#head]?.isReplay ?? false;
    return isOfReplay && this.#hasSpoken && !this.#isAnnouncing;
  }

  /** One that never came up has run no code. */
  get #runUnderWay(): string | null {
    if (!this.#hasSpoken) return null;
    return this.#atRun ?? this.#awaited[this.#head]?.runId ?? null;
  }

  #endedBy(why: ProcessEnded['why'], detail: string): void {
    const runId = this.#runUnderWay;
    const isUnannounced = runId === null && this.#isUnannounced;
    const ended = { runId, why, detail, ...(isUnannounced ? { isUnannounced } : {}) };
    // Whatever it ends by, it was to be interrupted for what it did before.
    this.#endWith(this.#interrupting ?? ended);
  }

  #endWith(ended: ProcessEnded): void {
    this.close();
    this.#options.onEnded(ended);
  }
}

function tellOf(
  listener: ProcessListener,
  said: Extract<
    SaidLine,
    { outside: string } | { held: string } | { passed: string } | { changed: string }
  >,
): void {
  if ('changed' in said) listener.onChanged?.(said.changed);
  else if ('outside' in said) listener.onOutside(said.runId, said.outside);
  else if ('held' in said) listener.onHeld?.(said.held, said.detail);
  else listener.onPassed?.(said.passed, said.answer);
}

function openProcess({
  strategies,
  ...own
}: StrategyProcessOptions): (listener: ConfinedListener) => StrategyLines {
  return (listener) => openStrategyProcess(strategies, listener, own);
}

function detailOf(why: ConfinedEnd): string {
  if (why.kind === 'garbled') return why.detail;
  if (why.signal === 'SIGABRT') return 'its process ran out of memory';
  return `its process ended (${why.signal ?? `exit code ${String(why.code)}`})`;
}
