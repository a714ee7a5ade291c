import { type Tidied, type Tidying } from '../adapters/journal/packing/tidy.ts';
import { type Result } from '../base/result.ts';
import { addDays, type IstDate } from '../model/time/ist.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { type JournalFailure, type ReadableJournal } from '../ports/journal.ts';

/** A journal and how it is made smaller. */
export interface TidiedJournal {
  readonly journal: Pick<ReadableJournal, 'dates' | 'lastDate'>;
  readonly tidy: (tidying: Tidying) => Result<Tidied, JournalFailure>;
}

/** How long days are kept, and which day it is. */
export interface KeepingOptions {
  readonly date: IstDate;
  /** Calendar days, counted back from the last date of the journal. */
  readonly keepDays: number;
}

/** Some 2 s of a start: what is left over waits for the end of the day. */
const PACKS_AT_START = 64;
/** Some 20 s after a day; a year of an older sauda's days takes several evenings. */
const PACKS_AFTER_DAY = 512;

/**
 * Removes days beyond their age and packs closed ones before a day begins. A day that is under way is not held up: what an
 * earlier process left half done waits for its end.
 */
export function tidyBeforeDay(of: TidiedJournal, options: KeepingOptions): Notice | null {
  const { journal } = of;
  const { date, keepDays } = options;
  const last = journal.lastDate();
  if (last === null || journal.dates().includes(date)) return null;
  const keptFrom = addDays(last, -keepDays);
  return told(of.tidy({ openFrom: date, keptFrom, packsMax: PACKS_AT_START }), options);
}

/** Packs the day that has ended, and what of earlier ones is left. */
export function tidyAfterDay(of: TidiedJournal, options: KeepingOptions): Notice | null {
  return told(of.tidy({ openFrom: addDays(options.date, 1), packsMax: PACKS_AFTER_DAY }), options);
}

function told(result: Result<Tidied, JournalFailure>, { keepDays }: KeepingOptions): Notice | null {
  if (!result.ok) {
    const { detail, next } = result.error;
    return noticeOf('journal-days-unpacked', null, { detail, next });
  }
  const { removed } = result.value;
  const last = removed.at(-1);
  if (last === undefined) return null;
  const days = removed.length;
  return noticeOf('journal-days-removed', null, { days, through: last, keepDays });
}
