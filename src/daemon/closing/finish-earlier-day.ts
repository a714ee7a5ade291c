import { systemClock } from '../../adapters/system/machine-time.ts';
import { ok } from '../../base/result.ts';
import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { clockBeside } from '../../venues/time-beside.ts';
import { AccountBoard } from '../account-board.ts';
import { PastDays } from '../days/past-days.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { noteClosed } from './closed-mark.ts';

/**
 * The same for a program of one day: what an earlier one left behind is put away before its own day begins. The built-in
 * simulator's days end with its process.
 *
 * @throws {ConfigurationError} when the market tables cannot be used
 */
export async function finishEarlierDay(options: RunDayOptions, kept: DayJournal): Promise<void> {
  const { settings, journalPath = null, flatten, onNotice, board } = options;
  if (journalPath === null || flatten !== undefined || settings.venue.kind !== 'platform') return;
  const { calendar } = loadMarketKnowledge(settings.calendar ?? undefined);
  const beside = clockBeside(settings, { calendar });
  // Its own day says why.
  if (!beside.ok) return;
  const clock = beside.value?.clock ?? systemClock;
  const past = new PastDays({
    ...{ kept, journalPath, board: board ?? new AccountBoard(settings) },
    nowMs: () => clock.nowMs(),
    calendarAt: () => calendar,
    isClosed: () => false,
    load: () => Promise.resolve(ok(options)),
    tell: (notice) => {
      onNotice?.(notice);
      board?.note(notice);
    },
    report: ({ date }) => {
      noteClosed(journalPath, date);
    },
  });
  await past.finishLeft();
}
