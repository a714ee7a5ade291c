import { type EngineView } from '../../engine/engine-view.ts';
import { runsOfDay } from '../../day/reload/runs-of-day.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { runName } from '../../model/runs/run.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type ToldNotice } from '../../notices/told-notice.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { type Settings } from '../../settings/settings.ts';
import { armedStrategies } from './arming-file.ts';
import { ledgerPathOf, type ProvenDay, platformHash, PromotionLedger } from './promotion-ledger.ts';

/** A day that has come to its own end. */
export interface EndedPaperDay {
  readonly settings: Settings;
  readonly strategies: readonly LoadedStrategy[];
  readonly day: CalendarDay;
  readonly journal: Pick<ReadableJournal, 'entriesOf'>;
  readonly books: Pick<EngineView, 'runs' | 'halt'>;
  readonly problems: readonly ToldNotice[];
  /** When its process was last heard of, epoch milliseconds, where it may have been before the close. @default it came to its end */
  readonly watchedUntilMs?: number;
}

/** Records what a paper day on a platform proves of its strategies; of another day nothing. Never throws. */
export function recordPaperDay(ended: EndedPaperDay): void {
  const { settings } = ended;
  if (settings.mode !== 'paper' || settings.venue.kind !== 'platform') return;
  try {
    new PromotionLedger(ledgerPathOf(settings)).record(paperDays(ended));
  } catch {
    // A day that cannot be recorded does not count: nothing is promoted by it.
  }
}

/** What a day proves of each of its strategies. */
export function paperDays(ended: EndedPaperDay): readonly ProvenDay[] {
  const { settings, strategies, day, books } = ended;
  const ofAll = whyNoDayCounts(ended);
  const reloaded = reloadedIn(ended);
  return armedStrategies(strategies).map((strategy): ProvenDay => {
    const run = books.runs.find(({ runId }) => runName(runId) === strategy.name);
    const isSound = run?.state === 'running' || run?.state === 'completed';
    const ofRun = isSound ? null : `its run was ${run?.state ?? 'not there'}`;
    const isOther = reloaded.has(strategy.name);
    const why =
      ofAll ?? ofRun ?? (isOther ? 'another source of it ran for a part of the day' : null);
    return { ...strategy, date: day.date, platform: platformHash(settings), why };
  });
}

/** The names of runs under which several sources ran. */
function reloadedIn({ journal, day }: EndedPaperDay): ReadonlySet<string> {
  const runs = runsOfDay(journal, day.date).filter(({ isReloaded }) => isReloaded);
  return new Set(runs.map(({ header }) => runName(header.runId)));
}

/** Notices of which one shows that the books could not be relied on. */
const NOT_CLEAN: ReadonlySet<string> = new Set([
  'books-differ',
  'journal-unwritable',
  'settings-wait',
]);

/** Why a day proves nothing of any of its strategies, for people; null where it may. */
export function whyNoDayCounts({
  day,
  journal,
  books,
  problems,
  watchedUntilMs = Infinity,
}: Pick<EndedPaperDay, 'day' | 'journal' | 'books' | 'problems' | 'watchedUntilMs'>):
  string | null {
  if (!isWatchedToClose(day, watchedUntilMs)) return 'its program ended before the close';
  const openMs = day.sessions[0]?.startMs ?? -Infinity;
  const [first] = journal.entriesOf(day.date);
  if (first === undefined || first.atMs > openMs) return 'the day did not begin before the open';
  if (books.halt.by === 'comparator') return 'the comparator halted it';
  const problem = problems.find(({ code }) => NOT_CLEAN.has(code));
  return problem === undefined ? null : `notice ${problem.code}`;
}

function isWatchedToClose({ sessions }: CalendarDay, untilMs: number): boolean {
  const closeMs = sessions.at(-1)?.endMs;
  return closeMs === undefined || untilMs >= closeMs;
}
