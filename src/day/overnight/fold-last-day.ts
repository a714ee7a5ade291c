import { InvariantViolation } from '../../base/invariant.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type LeftPosition } from '../../engine/carrying/positions-to-carry.ts';
import { EventDecoder } from '../../engine/codec/event-codec.ts';
import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type Engine } from '../../engine/engine.ts';
import { type CarriedRun, type CarriedStart } from '../../model/orders/carried-over.ts';
import { type WeekLeft } from '../../model/runs/week-so-far.ts';
import { runName } from '../../model/runs/run.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type FactsOf } from '../../notices/notice.ts';
import { type JournalEntry, type ReadableJournal } from '../../ports/journal.ts';

/** What a journaled day left. */
export interface LastDay {
  readonly date: IstDate;
  /** Position starts and text signals without a certain outcome. */
  readonly starts: readonly CarriedStart[];
  readonly positions: readonly LeftPosition[];
  /** What the day took over for runs that never started: its process ended before. */
  readonly untouched: readonly CarriedRun[];
  /** What it left of its week. */
  readonly week: WeekLeft | null;
  /** When the last good poll of the orders began, epoch milliseconds; null when there was none. */
  readonly ordersSeenAtMs: number | null;
}

/** An engine that has seen nothing, as that of a journaled day where it is known what that was set to. */
export type MakeEngine = (set: Partial<EngineSet>) => Engine;

/** What the configuration sets of an engine, as a journal keeps it. */
export interface EngineSet {
  readonly limits: Partial<EngineLimits>;
  /** The account's own broker connection. */
  readonly brokerId: string;
}

/** The last date before another that a journal has entries of. */
export function lastBefore(
  journal: Pick<ReadableJournal, 'dates'>,
  date: IstDate,
): IstDate | undefined {
  return journal
    .dates()
    .filter((day) => day < date)
    .at(-1);
}

/**
 * What a day left, by stepping an engine through it; or why that cannot be told. Null where nothing can be left: a day that
 * sent nothing and took nothing over is not stepped through. `date`: undefined where there is none.
 *
 * @throws what is no broken invariant
 */
export function foldLastDay(
  journal: ReadableJournal,
  date: IstDate | undefined,
  makeEngine: MakeEngine,
): Result<LastDay | null, FactsOf<'earlier-day-unreadable'>> {
  if (date === undefined || !mayLeaveAny(journal.entriesOf(date))) return ok(null);
  try {
    const engine = makeEngine(engineSetOf(journal.entriesOf(date)));
    const fold = new Fold(engine);
    for (const entry of journal.entriesOf(date)) {
      const problem = fold.take(entry);
      if (problem !== null) return fail({ date, detail: problem });
    }
    return ok({ date, ...fold.end() });
  } catch (error) {
    if (!(error instanceof InvariantViolation)) throw error;
    return fail({ date, detail: error.message });
  }
}

function mayLeaveAny(entries: Iterable<JournalEntry>): boolean {
  for (const entry of entries) if (mayLeave(entry)) return true;
  return false;
}

function mayLeave(entry: JournalEntry): boolean {
  if (entry.kind === 'attempt') return true;
  if (entry.kind === 'day-opened') return (entry.carried ?? []).length > 0;
  if (entry.kind !== 'event') return false;
  const { event } = entry;
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return false;
  const { kind } = event as { readonly kind?: unknown };
  return isCarriedOver(kind) || (kind === 'run-started' && 'carried' in event);
}

function isCarriedOver(kind: unknown): boolean {
  return kind === 'starts-carried-over' || kind === 'week-carried-over';
}

/** What its runs were described with: with anything else its events may not lead to the same. */
function engineSetOf(entries: Iterable<JournalEntry>): Partial<EngineSet> {
  for (const entry of entries) {
    if (entry.kind !== 'run-described') continue;
    const { limits, brokerId } = entry.about.config;
    return { limits, brokerId };
  }
  return {};
}

class Fold {
  readonly #engine: Engine;
  readonly #decoder = new EventDecoder();
  /** What was asked for last and is not in the journal was never sent: the process ended before. */
  readonly #unsent = new Set<string>();
  readonly #started = new Set<string>();
  #carried: readonly CarriedRun[] = [];
  #atMs = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Returns why the journal cannot be followed; null where it can. */
  take(entry: JournalEntry): string | null {
    if (entry.kind === 'day-opened') this.#carried = entry.carried ?? [];
    else if (entry.kind === 'event') this.#step(entry);
    else if (entry.kind === 'attempt' && !this.#unsent.delete(entry.attemptId)) {
      return `it says that ${entry.attemptId} was sent, and its events do not lead to that`;
    }
    return null;
  }

  end(): Omit<LastDay, 'date'> {
    const { ordersAtMs } = this.#engine.view().lastGoodPolls;
    const neverSent = [...this.#unsent];
    this.#engine.step({
      kind: 'restarted',
      atMs: this.#atMs,
      lastAtMs: this.#atMs,
      neverSent,
    });
    return {
      starts: this.#engine.startsToCarry(),
      positions: this.#engine.positionsToCarry(),
      untouched: this.#carried.filter(({ name }) => !this.#started.has(name)),
      week: this.#engine.weekToCarry(),
      ordersSeenAtMs: ordersAtMs,
    };
  }

  #step(entry: Extract<JournalEntry, { kind: 'event' }>): void {
    const event = this.#decoder.decode(entry.event, entry.atMs);
    this.#atMs = event.atMs;
    if (event.kind === 'restarted') this.#unsent.clear();
    if (event.kind === 'run-started') this.#started.add(runName(event.run.runId));
    for (const effect of this.#engine.step(event)) {
      if (effect.kind === 'attempt') this.#unsent.add(effect.attempt.attemptId);
    }
  }
}
