import { type TradingDay } from '../../day/trading-day.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { toldAt } from '../../notices/told-notice.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { type DayEvidence } from './day-files.ts';
import { keepsEvidence } from './keeps-evidence.ts';

/** A day that is over: nothing of it may be missing in its pack. */
interface EndedDay extends Pick<DayEvidence, 'journal' | 'knowledge' | 'summary' | 'shadow'> {
  readonly venue: { readonly time: Pick<DayVenue['time'], 'clock'> };
  readonly day: CalendarDay;
  readonly trading: Pick<TradingDay, 'view' | 'reckon'> & Partial<Pick<TradingDay, 'planned'>>;
}

/** Writes the pack of a day that has a journal, where one is wanted, and reports what came of it. Never throws. */
export async function leaveEvidence(
  { settings, strategies, journalPath, evidence, onNotice }: RunDayOptions,
  { journal, knowledge, summary, venue, day, trading, shadow }: EndedDay,
): Promise<void> {
  const isWanted = evidence ?? keepsEvidence(settings);
  if (!isWanted || journalPath === undefined || journalPath === null) return;
  const books = trading.view();
  const result = trading.reckon(books);
  const { date } = day;
  const ran = strategies.map((one) => asItRuns(one, trading));
  const of = {
    ...{ date, journal, settings, knowledge, strategies: ran },
    ...{ summary, books, result, shadow },
  };
  const notice = await evidenceNotice(of);
  onNotice?.(toldAt(venue.time.clock.nowMs(), notice));
}

/** A strategy with the source that took over last. */
function asItRuns(
  strategy: LoadedStrategy,
  { planned = [] }: Partial<Pick<TradingDay, 'planned'>>,
): LoadedStrategy {
  const run = planned.find(({ loaded }) => loaded.path === strategy.path);
  if (run === undefined) return strategy;
  const { sourceHash, imports = [] } = run.loaded;
  return { ...strategy, sourceHash, imports };
}

async function evidenceNotice(day: DayEvidence): Promise<Notice> {
  // Most days have no use for what packs and signs.
  const { writeEvidence } = await import('./write-evidence.ts');
  const written = await writeEvidence(day);
  return written.ok
    ? noticeOf('evidence-written', null, { path: written.value })
    : noticeOf('evidence-failed', null, { detail: written.error });
}
