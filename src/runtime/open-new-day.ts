import { type Engine } from '../engine/engine.ts';
import { type EngineEvent } from '../engine/event.ts';
import { ACTIVE } from '../model/halt.ts';
import { type JournalEntry, type ReadableJournal } from '../ports/journal.ts';
import { type Stores } from './carried-over.ts';
import { type LeftUnderAnotherDate } from './left-under-another-date.ts';
import { type Notice } from './notice.ts';
import { type StartsLeft, startsLeft } from './starts-left.ts';
import { storesBefore } from './stores-before.ts';
import { type TradingDayOptions } from './trading-day-options.ts';
import { type Unstamped } from './unstamped.ts';

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
  readonly trouble: Notice | null;
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
      starts.kind === 'known' && starts.starts.length > 0
        ? [{ kind: 'starts-carried-over', starts: starts.starts }]
        : [],
    trouble: starts.kind === 'known' ? null : { ...unreadable(starts), atMs },
  };
}

function unreadable({
  date,
  detail,
}: Extract<StartsLeft, { kind: 'unreadable' }>): Omit<Notice, 'atMs'> {
  const message = `This program cannot follow the journal of ${date} (${detail}), on which position starts or text signals were sent: whether all of them have a certain outcome is not known. Look at the platform`;
  return { severity: 'critical', runId: null, message };
}
