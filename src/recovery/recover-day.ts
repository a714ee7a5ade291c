import { atOnce } from '../base/at-once.ts';
import { InvariantViolation } from '../base/invariant.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type Attempt, type Effect, type EngineRecord } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type FoldedDay, mayBeMissed } from '../kernel/folded-day.ts';
import { type EventProcessor, type KernelOptions } from '../kernel/kernel-options.ts';
import { type LocalBook } from '../kernel/venue.ts';
import { type CarriedPosition } from '../model/orders/carried-over.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type JournalEntry, type RunDescription } from '../ports/journal.ts';
import { type RunHost } from '../ports/run-host.ts';
import {
  type Divergence,
  isSameMade,
  type MadeEntry,
  type ProgramDivergence,
  programDivergence,
} from './divergence.ts';
import { instantsOf, type JournalInstant, type ReadEntry } from './instants-of.ts';
import { type RemadeRun, type ReplayedRun } from './replayed-run.ts';
import { ReplaysElsewhere, ReplaysHere, type RunReplays } from './run-replays.ts';

/** What a day is recovered with. */
export interface RecoverDayOptions {
  readonly engine: EventProcessor;
  /** Where the runs are replayed, and go on. */
  readonly host: RunHost;
  /** What takes the steps of the runs instead. @default they are replayed in `host` */
  readonly replays?: RunReplays;
  /** Says what the run is made of that a recorded start speaks of, or why it cannot be the same. @default its code does not run */
  readonly remake?: (
    header: RunHeader,
    about: RunDescription | null,
    carried: readonly CarriedPosition[],
  ) => RemadeRun;
  /** Says why a run is not what the operator adopted, or what took over last. */
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
  return atOnce(foldDay(entries, options));
}

/**
 * The same an instant at a time, for a process that has other work in between: a day that it trades itself, or strategies in
 * another process that take their part meanwhile.
 *
 * @throws what a strategy's host throws for a fault of its own
 */
export function* foldDay(
  entries: Iterable<JournalEntry>,
  options: RecoverDayOptions,
): Generator<undefined, Result<RecoveredDay, ProgramDivergence>, undefined> {
  const fold = new DayFold(options);
  try {
    for (const instant of instantsOf(entries)) {
      const difference = fold.take(instant);
      if (difference !== null) return fail(difference);
      yield;
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
type TimePassed = Extract<EngineEvent, { kind: 'time-passed' }>;

function replaysIn(host: RunHost): RunReplays {
  return host.late === undefined ? new ReplaysHere(host) : new ReplaysElsewhere(host.late);
}

class DayFold {
  readonly #options: RecoverDayOptions;
  readonly #described = new Map<string, RunDescription>();
  readonly #adopted = new Map<string, RunDescription>();
  readonly #replays: RunReplays;
  readonly #headers = new Map<string, RunHeader>();
  readonly #storeChanges = new Map<string, number>();
  /** What was made of the last event and has not been seen in the journal yet. */
  #made: MadeEntry[] = [];
  readonly #unrepeated = new Map<string, Attempt>();
  #wakeAtMs: number | null = null;
  /** When all runs were last asked what is due. */
  #askedAtMs = -Infinity;
  #events = 0;
  lastAtMs = -Infinity;

  constructor(options: RecoverDayOptions) {
    this.#options = options;
    this.#replays = options.replays ?? replaysIn(options.host);
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
        // Of a run that has started: what the operator is about to adopt, or what takes over.
        if (this.#headers.has(entry.runId)) this.#adopted.set(entry.runId, entry.about);
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
    const storeChanges = Object.fromEntries(this.#storeChanges);
    this.#replays.take({ step: 'finish', storeChanges });
    const outcomes = this.#replays.outcomes();
    return {
      folded: {
        lastAtMs: this.lastAtMs,
        wakeAtMs: this.#wakeAtMs,
        neverSent: this.#made.flatMap((made) => (made.kind === 'attempt' ? made.attemptId : [])),
        runs: outcomes.flatMap((of) => ('owed' in of ? of : [])),
        held: outcomes.flatMap((of) => ('owed' in of ? [] : of)),
      },
      runs: this.#replays.runs(),
      events: this.#events,
    };
  }

  #takeEvent(event: EngineEvent): ProgramDivergence | null {
    const [left] = this.#made;
    if (event.kind === 'restarted') this.#made = [];
    else if (left !== undefined) return programDivergence(left.atMs, null, left);
    if (mayBeMissed(this.#askedAtMs, event.atMs)) {
      this.#replays.take({ step: 'missed', atMs: event.atMs });
    }
    this.lastAtMs = event.atMs;
    this.#events += 1;
    this.#beforeStep(event);
    const effects = this.#options.engine.step(event);
    this.#options.onStep?.(event, effects);
    for (const effect of effects) this.#carryOut(effect);
    this.#afterStep(event);
    return null;
  }

  #beforeStep(event: EngineEvent): void {
    if (event.kind === 'poll-ended') this.#options.local?.observe(event);
    else if (event.kind === 'time-passed') this.#passTime(event);
    else if (event.kind === 'run-started') this.#start(event);
    else if (event.kind === 'restarted') this.#passGap(event.atMs);
    else if ('runId' in event) this.#takeOfRun(event);
  }

  #passGap(atMs: number): void {
    this.#askedAtMs = atMs;
    this.#replays.take({ step: 'gap', atMs });
  }

  #passTime({ atMs, ...event }: TimePassed): void {
    const answeredBeforeMs = event.answeredBeforeMs ?? null;
    if (this.#wakeAtMs !== null && this.#wakeAtMs <= atMs) this.#wakeAtMs = null;
    this.#askedAtMs = atMs;
    this.#replays.take({ step: 'time', atMs, answeredBeforeMs });
  }

  #takeOfRun(event: Extract<EngineEvent, { readonly runId: string }>): void {
    const { runId } = event;
    switch (event.kind) {
      case 'commands-emitted': {
        const { atMs, commands } = event;
        this.#replays.take({ step: 'recorded', runId, atMs, commands });
        break;
      }
      case 'watches-changed':
        this.#replays.take({ step: 'watches', runId, watches: event.watches });
        break;
      case 'run-ended':
        this.#replays.take({ step: 'end', runId });
        break;
      case 'run-held':
        this.#replays.take({ step: 'hold', runId, isQuarantined: event.isQuarantined === true });
        break;
      case 'run-reloaded':
        this.#reload(runId);
        break;
      case 'source-value':
        break;
    }
  }

  /** Its description came before. */
  #reload(runId: string): void {
    const storeChanges = this.#storeChanges.get(runId) ?? 0;
    const since = this.#changedSinceAdopted(runId) ?? null;
    this.#replays.take({ step: 'reload', runId, storeChanges, since });
  }

  #afterStep(event: EngineEvent): void {
    if (event.kind !== 'operator-asked' || event.request.action !== 'release') return;
    const { runId, how } = event.request;
    const since = this.#changedSinceAdopted(runId);
    const own = since === undefined ? {} : { since };
    this.#replays.take({ step: 'release', runId, how, atMs: event.atMs, ...own });
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
    const { remake } = this.#options;
    const remade = remake?.(header, about, carried) ?? { recipe: null, divergence: null };
    this.#replays.take({ step: 'begin', header, remade, atMs });
  }

  #carryOut(effect: Effect): void {
    switch (effect.kind) {
      case 'record':
        this.#takeRecord(effect.entry);
        break;
      case 'deliver':
        this.#replays.take({ step: 'deliver', runId: effect.runId, input: effect.input });
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
