import { isSameJson } from '../base/json.ts';
import { advanceCall, type FoldedDay, type HeldRun, isMissed } from '../kernel/folded-day.ts';
import { type Command } from '../model/orders/command.ts';
import { type Input, type Watch } from '../model/runs/input.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { istClock } from '../model/time/ist.ts';
import {
  type RunAnswer,
  type RunCall,
  type RunHost,
  type RunRecipe,
  type TimedCommand,
  type Turn,
} from '../ports/run-host.ts';
import { type Divergence, isSameCommand } from './divergence.ts';

/** What a run of the journal is made of again; or null, and why it cannot be the same. */
export interface RemadeRun {
  readonly recipe: RunRecipe | null;
  readonly divergence: Divergence | null;
}

/** How much there was of a run when its source took over: only what follows is compared, and owed. */
interface Since {
  readonly recorded: number;
  readonly replayed: number;
  readonly storeChanges: { readonly recorded: number; readonly replayed: number };
}

const FROM_THE_START: Since = {
  recorded: 0,
  replayed: 0,
  storeChanges: { recorded: 0, replayed: 0 },
};

/**
 * A run that receives its recorded inputs again; its commands are compared with the recorded ones.
 *
 * - replayed: it takes inputs and time; its n-th command must be the n-th recorded one.
 * - reloaded: another source took over. It has lived the day so far, and only what follows is compared.
 * - diverged: one was not. It still takes inputs, so that the operator may adopt it; nothing is compared.
 * - held: as the journal says. It takes nothing until the journal says that it was adopted, which makes it replayed.
 * - ended: as the journal says, or by itself. It takes nothing any more.
 */
export class ReplayedRun {
  readonly runId: string;
  readonly strategy: string;
  readonly #header: RunHeader;
  readonly #host: RunHost;
  readonly #recipe: RunRecipe | null;
  #timerMs: number | null = null;
  #divergence: Divergence | null;
  #isHeld = false;
  #wasQuarantined = false;
  #isOver = false;
  /** How it ended by itself; null while it has not. */
  #ended: Turn | null = null;
  readonly #recorded: TimedCommand[] = [];
  readonly #replayed: TimedCommand[] = [];
  /** For each of them the instant of the call that brought it. */
  readonly #toldAtMs: number[] = [];
  #tellingAtMs = -Infinity;
  /** Whether its last call was about time, not an input. */
  #isToldTime = false;
  #endedAtMs = Infinity;
  /** Compared since its source took over. */
  #compared = 0;
  #since: Since = FROM_THE_START;
  #watchesRecorded: readonly Watch[] = [];
  #watches: readonly Watch[] = [];
  readonly #storeChanges: Turn['storeChanges'][number][] = [];

  /** With a divergence from the start when the run cannot be made as it was. */
  constructor(header: RunHeader, host: RunHost, { recipe, divergence }: RemadeRun) {
    this.runId = header.runId;
    this.strategy = header.strategy;
    this.#header = header;
    this.#host = host;
    this.#recipe = recipe;
    this.#divergence = divergence;
  }

  get divergence(): Divergence | null {
    return this.#divergence;
  }

  /** How it ended while the recorded run went on; null where it did not. */
  get endedByItself(): { readonly how: 'completed' | 'failed'; readonly detail: string } | null {
    if (this.#ended === null || this.#isOver || this.#ended.state === 'running') return null;
    return { how: this.#ended.state, detail: this.#ended.failure ?? '' };
  }

  /** What the journal has since the source took over that is replayed. */
  get recorded(): readonly TimedCommand[] {
    return this.#recorded.slice(this.#since.recorded);
  }

  /** What that source decides since then. */
  get replayed(): readonly TimedCommand[] {
    return this.#replayed.slice(this.#since.replayed);
  }

  start(atMs: number): void {
    if (this.#recipe !== null) this.#tell({ kind: 'start', atMs, recipe: this.#recipe });
  }

  /** Takes what its host answers. In a replay that is at once. */
  take({ turn, nextTimerMs }: RunAnswer): void {
    this.#timerMs = nextTimerMs;
    for (const decided of turn.commands) {
      this.#replayed.push(decided);
      this.#toldAtMs.push(this.#tellingAtMs);
    }
    if (turn.watches !== null) this.#watches = turn.watches;
    this.#storeChanges.push(...turn.storeChanges);
    if (turn.state === 'running') return;
    this.#ended = turn;
    this.#endedAtMs = this.#tellingAtMs;
  }

  deliver(input: Input): void {
    this.#tell({ kind: 'deliver', input });
  }

  /**
   * Time passed. Everything of the run that was due by then is in the journal; where it answers later, everything that it
   * heard before an instant.
   */
  settle(atMs: number, answeredBeforeMs: number | null = null): void {
    if (answeredBeforeMs === null) this.#advance(atMs);
    this.#compareAnswered(atMs, answeredBeforeMs ?? Infinity);
    if (answeredBeforeMs !== null) this.#advance(atMs);
  }

  #compareAnswered(atMs: number, beforeMs: number): void {
    // From the end: all but the last of a day came before.
    const last = this.#toldAtMs.findLastIndex((toldAtMs) => toldAtMs < beforeMs);
    const count = last + 1 - this.#since.replayed;
    if (count > this.#recordedSince) this.#compareTo(count);
    if (this.#ended !== null && this.#endedAtMs < beforeMs) this.#compareEnd(atMs, this.#ended);
  }

  #compareEnd(atMs: number, ended: Turn): void {
    if (this.#isOver || this.#isHeld) return;
    const { state, failure = '' } = ended;
    const how = failure === '' ? state : `${state}: ${failure}`;
    const detail = `Its replay ended (${how}), in the journal it went on at ${istClock(atMs)}`;
    this.#divergence ??= { kind: 'run', detail };
  }

  /** When its next moment is due; null when none is, or it takes no time. */
  get nextTimerMs(): number | null {
    return this.#isOver || this.#isHeld || this.#ended !== null ? null : this.#timerMs;
  }

  /** Something happened: a moment that had been missed by then was late already, whatever the run is shown of it. */
  passMissed(atMs: number): void {
    if (isMissed(this.nextTimerMs, atMs)) this.passGap(atMs);
  }

  passGap(atMs: number): void {
    this.#tell({ kind: 'pass-gap', atMs });
  }

  takeRecorded(atMs: number, commands: readonly Command[]): void {
    for (const command of commands) this.#recorded.push({ atMs, command });
    if (this.#replayed.length - this.#since.replayed < this.#recordedSince) this.#advance(atMs);
    this.#compareTo(this.#recordedSince);
  }

  #isUnasked(): boolean {
    const since = this.#replayed.length - this.#since.replayed;
    const isLast = this.#toldAtMs.at(-1) === this.#tellingAtMs && this.#isToldTime;
    return isLast && since > this.#recordedSince;
  }

  takeWatches(watches: readonly Watch[]): void {
    this.#watchesRecorded = watches;
  }

  /** Where no code of it runs, it is held before it comes to what was due: what time alone had it decide last was never decided. */
  hold(isQuarantined: boolean): void {
    while (this.#isUnasked()) {
      this.#replayed.pop();
      this.#toldAtMs.pop();
    }
    this.#isHeld = true;
    this.#wasQuarantined = isQuarantined;
  }

  /**
   * The journal says that the operator released it. `since` is what was changed after it was adopted; undefined when
   * the journal does not say what was adopted.
   */
  release(
    how: 'adopt' | 'flatten' | 'stop',
    atMs: number,
    since: Divergence | null | undefined,
  ): void {
    if (!this.#isHeld) return;
    if (how !== 'adopt' || (this.#recipe === null && since === undefined)) {
      this.end();
      return;
    }
    this.#isHeld = false;
    this.#divergence = since ?? null;
    this.#recorded.length = 0;
    this.#replayed.length = 0;
    this.#toldAtMs.length = 0;
    this.#compared = 0;
    this.#since = { ...this.#since, recorded: 0, replayed: 0 };
    this.passGap(atMs);
  }

  /**
   * The journal says that another source took over, `since` what was changed after that. What this one decided before, and the
   * other did not, was never done.
   */
  reload(storeChangesRecorded: number, since: Divergence | null): void {
    if (this.#isHeld || this.#isOver) return;
    this.#divergence = since;
    this.#compared = 0;
    // Those of the other source: the journal has its own right after.
    this.#watchesRecorded = [];
    this.#since = {
      recorded: this.#recorded.length,
      replayed: this.#replayed.length,
      storeChanges: { recorded: storeChangesRecorded, replayed: this.#storeChanges.length },
    };
  }

  end(): void {
    this.#isOver = true;
    this.#isHeld = false;
    this.#host.stop(this.runId);
  }

  /** What happens after the last entry: it continues, or waits for the operator; null when it is over. */
  outcome(storeChangesRecorded: number): FoldedDay['runs'][number] | HeldRun | null {
    if (this.#isOver) return null;
    const run = this.#recipe === null ? null : this.#header;
    if (this.#isHeld) {
      const isLifted = this.#wasQuarantined && run !== null && this.#divergence === null;
      return { runId: this.runId, run, detail: null, isLifted };
    }
    if (run === null || this.#divergence !== null) return { runId: this.runId, run, detail: '' };
    return { run, owed: this.#owed(storeChangesRecorded) };
  }

  #owed(storeChangesRecorded: number): Turn {
    const { replayed, storeChanges } = this.#since;
    const commands = this.#replayed.slice(replayed + this.#recordedSince);
    const changesSince = storeChangesRecorded - storeChanges.recorded;
    const areWatchesSame = isSameJson(this.#watches, this.#watchesRecorded);
    return {
      commands,
      watches: areWatchesSame ? null : this.#watches,
      state: this.#ended?.state ?? 'running',
      ...(this.#ended?.failure === undefined ? {} : { failure: this.#ended.failure }),
      storeChanges: this.#storeChanges.slice(storeChanges.replayed + changesSince),
    };
  }

  /** How many commands the journal has since its source took over. */
  get #recordedSince(): number {
    return this.#recorded.length - this.#since.recorded;
  }

  #advance(atMs: number): void {
    const timerMs = this.#timerMs;
    if (timerMs !== null && timerMs <= atMs) this.#tell(advanceCall(timerMs, atMs));
  }

  #tell(call: RunCall): void {
    if (this.#recipe === null || this.#isOver || this.#isHeld || this.#ended !== null) return;
    if (call.kind !== 'fail' && call.kind !== 'pass-before') {
      this.#isToldTime = call.kind === 'advance' || call.kind === 'pass-gap';
      this.#tellingAtMs = call.kind === 'deliver' ? call.input.atMs : call.atMs;
    }
    this.#host.tell(this.runId, call);
  }

  #compareTo(count: number): void {
    for (; this.#divergence === null && this.#compared < count; this.#compared += 1) {
      const index = this.#since.recorded + this.#compared;
      const recorded = this.#recorded[index] ?? null;
      const replayed = this.#replayed[this.#since.replayed + this.#compared] ?? null;
      const isSame =
        recorded !== null && replayed !== null && isSameCommand(recorded.command, replayed.command);
      if (isSame) continue;
      this.#divergence = { kind: 'command', index, recorded, replayed };
    }
  }
}
