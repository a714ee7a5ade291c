import { isSameJson } from '../base/json.ts';
import { type TimedCommand, type Turn } from '../host/turn.ts';
import { advanceRun, type HeldRun, type HostedRun, isMissed } from '../kernel/hosted-run.ts';
import { type Command } from '../model/orders/command.ts';
import { type Input, type Watch } from '../model/runs/input.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { istClock } from '../model/time/ist.ts';
import { type Divergence, isSameCommand } from './divergence.ts';

/**
 * A run that is shown its recorded inputs again, and whose commands are held against the recorded ones.
 *
 * - replayed: it takes inputs and time; its n-th command must be the n-th recorded one.
 * - diverged: one was not. It goes on taking inputs, so that the operator may adopt it; nothing is compared.
 * - held: as the journal says. It takes nothing until the journal says that it was adopted, which makes it replayed.
 * - ended: as the journal says, or by itself. It takes nothing any more.
 */
export class ReplayedRun {
  readonly runId: string;
  readonly strategy: string;
  readonly #run: HostedRun | null;
  #divergence: Divergence | null;
  #isHeld = false;
  #wasQuarantined = false;
  #isOver = false;
  /** How it ended by itself; null while it has not. */
  #ended: Turn | null = null;
  readonly #recorded: TimedCommand[] = [];
  readonly #replayed: TimedCommand[] = [];
  #compared = 0;
  #watchesRecorded: readonly Watch[] = [];
  #watches: readonly Watch[] = [];
  readonly #storeChanges: Turn['storeChanges'][number][] = [];

  /** With a divergence from the start when the run cannot be made as it was. */
  constructor(header: RunHeader, run: HostedRun | null, divergence: Divergence | null) {
    this.runId = header.runId;
    this.strategy = header.strategy;
    this.#run = run;
    this.#divergence = divergence;
  }

  /** Where it first differs; null while it does not. */
  get divergence(): Divergence | null {
    return this.#divergence;
  }

  get recorded(): readonly TimedCommand[] {
    return this.#recorded;
  }

  get replayed(): readonly TimedCommand[] {
    return this.#replayed;
  }

  start(atMs: number): void {
    this.#work((run) => run.start(atMs));
  }

  deliver(input: Input): void {
    this.#work((run) => run.deliver(input));
  }

  /** Time passed, and everything of the run that was due by then is in the journal. */
  settle(atMs: number): void {
    this.#advance(atMs);
    if (this.#replayed.length > this.#recorded.length) this.#compareTo(this.#replayed.length);
    if (this.#ended === null || this.#isOver || this.#isHeld) return;
    const { state, failure = '' } = this.#ended;
    const how = failure === '' ? state : `${state}: ${failure}`;
    const detail = `Its replay ended (${how}), in the journal it went on at ${istClock(atMs)}`;
    this.#divergence ??= { kind: 'run', detail };
  }

  /** When its next moment is due; null when none is, or it takes no time. */
  get nextTimerMs(): number | null {
    if (this.#isOver || this.#isHeld || this.#ended !== null) return null;
    return this.#run?.nextTimerMs() ?? null;
  }

  /** Something happened: a moment that had been missed by then was late already, whatever the run is shown of it. */
  passMissed(atMs: number): void {
    if (isMissed(this.nextTimerMs, atMs)) this.passGap(atMs);
  }

  /** The process began anew at this time. */
  passGap(atMs: number): void {
    this.#work((run) => run.passGap(atMs));
  }

  /** Takes what the journal says that it emitted. */
  takeRecorded(atMs: number, commands: readonly Command[]): void {
    for (const command of commands) this.#recorded.push({ atMs, command });
    if (this.#replayed.length < this.#recorded.length) this.#advance(atMs);
    this.#compareTo(this.#recorded.length);
  }

  takeWatches(watches: readonly Watch[]): void {
    this.#watchesRecorded = watches;
  }

  hold(isQuarantined: boolean): void {
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
    if (how !== 'adopt' || (this.#run === null && since === undefined)) {
      this.end();
      return;
    }
    this.#isHeld = false;
    this.#divergence = since ?? null;
    this.#recorded.length = 0;
    this.#replayed.length = 0;
    this.#compared = 0;
    this.passGap(atMs);
  }

  end(): void {
    this.#isOver = true;
    this.#isHeld = false;
    this.#run?.stop();
  }

  /** What becomes of it after the last entry: it goes on, or waits for the operator; null when it is over. */
  outcome(
    storeChangesRecorded: number,
  ): { readonly run: HostedRun; readonly owed: Turn } | HeldRun | null {
    if (this.#isOver) return null;
    if (this.#isHeld) {
      const isLifted = this.#wasQuarantined && this.#run !== null && this.#divergence === null;
      return { runId: this.runId, run: this.#run, detail: null, isLifted };
    }
    if (this.#run === null || this.#divergence !== null) {
      return { runId: this.runId, run: this.#run, detail: '' };
    }
    return { run: this.#run, owed: this.#owed(storeChangesRecorded) };
  }

  #owed(storeChangesRecorded: number): Turn {
    const commands = this.#replayed.slice(this.#recorded.length);
    const areWatchesSame = isSameJson(this.#watches, this.#watchesRecorded);
    return {
      commands,
      watches: areWatchesSame ? null : this.#watches,
      state: this.#ended?.state ?? 'running',
      ...(this.#ended?.failure === undefined ? {} : { failure: this.#ended.failure }),
      storeChanges: this.#storeChanges.slice(storeChangesRecorded),
    };
  }

  #advance(atMs: number): void {
    const timerMs = this.#run?.nextTimerMs() ?? null;
    if (timerMs === null || timerMs > atMs) return;
    this.#work((run) => advanceRun(run, atMs));
  }

  #work(turn: (run: HostedRun) => Turn): void {
    const run = this.#run;
    if (run === null || this.#isOver || this.#isHeld || this.#ended !== null) return;
    const done = turn(run);
    for (const decided of done.commands) this.#replayed.push(decided);
    if (done.watches !== null) this.#watches = done.watches;
    this.#storeChanges.push(...done.storeChanges);
    if (done.state !== 'running') this.#ended = done;
  }

  #compareTo(count: number): void {
    for (; this.#divergence === null && this.#compared < count; this.#compared += 1) {
      const recorded = this.#recorded[this.#compared] ?? null;
      const replayed = this.#replayed[this.#compared] ?? null;
      const isSame =
        recorded !== null && replayed !== null && isSameCommand(recorded.command, replayed.command);
      if (isSame) continue;
      this.#divergence = { kind: 'command', index: this.#compared, recorded, replayed };
    }
  }
}
