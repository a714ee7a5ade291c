import { invariant } from '../base/invariant.ts';
import { type Effect } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { toldAt } from '../notices/told-notice.ts';
import { type JournalEntry, type JournalFailure } from '../ports/journal.ts';
import { type PreparedRun, type RunRecipe } from '../ports/run-host.ts';
import { type FoldedDay, isMissed, type RunBeginning, runHeld, runStarted } from './folded-day.ts';
import { JournalWriter } from './journal-writer.ts';
import { type KernelOptions, type Unstamped } from './kernel-options.ts';
import { KernelRuns, type RunReloaded } from './kernel-runs.ts';
import { FollowedPrices, isOfPrices, lookEnded } from './followed-prices.ts';
import { HeldTime, SameInstantTicks, TimeNews } from './kernel-time.ts';
import { OutgoingAttempts } from './outgoing-attempts.ts';
import { pollPrices } from './polled-prices.ts';
import { failedJournal, RequestLine } from './request-line.ts';

/** More events than this in one drain means that two parts answer each other for ever. */
const EVENTS_PER_DRAIN_MAX = 200_000;

/**
 * Carries events to the engine and its effects out: the only place where the pure rooms meet the outside.
 *
 * States of an event: queued, then stepped; its effects are carried out in order before the next event.
 * Records of a step are handed to the journal before any attempt of that step begins.
 */
export class Kernel {
  readonly #options: KernelOptions;
  readonly #runs: KernelRuns;
  #queue: EngineEvent[] = [];
  #head = 0;
  #isDraining = false;
  #wakeAtMs: number | null = null;
  readonly #writer: JournalWriter;
  readonly #time: TimeNews;
  readonly #requests: RequestLine;
  readonly #attempts: OutgoingAttempts;
  readonly #ticks = new SameInstantTicks();
  readonly #prices: FollowedPrices;
  readonly #held: HeldTime;

  constructor(options: KernelOptions) {
    this.#options = options;
    this.#time = new TimeNews(options);
    this.#held = new HeldTime(options.clock);
    this.#runs = new KernelRuns({
      ...options,
      post: (event) => {
        this.post(event);
      },
      turnOf: (work) => {
        this.#time.turnOf(work);
      },
      late: (work) => {
        this.#held.atOneInstant(work, this.#catchUp());
        this.drain();
        options.onAnswer?.();
      },
      onOutside: (runId, reason) => this.failRun(runId, reason),
    });
    invariant(
      !options.prices || options.journal === null,
      'A journal lacks prices that runs take by themselves',
    );
    this.#prices = new FollowedPrices(
      options.prices ?? pollPrices(options, () => this.#held.now()),
    );
    this.#requests = new RequestLine({
      order: options.requests,
      onLateAnswer: () => {
        this.drain();
        options.onAnswer?.();
      },
    });
    this.#writer = new JournalWriter(options.journal, (failure) => {
      options.onNotice(toldAt(this.#held.now(), failedJournal(failure)));
    });
    this.#attempts = new OutgoingAttempts({
      writer: this.#writer,
      requests: this.#requests,
      venue: options.venue,
      dayEndsMs: options.dayEndsMs ?? Infinity,
      nowMs: () => this.#held.now(),
      onEnded: (attemptId, result) => {
        this.post({ kind: 'attempt-ended', attemptId, result });
      },
    });
    options.journal?.journal.durable?.whenChanged((failure) => {
      this.#takeJournaled(failure);
    });
  }

  /** Why the journal could not be written the last time; null when it could. */
  get journalFailure(): JournalFailure | null {
    return this.#writer.failure;
  }

  /** Requests that wait or are under way. */
  get pendingRequests(): number {
    return this.#requests.pending + this.#attempts.count;
  }

  /** Starts a run and works in what it does at once. */
  startRun(recipe: RunRecipe, beginning: RunBeginning = {}): void {
    invariant(!this.#runs.has(recipe.header.runId), 'A run is started twice');
    this.#held.atOneInstant((nowMs) => {
      this.post(runStarted(recipe.header, beginning));
      this.#runs.start(recipe, nowMs);
    }, this.#catchUp());
    this.drain();
  }

  /** Starts a run that is held from the start, or quarantined: the engine knows it and what it has open, and none of its code runs. */
  startHeld(
    run: RunHeader,
    beginning: RunBeginning & { readonly detail: string; readonly isQuarantined?: boolean },
  ): void {
    const held = runHeld({ runId: run.runId, ...beginning });
    for (const event of [runStarted(run, beginning), ...held]) this.post(event);
    this.drain();
  }

  /**
   * Continues a day that was folded. The engine has been stepped through all of it already. `meanwhile` is what
   * happened while no process ran, and comes before anything that a run still wants.
   */
  resume(folded: FoldedDay, meanwhile: readonly Unstamped<EngineEvent>[] = []): void {
    const { lastAtMs, wakeAtMs, runs, held } = folded;
    invariant(this.#queue.length === 0, 'A day resumes after it went on');
    this.#held.startFrom(lastAtMs);
    this.#wakeAtMs = wakeAtMs;
    this.#held.atOneInstant((nowMs) => {
      this.post({ kind: 'restarted', lastAtMs, neverSent: folded.neverSent });
      for (const event of meanwhile) this.post(event);
      this.#noteTime(nowMs);
      for (const one of held) {
        if (one.run !== null) this.#runs.park(one.run);
        for (const event of runHeld(one)) this.post(event);
      }
      this.#runs.resume(runs, nowMs);
    });
    this.drain();
  }

  /** Fails a run at once for what its code did outside of its turns. False when it is over, or held. */
  failRun(runId: string, reason: string): boolean {
    if (!this.#runs.fail(runId, reason)) return false;
    this.drain();
    this.#options.onAnswer?.();
    return true;
  }

  /**
   * Has another version of a run take over, right after what was worked in last: no time passes for either of them. False,
   * and nothing is done, where something is being worked in, or either has not answered all that it was shown. `before` comes
   * right before it.
   */
  reloadRun(event: RunReloaded, prepared: PreparedRun, before: () => void): boolean {
    const isQuiet = !this.#isDraining && this.#head >= this.#queue.length;
    if (!isQuiet || !this.#runs.mayBeReplaced(event.runId, prepared)) return false;
    before();
    this.#queue.push({ ...event, atMs: this.#held.latestMs });
    this.drain();
    return true;
  }

  /** Hands everything so far to the journal, or says why it takes nothing. */
  write(): JournalFailure | null {
    const written = this.#writer.write();
    return written.ok ? null : written.error;
  }

  /** Puts an entry of the runtime's own into the journal, after all that happened so far. */
  keepEntry(entry: JournalEntry): void {
    this.#writer.take(entry);
  }

  /** Queues an event at the clock's time, after what was missed by then. Call `drain` afterwards. */
  post(event: Unstamped<EngineEvent>): void {
    const atMs = this.#catchUp();
    // The spread of a union's member with the field it lacks is that member again.
    this.#queue.push({ ...event, atMs });
  }

  /** When something is due next: a run's timer, a push of prices that somebody follows, or the engine's wake. */
  nextDueMs(): number | null {
    const next = Math.min(this.#engineDueMs, this.#runs.nextDueMs);
    return next === Infinity ? null : next;
  }

  /** Fires what is due at the clock's time, then tells the engine that time has passed. */
  tick(): void {
    this.#goOn(() => true);
  }

  /**
   * As `tick`, in time that is never late: the engine hears of passed time only when it asked for that, something
   * happened, or a run wants to be shown a price.
   */
  pass(): void {
    this.#goOn((nowMs) => this.#queue.length > 0 || (this.#wakeAtMs ?? Infinity) <= nowMs);
  }

  /**
   * Lets runs pass timers and prices by themselves before an instant, the one that is due first before the others, for as
   * long as nothing else is due. What one of them has for others is worked in at its time.
   */
  passRunsBefore(untilMs: number, clock: { readonly advanceTo: (atMs: number) => void }): void {
    for (;;) {
      const passed = this.#runs.passBefore(() => Math.min(untilMs, this.#engineDueMs));
      if (passed === null) return;
      clock.advanceTo(passed.atMs);
      this.#held.atOneInstant(() => {
        if (!passed.isOfPrice) this.#runs.workInPassed();
        this.post({ kind: 'time-passed' });
      });
      this.drain();
      // Where the engine had nothing to show of the push that brought it.
      if (this.#runs.workInPassed()) this.drain();
    }
  }

  /** Steps the engine through all queued events and carries out what it asks. */
  drain(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    this.#held.hold(true);
    try {
      for (let count = 0; this.#head < this.#queue.length; count += 1) {
        invariant(count < EVENTS_PER_DRAIN_MAX, 'Events without end at one instant');
        const event = this.#queue[this.#head];
        this.#head += 1;
        invariant(event !== undefined, 'An event is taken out of the queue twice');
        if (!isOfPrices(event)) this.#passBefore(event.atMs);
        this.#step(event);
        if (isOfPrices(event)) this.#prices.arrived(event);
        this.#look(event.atMs);
      }
      this.#queue = [];
      this.#head = 0;
    } finally {
      this.#isDraining = false;
      this.#held.hold(false);
      this.#options.onDrained?.();
    }
    this.#writer.writeInTime(this.#held.latestMs);
  }

  #step(event: EngineEvent): void {
    if (event.kind === 'poll-ended') this.#options.venue.local?.observe(event);
    this.#runs.tellTime(event);
    // The step is pure. An event at which it breaks an invariant is not kept: the next start continues from before it.
    const effects = this.#options.engine.step(event);
    this.#writer.takeEvent(event);
    this.#options.onStep?.(event, effects);
    this.#carryOut(effects);
    if (event.kind === 'run-reloaded') this.#runs.takeOver(event.runId);
    if (event.kind === 'operator-asked') this.#runs.release(event.request, this.#held.now());
  }

  /** Nothing is decided by older prices than those that are known to have come before. Runs have taken them, or will. */
  #passBefore(atMs: number): void {
    for (;;) {
      const look = this.#prices.takeBefore(atMs);
      if (look === null) return;
      this.#step({ ...lookEnded(look), atMs: look.atMs, isPassedOver: true });
    }
  }

  /** Looks at prices where that is due; false where it is due and brings nothing yet. */
  #lookDue(nowMs: number): boolean {
    if (Math.min(this.#prices.nextMs, this.#runs.nextPriceMs) > nowMs) return true;
    this.#passBefore(nowMs);
    this.#look(nowMs);
    return this.#queue.length > 0;
  }

  #look(atMs: number): void {
    const look = this.#prices.begin(atMs);
    if (look === null) return;
    this.#requests.make(look, (brought) => {
      if (!this.#runs.isStopped) this.post(lookEnded(brought));
    });
  }

  /** In `in-order` mode: carries out the next waiting request; false when none waits. */
  async nextRequest(): Promise<boolean> {
    if (!(await this.#requests.next())) return false;
    this.drain();
    return true;
  }

  /**
   * Ends all runs. Nothing of theirs fires any more, and what became of attempts is still kept. Time no longer passes: its
   * event says how far runs have answered, and those that were stopped answer nothing.
   */
  stop(): void {
    this.#runs.stop();
    this.#writer.write();
  }

  #goOn(isEngineTold: (nowMs: number) => boolean): void {
    if (this.#runs.isStopped) return;
    this.#held.atOneInstant((nowMs) => {
      this.#ticks.add(nowMs);
      this.#noteTime(nowMs);
      this.#runs.passTimers(nowMs);
      this.#attempts.giveUpOverdue();
      const isTold = isEngineTold(nowMs);
      if (this.#wakeAtMs !== null && this.#wakeAtMs <= nowMs) this.#wakeAtMs = null;
      if (isTold || !this.#lookDue(nowMs)) this.post(this.#runs.timePassed(nowMs));
    });
    this.drain();
  }

  /**
   * Nothing is worked in before what was missed by then: a replay has to know which moments were late. Returns the time
   * of what is worked in next: at another look at the clock more could have been missed.
   */
  #catchUp(): number {
    const nowMs = this.#held.now();
    if (!this.#held.isHeld) {
      this.#noteTime(nowMs);
      if (isMissed(this.nextDueMs(), nowMs)) this.tick();
    }
    return this.#held.latestMs;
  }

  /** When the engine has to look: it asked to be woken, or for the next push of prices, or an attempt waits too long. */
  get #engineDueMs(): number {
    return Math.min(this.#wakeAtMs ?? Infinity, this.#prices.nextMs, this.#attempts.overdueAtMs);
  }

  #carryOut(effects: readonly Effect[]): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'record':
          this.#writer.takeRecord(effect.entry);
          break;
        case 'deliver':
          this.#runs.deliver(effect.runId, effect.input);
          break;
        case 'attempt':
          this.#attempts.make(effect.attempt);
          break;
        case 'poll':
          this.#poll(effect);
          break;
        case 'wake':
          this.#wakeAtMs = effect.atMs;
          break;
        case 'watch-prices':
          this.#prices.watch(effect, this.#held.now());
          break;
        case 'notice':
          break;
      }
    }
  }

  /** The journal has come further, or lost what it had taken. */
  #takeJournaled(failure: JournalFailure | null): void {
    this.#catchUp();
    this.#attempts.takeJournaled(failure);
    this.drain();
    this.#options.onAnswer?.();
  }

  #poll({ poll }: Extract<Effect, { kind: 'poll' }>): void {
    const startedAtMs = this.#held.now();
    this.#requests.make(
      () => this.#options.venue.poll(poll, this.#held.now()),
      (result) => {
        if (!this.#runs.isStopped) this.post({ kind: 'poll-ended', startedAtMs, ...result });
      },
    );
  }

  /** Queues what is news of the time itself, before anything else of this instant: nothing is decided without it. */
  #noteTime(atMs: number): void {
    for (const event of this.#time.newsAt(atMs)) this.#queue.push({ ...event, atMs });
  }
}
