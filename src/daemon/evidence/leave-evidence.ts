import { type TradingDay } from '../../day/trading-day.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { toldAt } from '../../notices/told-notice.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { type DayEvidence } from './day-files.ts';
import { keepsEvidence } from './keeps-evidence.ts';
import { KeptSources } from './kept-sources.ts';

/** A day that is over: nothing of it may be missing in its pack. */
interface EndedDay extends Pick<DayEvidence, 'journal' | 'knowledge' | 'summary' | 'shadow'> {
  readonly venue: { readonly time: Pick<DayVenue['time'], 'clock'> };
  readonly day: CalendarDay;
  readonly trading: Pick<TradingDay, 'view' | 'reckon'> & Partial<Pick<TradingDay, 'planned'>>;
  /** What was kept of its sources; null where no pack is wanted. */
  readonly sources: KeptSources | null;
}

/** Keeps the sources of a day from its beginning on; null where the day leaves no pack. */
export function keepSources(
  { settings, strategies, journalPath, evidence }: RunDayOptions,
  { date }: Pick<CalendarDay, 'date'>,
): KeptSources | null {
  const isWanted = evidence ?? keepsEvidence(settings);
  const isKept = isWanted && journalPath !== undefined && journalPath !== null;
  if (!isKept) return null;
  const sources = new KeptSources(settings, date);
  for (const strategy of strategies) void sources.keep(strategy);
  return sources;
}

/** Writes the pack of a day that has a journal, where one is wanted, and reports what came of it. Never throws. */
export async function leaveEvidence(
  { settings, strategies, onNotice }: RunDayOptions,
  { journal, knowledge, summary, venue, day, trading, shadow, sources }: EndedDay,
): Promise<void> {
  if (sources === null) return;
  const books = trading.view();
  const result = trading.reckon(books);
  const { date } = day;
  const ran = strategies.map((one) => asItRuns(one, trading));
  const notice = await evidenceNotice({
    ...{ date, journal, settings, knowledge, strategies: ran },
    ...{ summary, books, result, shadow },
    keptSource: (sourceHash) => sources.find(sourceHash),
  });
  if (notice.code === 'evidence-written') await sources.drop();
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
