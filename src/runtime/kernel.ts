import { asTurn } from '../adapters/system/turn-watch.ts';
import { invariant } from '../base/invariant.ts';
import { type Effect } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type Turn } from '../host/turn.ts';
import { type Input, type Watch } from '../model/input.ts';
import { type RunHeader } from '../model/run.ts';
import { type Clock } from '../ports/clock.ts';
import { type Journal, type JournalEntry } from '../ports/journal.ts';
import { type Notice } from './notice.ts';
import { NoticeFold } from './notice-fold.ts';
import { type Venue } from './venue.ts';

/** A strategy's run as the kernel drives it: synchronous, each call one turn. */
export interface HostedRun {
  readonly header: RunHeader;
  readonly start: (atMs: number) => Turn;
  readonly deliver: (input: Input) => Turn;
  readonly advanceTo: (atMs: number) => Turn;
  readonly nextTimerMs: () => number | null;
  readonly stop: () => void;
}

/** The part of the engine that the kernel needs. */
export interface EventProcessor {
  readonly step: (event: EngineEvent) => readonly Effect[];
}

/** What a kernel is made of. */
export interface KernelOptions {
  readonly engine: EventProcessor;
  readonly venue: Venue;
  readonly journal: Journal;
  readonly clock: Clock;
  /**
   * `at-once`: requests start when the engine asks, answers come when they come. `in-order`: one request at
   * a time, in the order asked, so that a run over a real network is the same every time; see `nextRequest`.
   */
  readonly requests: 'at-once' | 'in-order';
  readonly onNotice: (notice: Notice) => void;
  /** What a strategy put into its store, as it does. */
  readonly onStoreChange?: (run: RunHeader, change: Turn['storeChanges'][number]) => void;
  /** What a run watches, whenever that changes. */
  readonly onWatches?: (run: RunHeader, watches: readonly Watch[]) => void;
  /** Called after an answer that came later has been worked in, so that a driver can look at what is due. */
  readonly onAnswer?: () => void;
}

type Unstamped<Event> = Event extends unknown ? Omit<Event, 'atMs'> : never;

/** More events than this in one drain means that two parts answer each other for ever. */
const EVENTS_PER_DRAIN_MAX = 200_000;
/** More ticks than this at one instant means that somebody wants to be woken now, for ever. */
const TICKS_PER_INSTANT_MAX = 10_000;

/**
 * Carries events to the engine and its effects out: the only place where the pure rooms meet the outside.
 *
 * States of an event: queued, then stepped; its effects are carried out in order before the next event.
 * Records of a step are handed to the journal before any attempt of that step begins.
 */
export class Kernel {
  readonly #options: KernelOptions;
  readonly #runs = new Map<string, HostedRun>();
  #queue: EngineEvent[] = [];
  #head = 0;
  #isDraining = false;
  #wakeAtMs: number | null = null;
  #records: JournalEntry[] = [];
  readonly #notices = new NoticeFold();
  readonly #requests: (() => Promise<void>)[] = [];
  #underWay = 0;
  #tickedAtMs = -Infinity;
  #ticksAtInstant = 0;
  #latestMs = -Infinity;

  constructor(options: KernelOptions) {
    this.#options = options;
  }

  /** Requests that wait or are under way. */
  get pendingRequests(): number {
    return this.#requests.length + this.#underWay;
  }

  /** Starts a run and works in what it does at once. */
  startRun(run: HostedRun): void {
    const { header } = run;
    invariant(!this.#runs.has(header.runId), `Run started twice: ${header.runId}`);
    this.#runs.set(header.runId, run);
    // One instant for both: what the engine shows a run as it starts must not be older than the start.
    const nowMs = this.#nowMs();
    const turn = asTurn(header.runId, () => run.start(nowMs));
    this.post({ kind: 'run-started', run: header });
    this.#workIn(run, turn);
    this.drain();
  }

  /** Queues an event at the clock's time. Call `drain` afterwards. */
  post(event: Unstamped<EngineEvent>): void {
    // The spread of a union's member with the field it lacks is that member again.
    this.#queue.push({ ...event, atMs: this.#nowMs() });
  }

  /** When something is due next: a run's timer or the engine's wake. */
  nextDueMs(): number | null {
    let next = this.#wakeAtMs;
    for (const run of this.#runs.values()) {
      const timerMs = run.nextTimerMs();
      if (timerMs !== null && (next === null || timerMs < next)) next = timerMs;
    }
    return next;
  }

  /** Fires what is due at the clock's time, then tells the engine that time has passed. */
  tick(): void {
    const nowMs = this.#nowMs();
    this.#ticksAtInstant = nowMs === this.#tickedAtMs ? this.#ticksAtInstant + 1 : 0;
    this.#tickedAtMs = nowMs;
    invariant(this.#ticksAtInstant < TICKS_PER_INSTANT_MAX, 'Wakes without end at one instant');
    for (const run of this.#runs.values()) {
      const timerMs = run.nextTimerMs();
      if (timerMs === null || timerMs > nowMs) continue;
      this.#workIn(
        run,
        asTurn(run.header.runId, () => run.advanceTo(nowMs)),
      );
    }
    if (this.#wakeAtMs !== null && this.#wakeAtMs <= nowMs) this.#wakeAtMs = null;
    this.post({ kind: 'time-passed' });
    this.drain();
  }

  /** Steps the engine through all queued events and carries out what it asks. */
  drain(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      for (let count = 0; this.#head < this.#queue.length; count += 1) {
        invariant(count < EVENTS_PER_DRAIN_MAX, 'Events without end at one instant');
        const event = this.#queue[this.#head];
        this.#head += 1;
        if (event !== undefined) this.#carryOut(this.#options.engine.step(event));
      }
      this.#queue = [];
      this.#head = 0;
    } finally {
      this.#isDraining = false;
      for (const notice of this.#notices.release()) this.#options.onNotice(notice);
    }
    void this.#flush();
  }

  /** In `in-order` mode: carries out the next waiting request; false when none waits. */
  async nextRequest(): Promise<boolean> {
    const request = this.#requests.shift();
    if (request === undefined) return false;
    await request();
    return true;
  }

  /** Ends all runs. Nothing of theirs fires any more. */
  stop(): void {
    for (const run of this.#runs.values()) run.stop();
    this.#runs.clear();
  }

  #carryOut(effects: readonly Effect[]): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'record':
          this.#records.push(effect.entry);
          break;
        case 'deliver':
          this.#deliver(effect.runId, effect.input);
          break;
        case 'attempt':
          this.#attempt(effect);
          break;
        case 'poll':
          this.#poll(effect);
          break;
        case 'wake':
          this.#wakeAtMs = effect.atMs;
          break;
        case 'notice':
          this.#notices.take({ ...effect, atMs: this.#nowMs() });
          break;
      }
    }
  }

  #deliver(runId: string, input: Input): void {
    const run = this.#runs.get(runId);
    if (run === undefined) return;
    this.#workIn(
      run,
      asTurn(runId, () => run.deliver(input)),
    );
  }

  #workIn(run: HostedRun, turn: Turn): void {
    const { runId } = run.header;
    for (const change of turn.storeChanges) this.#options.onStoreChange?.(run.header, change);
    if (turn.watches !== null) {
      this.#options.onWatches?.(run.header, turn.watches);
      this.post({ kind: 'watches-changed', runId, watches: turn.watches });
    }
    if (turn.commands.length > 0) {
      const commands = turn.commands.map(({ command }) => command);
      this.post({ kind: 'commands-emitted', runId, commands });
    }
    if (turn.state === 'running') return;
    this.#runs.delete(runId);
    run.stop();
    this.post({ kind: 'run-ended', runId, how: turn.state, detail: turn.failure ?? '' });
  }

  #attempt({ attempt }: Extract<Effect, { kind: 'attempt' }>): void {
    const durable = this.#flush();
    const { venue } = this.#options;
    const send = () =>
      durable === undefined ? venue.attempt(attempt) : durable.then(() => venue.attempt(attempt));
    this.#request(send, (result) => {
      this.post({ kind: 'attempt-ended', attemptId: attempt.attemptId, result });
    });
  }

  #poll({ poll }: Extract<Effect, { kind: 'poll' }>): void {
    const startedAtMs = this.#nowMs();
    this.#request(
      () => this.#options.venue.poll(poll),
      (result) => {
        this.post({ kind: 'poll-ended', startedAtMs, ...result });
      },
    );
  }

  #request<Answer>(send: () => Answer | Promise<Answer>, take: (answer: Answer) => void): void {
    if (this.#options.requests === 'in-order') {
      this.#requests.push(async () => {
        take(await send());
        this.drain();
      });
      return;
    }
    const answer = send();
    if (!(answer instanceof Promise)) {
      take(answer);
      return;
    }
    this.#underWay += 1;
    void answer.then((value) => {
      this.#underWay -= 1;
      take(value);
      this.drain();
      this.#options.onAnswer?.();
    });
  }

  /** The clock's time, held where it was while the clock goes back: a wall clock that is set back must not undo a day. */
  #nowMs(): number {
    this.#latestMs = Math.max(this.#latestMs, this.#options.clock.nowMs());
    return this.#latestMs;
  }

  #flush(): Promise<void> | undefined {
    if (this.#records.length === 0) return undefined;
    const records = this.#records;
    this.#records = [];
    return this.#options.journal.append(records) ?? undefined;
  }
}
