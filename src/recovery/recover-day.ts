import { InvariantViolation } from '../base/invariant.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type Attempt, type Effect, type EngineRecord } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type FoldedDay, type HeldRun, isMissed } from '../kernel/folded-day.ts';
import { type EventProcessor, type KernelOptions } from '../kernel/kernel-options.ts';
import { type LocalBook } from '../kernel/venue.ts';
import { type CarriedPosition } from '../model/orders/carried-over.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type JournalEntry, type RunDescription } from '../ports/journal.ts';
import { type RunHost } from '../ports/run-host.ts';
import {
  describeDivergence,
  type Divergence,
  isSameMade,
  type MadeEntry,
  type ProgramDivergence,
  programDivergence,
} from './divergence.ts';
import { instantsOf, type JournalInstant, type ReadEntry } from './instants-of.ts';
import { type RemadeRun, ReplayedRun } from './replayed-run.ts';

/** What a day is recovered with. */
export interface RecoverDayOptions {
  readonly engine: EventProcessor;
  /** Where the runs are replayed, and go on. */
  readonly host: RunHost;
  /** Says what the run is made of that a recorded start speaks of, or why it cannot be the same. @default its code does not run */
  readonly remake?: (
    header: RunHeader,
    about: RunDescription | null,
    carried: readonly CarriedPosition[],
  ) => RemadeRun;
  /** Says why a run is not what the operator adopted. */
  readonly changedSinceAdopted?: (header: RunHeader, adopted: RunDescription) => Divergence | null;
  /** The book that lived in the process, empty: it is made again. */
  readonly local?: LocalBook | undefined;
  /** Called after each step, with what was carried out at the time. @default no one looks on */
  readonly onStep?: KernelOptions['onStep'];
}

/** A day made again from its journal. */
export interface RecoveredDay {
  readonly folded: FoldedDay;
  /** All runs of the journal, in the order in which they started. */
  readonly runs: readonly ReplayedRun[];
  readonly events: number;
}

/**
 * Makes a day again from what its journal holds: the engine is stepped through the events, the strategies are shown
 * what they were shown. Nothing is sent and nothing asked. What the engine makes of the events must be what the
 * journal says that it made; if not, another program (or configuration) wrote it, and no state can be trusted.
 *
 * @throws what a strategy's host throws for a fault of its own
 */
export function recoverDay(
  entries: Iterable<JournalEntry>,
  options: RecoverDayOptions,
): Result<RecoveredDay, ProgramDivergence> {
  const fold = new DayFold(options);
  try {
    for (const instant of instantsOf(entries)) {
      const difference = fold.take(instant);
      if (difference !== null) return fail(difference);
    }
  } catch (error) {
    if (!(error instanceof InvariantViolation)) throw error;
    return fail({
      atMs: fold.lastAtMs,
      detail: `this program cannot follow the journal: ${error.message}`,
    });
  }
  return ok(fold.outcome());
}

type RunStarted = Extract<EngineEvent, { kind: 'run-started' }>;

class DayFold {
  readonly #options: RecoverDayOptions;
  readonly #runs = new Map<string, ReplayedRun>();
  readonly #described = new Map<string, RunDescription>();
  readonly #adopted = new Map<string, RunDescription>();
  readonly #headers = new Map<string, RunHeader>();
  readonly #storeChanges = new Map<string, number>();
  /** What was made of the last event and has not been seen in the journal yet. */
  #made: MadeEntry[] = [];
  readonly #unrepeated = new Map<string, Attempt>();
  #wakeAtMs: number | null = null;
  /** No run has a moment that was due before; what a run sets later is due later. */
  #noneDueBeforeMs = -Infinity;
  #events = 0;
  lastAtMs = -Infinity;

  constructor(options: RecoverDayOptions) {
    this.#options = options;
    options.host.listen({
      onTurn: (runId, answer) => this.#runs.get(runId)?.take(answer),
      // Its next turn says so as well.
      onOutside: () => undefined,
    });
  }

  take({ entries, neverSent }: JournalInstant): ProgramDivergence | null {
    for (const entry of entries) {
      const difference = this.#takeEntry(entry, neverSent);
      if (difference !== null) return difference;
    }
    return null;
  }

  #takeEntry(entry: ReadEntry, neverSent: ReadonlySet<string>): ProgramDivergence | null {
    switch (entry.kind) {
      case 'event':
        return this.#takeEvent(entry.event);
      case 'intent':
      case 'attempt':
        return this.#takeMade(entry, neverSent);
      case 'run-described':
        // Of a run that has started: what the operator is about to adopt.
        if (this.#runs.has(entry.runId)) this.#adopted.set(entry.runId, entry.about);
        else this.#described.set(entry.runId, entry.about);
        return null;
      case 'store':
        this.#storeChanges.set(entry.runId, (this.#storeChanges.get(entry.runId) ?? 0) + 1);
        return null;
      case 'day-opened':
        this.lastAtMs = Math.max(this.lastAtMs, entry.atMs);
        return null;
      case 'halt':
        return null;
    }
  }

  outcome(): RecoveredDay {
    const outcomes = [...this.#runs.values()].flatMap(
      (run) => run.outcome(this.#storeChanges.get(run.runId) ?? 0) ?? [],
    );
    return {
      folded: {
        lastAtMs: this.lastAtMs,
        wakeAtMs: this.#wakeAtMs,
        neverSent: this.#made.flatMap((made) => (made.kind === 'attempt' ? made.attemptId : [])),
        runs: outcomes.flatMap((of) => ('owed' in of ? of : [])),
        held: outcomes.flatMap((of) => ('owed' in of ? [] : this.#heldRun(of))),
      },
      runs: [...this.#runs.values()],
      events: this.#events,
    };
  }

  #heldRun(held: HeldRun): HeldRun {
    const divergence = this.#runs.get(held.runId)?.divergence ?? null;
    if (held.detail === null || divergence === null) return held;
    const isQuarantined = divergence.kind === 'run' && divergence.isQuarantined === true;
    return { ...held, detail: describeDivergence(divergence), isQuarantined };
  }

  #takeEvent(event: EngineEvent): ProgramDivergence | null {
    const [left] = this.#made;
    if (event.kind === 'restarted') this.#made = [];
    else if (left !== undefined) return programDivergence(left.atMs, null, left);
    if (isMissed(this.#noneDueBeforeMs, event.atMs)) this.#passMissed(event.atMs);
    this.lastAtMs = event.atMs;
    this.#events += 1;
    this.#beforeStep(event);
    const effects = this.#options.engine.step(event);
    this.#options.onStep?.(event, effects);
    for (const effect of effects) this.#carryOut(effect);
    this.#afterStep(event);
    return null;
  }

  /** As the kernel, which works in nothing before what was missed by then. Seldom: most events follow the last at once. */
  #passMissed(atMs: number): void {
    this.#noneDueBeforeMs = atMs;
    for (const run of this.#runs.values()) {
      run.passMissed(atMs);
      this.#noneDueBeforeMs = Math.min(this.#noneDueBeforeMs, run.nextTimerMs ?? atMs);
    }
  }

  #beforeStep(event: EngineEvent): void {
    if (event.kind === 'poll-ended') this.#options.local?.observe(event);
    else if (event.kind === 'time-passed') this.#passTime(event.atMs);
    else if (event.kind === 'run-started') this.#start(event);
    else if (event.kind === 'restarted') {
      for (const run of this.#runs.values()) run.passGap(event.atMs);
    } else if ('runId' in event) this.#takeOfRun(event);
  }

  #passTime(atMs: number): void {
    if (this.#wakeAtMs !== null && this.#wakeAtMs <= atMs) this.#wakeAtMs = null;
    for (const run of this.#runs.values()) run.settle(atMs);
  }

  #takeOfRun(event: Extract<EngineEvent, { readonly runId: string }>): void {
    const run = this.#runs.get(event.runId);
    if (run === undefined) return;
    switch (event.kind) {
      case 'commands-emitted':
        run.takeRecorded(event.atMs, event.commands);
        break;
      case 'watches-changed':
        run.takeWatches(event.watches);
        break;
      case 'run-ended':
        run.end();
        break;
      case 'run-held':
        run.hold(event.isQuarantined === true);
        break;
      case 'source-value':
        break;
    }
  }

  #afterStep(event: EngineEvent): void {
    if (event.kind !== 'operator-asked' || event.request.action !== 'release') return;
    const { runId, how } = event.request;
    this.#runs.get(runId)?.release(how, event.atMs, this.#changedSinceAdopted(runId));
  }

  #changedSinceAdopted(runId: string): Divergence | null | undefined {
    const header = this.#headers.get(runId);
    const adopted = this.#adopted.get(runId);
    if (header === undefined || adopted === undefined) return undefined;
    return this.#options.changedSinceAdopted?.(header, adopted) ?? null;
  }

  #start({ run: header, atMs, carried = [] }: RunStarted): void {
    const { runId } = header;
    this.#headers.set(runId, header);
    const about = this.#described.get(runId) ?? null;
    const { host, remake } = this.#options;
    const remade = remake?.(header, about, carried) ?? { recipe: null, divergence: null };
    const replayed = new ReplayedRun(header, host, remade);
    this.#runs.set(runId, replayed);
    replayed.start(atMs);
  }

  #carryOut(effect: Effect): void {
    switch (effect.kind) {
      case 'record':
        this.#takeRecord(effect.entry);
        break;
      case 'deliver':
        this.#runs.get(effect.runId)?.deliver(effect.input);
        break;
      case 'wake':
        this.#wakeAtMs = effect.atMs;
        break;
      case 'attempt':
        this.#unrepeated.set(effect.attempt.attemptId, effect.attempt);
        break;
      case 'notice':
      case 'poll':
      case 'watch-prices':
        break;
    }
  }

  #takeRecord(record: EngineRecord): void {
    if (record.kind === 'intent' || record.kind === 'attempt') this.#made.push(record);
  }

  #takeMade(recorded: MadeEntry, neverSent: ReadonlySet<string>): ProgramDivergence | null {
    const made = this.#made.shift() ?? null;
    if (made === null || !isSameMade(recorded, made)) {
      return programDivergence(recorded.atMs, recorded, made);
    }
    if (recorded.kind === 'attempt') this.#repeat(recorded, neverSent);
    return null;
  }

  /** What the journal holds was sent, or may have been: the book of this process must know it. */
  #repeat(
    { attemptId, atMs }: Pick<Extract<MadeEntry, { kind: 'attempt' }>, 'attemptId' | 'atMs'>,
    neverSent: ReadonlySet<string>,
  ): void {
    const attempt = this.#unrepeated.get(attemptId);
    this.#unrepeated.delete(attemptId);
    if (attempt === undefined || neverSent.has(attemptId)) return;
    this.#options.local?.repeat(attempt, atMs);
  }
}
