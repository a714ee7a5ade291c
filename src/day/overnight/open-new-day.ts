import { type EngineEvent } from '../../engine/event.ts';
import { type Unstamped } from '../../kernel/kernel-options.ts';
import { type CarriedRun, type CarriedStart } from '../../model/orders/carried-over.ts';
import { ACTIVE } from '../../model/orders/halt-and-lock.ts';
import { type Calendar } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type Notice } from '../../notices/notice.ts';
import { toldAt, type ToldNotice } from '../../notices/told-notice.ts';
import { type JournalEntry, type ReadableJournal } from '../../ports/journal.ts';
import {
  CarriedOver,
  type LeftUnderAnotherDate,
  type Stores,
} from '../../recovery/carried-over.ts';
import { type CarryInto, carryInto } from './carry-overnight.ts';
import { foldLastDay, type LastDay, lastBefore, type MakeEngine } from './fold-last-day.ts';
import { weekBefore } from './week-before.ts';
import { whyUnsure } from './why-unsure.ts';
import { type TradingDayOptions } from '../trading-day-options.ts';

/** What a day is opened for, and what was left before it. */
export interface NewDayOptions extends Pick<
  TradingDayOptions,
  'day' | 'mode' | 'account' | 'build' | 'clock'
> {
  readonly left: LeftUnderAnotherDate | null;
  readonly calendar: Calendar;
  readonly makeEngine: MakeEngine;
  readonly policyOf: CarryInto['policyOf'];
  /** Whether anything has a limit of the week. */
  readonly isWeekLimited: boolean;
}

/** What a day of which the journal holds nothing takes over from those before. */
export interface NewDay {
  readonly entry: Extract<JournalEntry, { kind: 'day-opened' }>;
  readonly stores: Stores;
  /** Before anything that a run wants. */
  readonly events: readonly Unstamped<EngineEvent>[];
  /** What has expired, and what cannot be told. */
  readonly notes: readonly ToldNotice[];
}

/** Opens a day in a journal that holds nothing of it. */
export function openNewDay(journal: ReadableJournal, options: NewDayOptions): NewDay {
  const { left, makeEngine, day, mode, account, build = 'unnamed', clock } = options;
  const { date } = day;
  const atMs = clock.nowMs();
  const stores = storesBefore(journal, date, left);
  const taken = dayToTakeOver(journal, date, left);
  const last = foldLastDay(journal, taken, makeEngine);
  // A week counts from day to day, whatever date was written last.
  const before = lastBefore(journal, date);
  const earlier = before === taken ? last : foldLastDay(journal, before, makeEngine);
  const week = weekBefore(journal, { ...options, date, before, last: earlier });
  const { starts, runs, notices } = last.ok ? takenOver(last.value, options) : NOTHING;
  const unsure = [whyUnsure(last, date)].filter((of) => of !== null);
  const about = { date, mode, account, build, halt: left?.halt ?? ACTIVE, stores };
  const carried = runs.length === 0 ? {} : { carried: runs };
  return {
    entry: { kind: 'day-opened', atMs, ...about, ...carried },
    stores,
    events: [
      ...(starts.length > 0 ? [{ kind: 'starts-carried-over', starts } as const] : []),
      ...(week.so === null ? [] : [{ kind: 'week-carried-over', week: week.so } as const]),
      ...unsure.map(({ detail }) => ({ kind: 'begun-anew', detail }) as const),
    ],
    notes: [...notices, ...week.notices, ...unsure.map(({ notice }) => notice)].map((of) =>
      toldAt(atMs, of),
    ),
  };
}

/** A later date that was written last took over what was before it, or it was the first. */
function dayToTakeOver(
  journal: ReadableJournal,
  date: IstDate,
  left: LeftUnderAnotherDate | null,
): IstDate | undefined {
  return left !== null && left.date > date ? left.date : lastBefore(journal, date);
}

interface TakenOver {
  readonly starts: readonly CarriedStart[];
  readonly runs: readonly CarriedRun[];
  readonly notices: readonly Notice[];
}

const NOTHING: TakenOver = { starts: [], runs: [], notices: [] };

function takenOver(last: LastDay | null, { day, ...options }: NewDayOptions): TakenOver {
  if (last === null) return NOTHING;
  const { runs, expired } = carryInto(last, { ...options, date: day.date });
  return { starts: last.starts, runs, notices: expired };
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
