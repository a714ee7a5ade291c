import { monotonicMs } from '../../adapters/system/machine-time.ts';
import { advanceCall, isMissed } from '../../kernel/folded-day.ts';
import {
  type PassedTime,
  type RunAnswer,
  type RunCall,
  type RunHost,
  type Turn,
} from '../../ports/run-host.ts';
import { type ReplayStep, ReplaysHere } from '../../recovery/run-replays.ts';
import { decidingIn, type HeardLine, type SaidLine } from './said-lines.ts';
import { SaidByRun } from './said-so-far.ts';

/** Time that passes for one run after the other. */
interface Passing {
  readonly how: PassedTime;
  readonly atMs: number;
  /** Those that it has still to pass for, the next one last. */
  readonly left: string[];
}

/** Code that runs shorter than this when it is interrupted is not what the interruption was meant for, real milliseconds. */
const MEANT_AFTER_MS = 50;

/** The code of a run that runs. */
interface UnderWay {
  readonly runId: string;
  /** By the machine's steady clock. */
  readonly sinceMs: number;
  /** Whether a call awaits its answer. */
  readonly isCalled: boolean;
}

const QUIET: Turn = { commands: [], watches: null, state: 'running', storeChanges: [] };
const QUIET_ANSWER: RunAnswer = { turn: QUIET, nextTimerMs: null, nextPriceMs: null };

/** How often a process that replays says so, real milliseconds: well within what a call may take. */
const SILENT_MS = 100;

/**
 * The runs of a strategy process: works in one line after the other, over a host that answers at once.
 *
 * - replaying: from the first step of a replay to the last. No run says anything.
 * - serving: calls are answered, and time passes for the runs that go on.
 *
 * While it serves it may be interrupted wherever it is: what it needs to go on is kept here, not in the calls under way.
 */
export class ServedRuns {
  readonly #host: RunHost;
  readonly #sayNow: (said: SaidLine) => void;
  /** Runs that go on, each with when its next timer is due. A run that waits for the operator is none of them. */
  readonly #going = new Map<string, number | null>();
  #replays: ReplaysHere | null = null;
  /** Whether a replay says whose code it runs. To say it of each of the many inputs of a day takes longer than to replay them. */
  #isAnnouncing = false;
  /** What runs said to what is repeated; null while nothing is. */
  #repeated: SaidByRun | null = null;
  #spokeAtMs = 0;
  #passing: Passing | null = null;
  /** Null while no run's code runs. */
  #underWay: UnderWay | null = null;
  /** Runs whose code was interrupted. */
  readonly #interrupted = new Set<string>();
  #answer: RunAnswer | null = null;

  /** `host` is this one's alone. */
  constructor(host: RunHost, say: (said: SaidLine) => void) {
    this.#host = host;
    this.#sayNow = say;
    this.#listen();
  }

  /** Answers for a run whose strategy could not be loaded. */
  sayOf(said: Extract<SaidLine, { readonly answer: RunAnswer }>): void {
    this.#say(said);
  }

  take(told: Exclude<HeardLine, { readonly files: unknown }>): void {
    if (this.#repeated !== null) this.#sayGoing();
    if ('announce' in told) this.#isAnnouncing = true;
    else if ('repeat' in told) this.#repeat(told.repeat);
    else if ('replay' in told) this.#replay(told.replay);
    else if ('replays' in told) for (const step of told.replays) this.#replay(step);
    else if ('pass' in told) this.#pass(told.pass, told.atMs);
    else if (told.call === undefined) this.#stop(told.runId);
    else this.#call(told.runId, told.call);
  }

  /** Continues the line in which a run was interrupted. */
  goOn(): void {
    for (let passing = this.#passing; passing !== null; passing = this.#passing) {
      const runId = passing.left.pop();
      if (runId === undefined) {
        this.#passing = null;
        this.#say({ done: true });
      } else this.#passFor(runId, passing);
    }
  }

  /**
   * What ran was interrupted. It is the end of that run here: what it has left behind may be anything. False where no run's code
   * has run long enough to be what was meant.
   */
  takeInterruption(): boolean {
    const underWay = this.#underWay;
    if (underWay === null || monotonicMs() - underWay.sinceMs < MEANT_AFTER_MS) return false;
    const { runId, isCalled } = underWay;
    this.#underWay = null;
    this.#going.delete(runId);
    this.#interrupted.add(runId);
    this.#say({ interrupted: runId });
    if (isCalled) this.#say({ runId, answer: QUIET_ANSWER });
    return true;
  }

  #repeat(what: 'begin' | 'end'): void {
    const repeated = this.#repeated?.all() ?? {};
    this.#repeated = what === 'begin' ? new SaidByRun() : null;
    if (what === 'end') this.#sayNow({ repeated });
  }

  #say(said: SaidLine): void {
    if (this.#repeated === null || 'outside' in said) {
      this.#sayNow(said);
      return;
    }
    const deciding = decidingIn(said);
    if (deciding !== null) this.#repeated.take(deciding);
  }

  #listen(): void {
    this.#host.listen({
      onTurn: (runId, answer) => {
        this.#answer = answer;
        if (this.#going.has(runId)) this.#going.set(runId, answer.nextTimerMs);
      },
      onOutside: (runId, outside) => {
        this.#say({ runId, outside });
      },
    });
  }

  #stop(runId: string): void {
    this.#going.delete(runId);
    if (this.#interrupted.has(runId)) return;
    this.#underWay = { runId, sinceMs: monotonicMs(), isCalled: false };
    this.#host.stop(runId);
    this.#underWay = null;
  }

  #call(runId: string, call: RunCall): void {
    // An adopted run continues with the time that it missed.
    const begins = call.kind === 'start' || call.kind === 'pass-gap';
    if (begins && !this.#interrupted.has(runId)) this.#going.set(runId, null);
    const isGoing = this.#going.has(runId);
    this.#say({ runId, answer: isGoing ? this.#answerTo(runId, call, true) : QUIET_ANSWER });
  }

  #pass(how: PassedTime, atMs: number): void {
    this.#passing = { how, atMs, left: [...this.#going.keys()].reverse() };
    this.goOn();
  }

  #passFor(runId: string, { how, atMs }: Passing): void {
    const call = callAt({ how, atMs, timerMs: this.#going.get(runId) ?? null });
    if (call === null) return;
    this.#say({ at: runId, isLoading: false });
    this.#say({ passed: runId, answer: this.#answerTo(runId, call) });
  }

  #answerTo(runId: string, call: RunCall, isCalled = false): RunAnswer {
    this.#underWay = { runId, sinceMs: monotonicMs(), isCalled };
    this.#host.tell(runId, call);
    this.#underWay = null;
    return this.#answer ?? QUIET_ANSWER;
  }

  #replay(step: ReplayStep): void {
    const host = this.#host;
    const replays = (this.#replays ??= new ReplaysHere({
      listen: (listener) => {
        host.listen(listener);
      },
      tell: (runId, call) => {
        if (this.#isAnnouncing) this.#say({ at: runId, isLoading: false });
        host.tell(runId, call);
      },
      stop: (runId) => {
        host.stop(runId);
      },
    }));
    replays.take(step);
    this.#sayGoing();
    if (step.step === 'finish') this.#goOn(replays);
    else if (step.step === 'pause') this.#say({ done: true });
  }

  #sayGoing(): void {
    const nowMs = monotonicMs();
    if (nowMs - this.#spokeAtMs < SILENT_MS) return;
    this.#spokeAtMs = nowMs;
    this.#sayNow({ going: true });
  }

  #goOn(replays: ReplaysHere): void {
    this.#replays = null;
    this.#listen();
    const timers = new Map(replays.runs().map((run) => [run.runId, run.nextTimerMs]));
    for (const outcome of replays.outcomes()) {
      if (!('owed' in outcome)) {
        const { runId, detail } = outcome;
        // Where there is none the journal says so itself.
        if (detail !== null) this.#say({ held: runId, detail });
        continue;
      }
      const { runId } = outcome.run;
      const nextTimerMs = timers.get(runId) ?? null;
      this.#going.set(runId, nextTimerMs);
      const turn = outcome.owed ?? QUIET;
      this.#say({ passed: runId, answer: { turn, nextTimerMs, nextPriceMs: null } });
    }
    this.#say({ done: true });
  }
}

/** What a run is called with as time passes; null when nothing of it is due. */
function callAt({
  how,
  atMs,
  timerMs,
}: {
  readonly how: PassedTime;
  readonly atMs: number;
  readonly timerMs: number | null;
}): RunCall | null {
  if (how === 'gap') return { kind: 'pass-gap', atMs };
  if (how === 'missed') return isMissed(timerMs, atMs) ? { kind: 'pass-gap', atMs } : null;
  return timerMs !== null && timerMs <= atMs ? advanceCall(timerMs, atMs) : null;
}
