import { InvariantViolation } from '../base/invariant.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { EventDecoder } from '../engine/codec/event-codec.ts';
import { type Engine } from '../engine/engine.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type Unstamped } from '../kernel/kernel-options.ts';
import { type CarriedStart } from '../model/orders/carried-over.ts';
import { ACTIVE } from '../model/orders/halt-and-lock.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type FactsOf, noticeOf } from '../notices/notice.ts';
import { toldAt, type ToldNotice } from '../notices/told-notice.ts';
import { type JournalEntry, type ReadableJournal } from '../ports/journal.ts';
import { CarriedOver, type LeftUnderAnotherDate, type Stores } from '../recovery/carried-over.ts';
import { type TradingDayOptions } from './trading-day-options.ts';

/** What a day is opened for, and what was left before it. */
export interface NewDayOptions extends Pick<
  TradingDayOptions,
  'day' | 'mode' | 'account' | 'build' | 'clock'
> {
  readonly left: LeftUnderAnotherDate | null;
  /** One that has seen nothing. */
  readonly makeEngine: () => Engine;
}

/** What a day of which the journal holds nothing takes over from those before. */
export interface NewDay {
  readonly entry: JournalEntry;
  readonly stores: Stores;
  /** Before anything that a run wants. */
  readonly events: readonly Unstamped<EngineEvent>[];
  /** What of it cannot be told; null when all can. */
  readonly trouble: ToldNotice | null;
}

/** Opens a day in a journal that holds nothing of it. */
export function openNewDay(journal: ReadableJournal, options: NewDayOptions): NewDay {
  const { left, makeEngine, day, mode, account, build = 'unnamed', clock } = options;
  const { date } = day;
  const atMs = clock.nowMs();
  const stores = storesBefore(journal, date, left);
  const about = { date, mode, account, build, halt: left?.halt ?? ACTIVE, stores };
  const starts = startsLeft(journal, date, makeEngine);
  return {
    entry: { kind: 'day-opened', atMs, ...about },
    stores,
    events:
      starts.ok && starts.value.length > 0
        ? [{ kind: 'starts-carried-over', starts: starts.value }]
        : [],
    trouble: starts.ok
      ? null
      : toldAt(atMs, noticeOf('earlier-day-unreadable', null, starts.error)),
  };
}

/** What an earlier day left without a certain outcome; or why that cannot be told, for people. */
type StartsLeft = Result<readonly CarriedStart[], FactsOf<'earlier-day-unreadable'>>;

function lastBefore(journal: ReadableJournal, date: IstDate): IstDate | undefined {
  return journal
    .dates()
    .filter((day) => day < date)
    .at(-1);
}

/**
 * Position starts and text signals that the last day before a date left without a certain outcome, those that it took over
 * itself included. A day that sent none is not stepped through.
 *
 * @param makeEngine - one that has seen nothing, of the journal's account and mode
 * @throws what is no broken invariant
 */
export function startsLeft(
  journal: ReadableJournal,
  before: IstDate,
  makeEngine: () => Engine,
): StartsLeft {
  const date = lastBefore(journal, before);
  if (date === undefined || !hasStarts(journal.entriesOf(date))) return ok([]);
  try {
    return ok(foldStarts(journal.entriesOf(date), makeEngine()));
  } catch (error) {
    if (!(error instanceof InvariantViolation)) throw error;
    return fail({ date, detail: error.message });
  }
}

function hasStarts(entries: Iterable<JournalEntry>): boolean {
  for (const entry of entries) if (mayLeaveStart(entry)) return true;
  return false;
}

function mayLeaveStart(entry: JournalEntry): boolean {
  if (entry.kind === 'event') return kindOf(entry.event) === 'starts-carried-over';
  return (
    entry.kind === 'attempt' && ['start-position', 'signal'].includes(String(kindOf(entry.attempt)))
  );
}

function kindOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'kind' in json ? json.kind : null;
}

/** What was asked for last and is not in the journal was never sent: the process ended before. */
function foldStarts(entries: Iterable<JournalEntry>, engine: Engine): readonly CarriedStart[] {
  const decoder = new EventDecoder();
  const unsent = new Set<string>();
  let atMs = 0;
  for (const entry of entries) {
    if (entry.kind === 'attempt') unsent.delete(entry.attemptId);
    if (entry.kind !== 'event') continue;
    const event = decoder.decode(entry.event, entry.atMs);
    atMs = event.atMs;
    if (event.kind === 'restarted') unsent.clear();
    for (const effect of engine.step(event)) {
      if (effect.kind === 'attempt') unsent.add(effect.attempt.attemptId);
    }
  }
  engine.step({ kind: 'restarted', atMs, lastAtMs: atMs, neverSent: [...unsent] });
  return engine.startsToCarry();
}

/** What strategies left in their stores by the end of the last day before a date. Nothing is read again that `left` has. */
export function storesBefore(
  journal: ReadableJournal,
  date: IstDate,
  left: LeftUnderAnotherDate | null,
): Stores {
  const before = lastBefore(journal, date);
  if (before === undefined) return {};
  if (before === left?.date) return left.stores;
  const carried = new CarriedOver();
  for (const entry of journal.entriesOf(before)) carried.take(entry);
  return carried.stores;
}
