import { type JournaledDay } from '../../day/journaled-day.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type ShadowEntries } from '../stages/shadow-day.ts';
import { lastClosed } from './closed-mark.ts';

/** The shadow runs of a past day, from their own journal. */
export interface PastShadow {
  readonly trading: JournaledDay;
  readonly journal: Pick<ReadableJournal, 'entriesOf'>;
  readonly isEnded: boolean;
  readonly entries: ShadowEntries;
  readonly log: JournaledDay['log'];
}

/** A trading day that no process can trade any more. */
export interface PastDay {
  readonly day: CalendarDay;
  readonly knowledge: MarketKnowledge;
  readonly journal: Pick<ReadableJournal, 'entriesOf'>;
  readonly trading: JournaledDay;
  readonly shadow: PastShadow | null;
  readonly endsAtMs: number;
}

/** Where a journal may have a day that was not put away. */
export interface PastDayQuestion {
  readonly journal: Pick<ReadableJournal, 'lastDate'>;
  readonly journalPath: string | null;
  readonly calendar: MarketKnowledge['calendar'];
  readonly nowMs: number;
}

/** The day that a journal was last written with, where its last session is over and it was never put away; null where there is none. */
export function dayLeftOpen(of: PastDayQuestion): IstDate | null {
  const { journal, journalPath, calendar, nowMs } = of;
  const date = journalPath === null ? null : journal.lastDate();
  if (journalPath === null || date === null) return null;
  const closeMs = calendar.day(date).sessions.at(-1)?.endMs;
  if (closeMs === undefined || nowMs < closeMs) return null;
  return lastClosed(journalPath) === date ? null : date;
}
