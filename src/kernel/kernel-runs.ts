import { invariant } from '../base/invariant.ts';
import { type EngineEvent } from '../engine/event.ts';
import { isNews, type PassedTurn, type Turn } from '../host/turn.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { type Input } from '../model/runs/input.ts';
import { advanceRun, firstDue, type HostedRun, nextPriceMs } from './hosted-run.ts';
import { type KernelOptions, type Unstamped } from './kernel-options.ts';

/** What runs are given to work with. */
export interface KernelRunsParts extends Pick<KernelOptions, 'onStoreChange' | 'onWatches'> {
  /** Queues what a run did. */
  readonly post: (event: Unstamped<EngineEvent>) => void;
  /** Lets a run's code work. */
  readonly turnOf: <Made extends Turn>(work: () => Made) => Made;
  /** A run's code did outside of its turns what it has to fail for. */
  readonly onOutside: (runId: string, reason: string) => void;
}

/** What a run did by itself at an instant that is worked in next. */
interface PassedRun {
  readonly run: HostedRun;
  readonly turn: PassedTurn;
}

/**
 * The runs of a kernel, and every turn of theirs.
 *
 * - running: takes inputs and time; what a turn brings is queued at once.
 * - parked: held, so shown nothing, and no timer of it fires, until the operator releases it.
 * - gone: ended or stopped.
 */
export class KernelRuns {
  readonly #parts: KernelRunsParts;
  readonly #running = new Map<string, HostedRun>();
  readonly #parked = new Map<string, HostedRun>();
  /** Did something at a push of prices that the engine has not shown yet. */
  #passed: PassedRun | null = null;

  constructor(parts: KernelRunsParts) {
    this.#parts = parts;
  }

  /** Whether a run is running. */
  has(runId: string): boolean {
    return this.#running.has(runId);
  }

  /** When the first of them is due, by a timer or a push of prices that it follows; Infinity when none is. */
  get nextDueMs(): number {
    let next = this.nextPriceMs;
    for (const run of this.#running.values()) next = Math.min(next, run.nextTimerMs() ?? Infinity);
    return next;
  }

  /** When the first of them follows a push of prices; Infinity when none does. */
  get nextPriceMs(): number {
    return nextPriceMs(this.#running.values());
  }

  /** Takes a run in that goes on. */
  add(run: HostedRun): void {
    const { runId } = run.header;
    invariant(!this.#running.has(runId) && !this.#parked.has(runId), 'A run goes on twice');
    this.#running.set(runId, run);
    run.whenOutside((reason) => {
      this.#parts.onOutside(runId, reason);
    });
  }

  /** Takes a run in that is held. */
  park(run: HostedRun): void {
    invariant(!this.#running.has(run.header.runId), 'A held run goes on');
    this.#parked.set(run.header.runId, run);
  }

  /** Fires the timers that are due. */
  passTimers(nowMs: number): void {
    for (const run of this.#running.values()) {
      if ((run.nextTimerMs() ?? Infinity) > nowMs) continue;
      const turn = this.#parts.turnOf(() => advanceRun(run, nowMs));
      this.workIn(run, turn);
    }
  }

  /** Lets runs pass by themselves before an instant, until one has news for others; null when none has. Nothing is worked in. */
  passBefore(untilMs: () => number): PassedRun | null {
    for (;;) {
      const { run, dueMs, othersDueMs } = firstDue(this.#running.values());
      const endMs = Math.min(untilMs(), othersDueMs);
      if (run?.passBefore === undefined || dueMs >= endMs) return null;
      const passBefore = run.passBefore.bind(run);
      const turn = this.#parts.turnOf(() => passBefore(endMs));
      if (!isNews(turn)) continue;
      const passed = { run, turn };
      // All runs are shown that push, and what they do comes in their order.
      if (turn.isOfPrice) this.#passed = passed;
      return passed;
    }
  }

  /** Shows a run an input. One that has ended sees nothing more. */
  deliver(runId: string, input: Input): void {
    const run = this.#running.get(runId);
    if (run === undefined) return;
    const turn = this.#parts.turnOf(() => run.deliver(input));
    if (this.#passed?.run === run && input.kind === 'quotes-observed') this.workInPassed();
    // It may have ended at that push.
    if (this.#running.has(runId)) this.workIn(run, turn);
  }

  /** Works in what a run did by itself at a push of prices; false where nothing is left to. */
  workInPassed(): boolean {
    const passed = this.#passed;
    if (passed === null) return false;
    this.#passed = null;
    this.workIn(passed.run, passed.turn);
    return true;
  }

  /** Queues what a turn brought. A run that is over goes. */
  workIn(run: HostedRun, turn: Turn): void {
    const { runId } = run.header;
    invariant(!this.#parked.has(runId), 'A held run has done something');
    const { post, onStoreChange, onWatches } = this.#parts;
    for (const change of turn.storeChanges) onStoreChange?.(run.header, change);
    if (turn.watches !== null) {
      onWatches?.(run.header, turn.watches);
      post({ kind: 'watches-changed', runId, watches: turn.watches });
    }
    if (turn.commands.length > 0) {
      const commands = turn.commands.map(({ command }) => command);
      post({ kind: 'commands-emitted', runId, commands });
    }
    if (turn.state === 'running') return;
    this.#running.delete(runId);
    run.stop();
    post({ kind: 'run-ended', runId, how: turn.state, detail: turn.failure ?? '' });
  }

  /** Fails a run for what its code did outside of its turns. False when it is not running. */
  fail(runId: string, reason: string): boolean {
    const run = this.#running.get(runId);
    if (run === undefined) return false;
    this.workIn(
      run,
      this.#parts.turnOf(() => run.fail(reason)),
    );
    return true;
  }

  /** A held run that the operator adopts goes on from where its replay led; else nothing of it runs any more. */
  release(request: OperatorRequest, nowMs: number): void {
    if (request.action !== 'release') return;
    const run = this.#parked.get(request.runId);
    if (run === undefined) return;
    this.#parked.delete(request.runId);
    if (request.how !== 'adopt') {
      run.stop();
      return;
    }
    this.add(run);
    this.passGap(run, nowMs);
  }

  /** Lets a run go on after a time in which it did not run. */
  passGap(run: HostedRun, nowMs: number): void {
    const turn = this.#parts.turnOf(() => run.passGap(nowMs));
    this.workIn(run, turn);
  }

  /** Ends all of them. Nothing of theirs fires any more. */
  stop(): void {
    for (const run of [...this.#running.values(), ...this.#parked.values()]) run.stop();
    this.#running.clear();
    this.#parked.clear();
  }
}
