import { invariant } from '../base/invariant.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { type Input } from '../model/runs/input.ts';
import { type RunHeader } from '../model/runs/run.ts';
import {
  type PassedTime,
  type PassedTurn,
  type PreparedRun,
  type RunAnswer,
  type RunCall,
  type RunHost,
  type RunRecipe,
  type Turn,
} from '../ports/run-host.ts';
import { advanceCall, type FoldedDay, mayBeMissed, runHeld } from './folded-day.ts';
import { type KernelOptions, type Unstamped } from './kernel-options.ts';

/** Another source takes over a run. */
export type RunReloaded = Omit<Extract<EngineEvent, { kind: 'run-reloaded' }>, 'atMs'>;

/** What runs are given to work with. */
export interface KernelRunsParts extends Pick<KernelOptions, 'onStoreChange' | 'onWatches'> {
  readonly host: RunHost;
  /** Queues what a run did. */
  readonly post: (event: Unstamped<EngineEvent>) => void;
  /** Lets a run's code work. */
  readonly turnOf: (work: () => void) => void;
  /** Works in an answer that came later than its call. */
  readonly late: (work: () => void) => void;
  /** A run's code did outside of its turns what it has to fail for. */
  readonly onOutside: (runId: string, reason: string) => void;
}

/** A run that is running. It is due at no time while an answer of its host is awaited. */
interface Going {
  readonly header: RunHeader;
  /** Epoch milliseconds; Infinity for none. */
  timerMs: number;
  /** When it follows a push of prices by itself; Infinity for none. */
  priceMs: number;
  /** Calls without an answer. */
  awaited: number;
}

/** What a run did by itself at an instant that is worked in next. */
interface PassedRun {
  readonly runId: string;
  readonly turn: PassedTurn;
}

/**
 * The runs of a kernel, and every call to their host.
 *
 * - running: takes inputs and time; what a turn brings is queued at once.
 * - parked: held, so shown nothing, and no timer of it fires, until the operator releases it.
 * - gone: ended or stopped.
 */
export class KernelRuns {
  readonly #parts: KernelRunsParts;
  readonly #running = new Map<string, Going>();
  readonly #parked = new Map<string, RunHeader>();
  readonly #prepared = new Map<string, PreparedRun>();
  #isTelling = false;
  #isStopped = false;
  /** What the run answered that passed by itself; null when it has not. */
  #came: PassedTurn | null = null;
  /** When all runs of a host that answers later were last asked what is due. */
  #askedAtMs = -Infinity;
  /** Did something at a push of prices that the engine has not shown yet. */
  #passed: PassedRun | null = null;

  constructor(parts: KernelRunsParts) {
    this.#parts = parts;
    this.#listen();
  }

  /** Whether all of them were ended, since the process ends. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Whether a run is running. */
  has(runId: string): boolean {
    return this.#running.has(runId);
  }

  /** When the first of them is due, by a timer or a push of prices that it follows; Infinity when none is. */
  get nextDueMs(): number {
    let next = Infinity;
    for (const { timerMs, priceMs } of this.#running.values()) {
      next = Math.min(next, timerMs, priceMs);
    }
    return next;
  }

  /** When the first of them follows a push of prices; Infinity when none does. */
  get nextPriceMs(): number {
    let next = Infinity;
    for (const { priceMs } of this.#running.values()) next = Math.min(next, priceMs);
    return next;
  }

  /** Begins a run. */
  start(recipe: RunRecipe, atMs: number): void {
    this.#tell(this.#add(recipe.header), { kind: 'start', atMs, recipe });
  }

  /** Takes runs in that go on, each with what it did that is not on record. */
  resume(runs: FoldedDay['runs'], nowMs: number): void {
    // A replay has heard of them so far.
    this.#listen();
    for (const { run } of runs) this.#add(run);
    for (const { run, owed } of runs) {
      if (owed === null) continue;
      this.#workIn(run.runId, owed);
      this.#passGap(run.runId, nowMs);
    }
  }

  /** Takes a run in that is held. */
  park(run: RunHeader): void {
    invariant(!this.#running.has(run.runId), 'A held run continues');
    this.#parked.set(run.runId, run);
  }

  /** What the engine hears of time, with how far the answers have come where they come late. */
  timePassed(nowMs: number): Unstamped<Extract<EngineEvent, { kind: 'time-passed' }>> {
    const { late } = this.#parts.host;
    if (late === undefined) return { kind: 'time-passed' };
    return { kind: 'time-passed', answeredBeforeMs: late.unansweredSinceMs() ?? nowMs };
  }

  /** Tells runs that answer later of time that passed, by the event that is about to be stepped through. */
  tellTime({ kind, atMs }: EngineEvent): void {
    if (this.#parts.host.late === undefined) return;
    if (mayBeMissed(this.#askedAtMs, atMs)) this.#passAll('missed', atMs);
    if (kind === 'restarted') this.#passAll('gap', atMs);
    else if (kind === 'time-passed') this.#passAll('due', atMs);
  }

  /** Fires the timers that are due. Runs that answer later hear of time by {@link tellTime}. */
  passTimers(nowMs: number): void {
    if (this.#parts.host.late !== undefined) return;
    for (const run of this.#running.values()) {
      if (run.timerMs <= nowMs) this.#tell(run, advanceCall(run.timerMs, nowMs));
    }
  }

  /** Lets runs pass by themselves before an instant, until one has news for others; null when none has. Nothing is worked in. */
  passBefore(untilMs: () => number): PassedTurn | null {
    for (;;) {
      const { run, dueMs, othersDueMs } = firstDue(this.#running.values());
      const endMs = Math.min(untilMs(), othersDueMs);
      if (run === null || dueMs >= endMs) return null;
      this.#came = null;
      this.#tell(run, { kind: 'pass-before', untilMs: endMs });
      const turn = this.#came as PassedTurn | null;
      invariant(turn !== null, 'In virtual time a host answers at once');
      if (!isNews(turn)) continue;
      this.#passed = { runId: run.header.runId, turn };
      return turn;
    }
  }

  /** Shows a run an input. One that has ended sees nothing more. */
  deliver(runId: string, input: Input): void {
    // All runs are shown a push at which one did something by itself, and what they do comes in their order.
    if (this.#passed?.runId === runId && input.kind === 'quotes-observed') this.workInPassed();
    const run = this.#running.get(runId);
    if (run !== undefined) this.#tell(run, { kind: 'deliver', input });
  }

  /** Works in what a run did when it passed by itself; false where nothing is left to. */
  workInPassed(): boolean {
    const passed = this.#passed;
    if (passed === null) return false;
    this.#passed = null;
    this.#workIn(passed.runId, passed.turn);
    return true;
  }

  /** Fails a run for what its code did outside of its turns. False when it is not running. */
  fail(runId: string, reason: string): boolean {
    const run = this.#running.get(runId);
    if (run !== undefined) this.#tell(run, { kind: 'fail', reason });
    return run !== undefined;
  }

  /** A held run that the operator adopts continues from the end of its replay; else nothing of it runs any more. */
  release(request: OperatorRequest, nowMs: number): void {
    if (request.action !== 'release') return;
    const { runId, how } = request;
    const header = this.#parked.get(runId);
    if (header === undefined) return;
    this.#parked.delete(runId);
    if (how === 'adopt') {
      this.#add(header);
      this.#passGap(runId, nowMs);
    } else this.#parts.host.stop(runId);
  }

  /** Has another version of a run wait for the event with which it takes over; false where one has not answered everything. */
  mayBeReplaced(runId: string, prepared: PreparedRun): boolean {
    const { late } = this.#parts.host;
    const isSettled = (late?.unansweredSinceMs() ?? null) === null;
    if (!isSettled || this.#running.get(runId)?.awaited !== 0 || !prepared.isLevel()) return false;
    this.#prepared.set(runId, prepared);
    return true;
  }

  /** It takes over: nothing that the run was shown so far is decided again. */
  takeOver(runId: string): void {
    const run = this.#running.get(runId);
    const prepared = this.#prepared.get(runId);
    this.#prepared.delete(runId);
    invariant(prepared !== undefined, 'A run is reloaded without another version of it');
    invariant(run?.awaited === 0, 'A run is reloaded while something of it is under way');
    const { watches, nextTimerMs, nextPriceMs } = prepared.takeOver();
    run.timerMs = nextTimerMs ?? Infinity;
    run.priceMs = nextPriceMs ?? Infinity;
    this.#parts.onWatches?.(run.header, watches);
    this.#parts.post({ kind: 'watches-changed', runId, watches });
  }

  /** Ends all of them. Nothing of theirs fires any more. */
  stop(): void {
    this.#isStopped = true;
    for (const runId of [...this.#running.keys(), ...this.#parked.keys()]) {
      this.#parts.host.stop(runId);
    }
    this.#running.clear();
    this.#parked.clear();
  }

  #listen(): void {
    const { host, late, onOutside } = this.#parts;
    host.listen({
      onTurn: (runId, answer) => {
        const take = (): void => {
          this.#take(runId, answer);
        };
        if (this.#isTelling) take();
        else late(take);
      },
      onOutside,
      onPassed: (runId, answer) => {
        this.#takePassed(runId, answer);
      },
      onHeld: (runId, detail, isQuarantined = false) => {
        if (!this.#running.has(runId)) return;
        late(() => {
          this.#hold({ runId, detail, isQuarantined });
        });
      },
    });
  }

  #passAll(how: PassedTime, atMs: number): void {
    if (how !== 'missed') this.#askedAtMs = atMs;
    // What is due is being fired: until the answer comes, nothing is due.
    for (const run of this.#running.values()) if (run.timerMs <= atMs) run.timerMs = Infinity;
    this.#parts.host.late?.pass(how, atMs);
  }

  #takePassed(runId: string, { turn, nextTimerMs }: RunAnswer): void {
    const run = this.#running.get(runId);
    if (run === undefined) return;
    const before = this.nextDueMs;
    if (run.awaited === 0) run.timerMs = nextTimerMs ?? Infinity;
    const isSooner = this.nextDueMs < before;
    if (!isNews(turn) && !isSooner) return;
    this.#parts.late(() => {
      this.#workIn(runId, turn);
    });
  }

  /** Its replay differs, or its code does not run any more: it is shown nothing more until the operator decides. */
  #hold(held: Parameters<typeof runHeld>[0]): void {
    const { runId } = held;
    const header = this.#running.get(runId)?.header;
    if (header === undefined) return;
    this.#running.delete(runId);
    this.#parked.set(runId, header);
    for (const event of runHeld(held)) this.#parts.post(event);
  }

  #add(header: RunHeader): Going {
    const { runId } = header;
    invariant(!this.#running.has(runId) && !this.#parked.has(runId), 'A run continues twice');
    const run = { header, timerMs: Infinity, priceMs: Infinity, awaited: 0 };
    this.#running.set(runId, run);
    return run;
  }

  /** Lets a run go on after a time in which it did not run. */
  #passGap(runId: string, atMs: number): void {
    const run = this.#running.get(runId);
    if (run !== undefined) this.#tell(run, { kind: 'pass-gap', atMs });
  }

  #tell(run: Going, call: RunCall): void {
    run.awaited += 1;
    run.timerMs = Infinity;
    run.priceMs = Infinity;
    const wasTelling = this.#isTelling;
    this.#isTelling = true;
    try {
      this.#parts.turnOf(() => {
        this.#parts.host.tell(run.header.runId, call);
      });
    } finally {
      this.#isTelling = wasTelling;
    }
  }

  #take(runId: string, { turn, nextTimerMs, nextPriceMs }: RunAnswer): void {
    const run = this.#running.get(runId);
    // What a run answers that has been stopped or has ended meanwhile is of no use.
    if (run === undefined) return;
    run.awaited -= 1;
    invariant(run.awaited >= 0, 'A host answers a call twice');
    if (run.awaited === 0) {
      run.timerMs = nextTimerMs ?? Infinity;
      run.priceMs = nextPriceMs ?? Infinity;
    }
    if ('isOfPrice' in turn) this.#came = turn;
    else this.#workIn(runId, turn);
  }

  /** Queues what a turn brought. A run that is over goes. */
  #workIn(runId: string, turn: Turn): void {
    invariant(!this.#parked.has(runId), 'A held run has done something');
    const header = this.#running.get(runId)?.header;
    invariant(header !== undefined, 'A run that is over has done something');
    const { host, post, onStoreChange, onWatches } = this.#parts;
    for (const change of turn.storeChanges) onStoreChange?.(header, change);
    if (turn.watches !== null) {
      onWatches?.(header, turn.watches);
      post({ kind: 'watches-changed', runId, watches: turn.watches });
    }
    if (turn.commands.length > 0) {
      const commands = turn.commands.map(({ command }) => command);
      post({ kind: 'commands-emitted', runId, commands });
    }
    if (turn.state === 'running') return;
    this.#running.delete(runId);
    host.stop(runId);
    post({ kind: 'run-ended', runId, how: turn.state, detail: turn.failure ?? '' });
  }
}

/** Whether a turn brought something that others than its run have to know. */
function isNews({ commands, watches, state, storeChanges }: Turn): boolean {
  return commands.length > 0 || watches !== null || state !== 'running' || storeChanges.length > 0;
}

/**
 * The run that is due first, by a timer or a push of prices that it follows, and when the others need the time for
 * themselves: at their timers, and right after a push that they follow as well.
 */
function firstDue(runs: Iterable<Going>): {
  readonly run: Going | null;
  readonly dueMs: number;
  readonly othersDueMs: number;
} {
  let first: Going | null = null;
  let [dueMs, needsMs, othersDueMs] = [Infinity, Infinity, Infinity];
  for (const run of runs) {
    const { timerMs, priceMs } = run;
    const [runDueMs, runNeedsMs] = [Math.min(timerMs, priceMs), Math.min(timerMs, priceMs + 1)];
    if (runDueMs < dueMs) {
      othersDueMs = Math.min(othersDueMs, needsMs);
      [first, dueMs, needsMs] = [run, runDueMs, runNeedsMs];
    } else othersDueMs = Math.min(othersDueMs, runNeedsMs);
  }
  return { run: first, dueMs, othersDueMs };
}
