import { fail, ok, type Result } from '../../base/result.ts';
import { type DaySummary, summaryOfDay } from '../../day/day-summary.ts';
import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { JournaledDay } from '../../day/journaled-day.ts';
import { type DescribedRun, runsOfDay } from '../../day/reload/runs-of-day.ts';
import { runName } from '../../model/runs/run.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { toldAt } from '../../notices/told-notice.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { recordPaperDay } from '../arming/record-paper-day.ts';
import { dayEndsAtMs } from '../drive-day.ts';
import { type KeptSources } from '../evidence/kept-sources.ts';
import { keepSources, leaveEvidence } from '../evidence/leave-evidence.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { endedTables } from '../start-notices.ts';
import { tidyAfterDay } from '../tidy-journal.ts';
import { type JournaledStrategies, journaledStrategies } from './journaled-strategies.ts';
import { type PastDay } from './past-day.ts';
import { followPastStages, openPastShadow } from './past-stages.ts';

/** What is finished, and when. */
export interface FinishedBy {
  readonly date: IstDate;
  readonly kept: DayJournal;
  readonly nowMs: () => number;
}

/**
 * Puts away a day whose process ended before it could: ledgers, pack and summary, from the journal alone. Each is done once,
 * however often this is interrupted. No strategy's code runs, nothing is sent or asked, and nothing is added
 * to the journal. Fails, for people, where this program cannot follow the journal.
 *
 * @throws {UnreadableJournal} where the journal is damaged
 * @throws {ConfigurationError} where the market tables cannot be used
 */
export async function finishPastDay(
  options: RunDayOptions,
  { date, kept, nowMs }: FinishedBy,
): Promise<Result<DaySummary, string>> {
  const { settings, strategies, onNotice } = options;
  const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
  const day = knowledge.calendar.day(date);
  const endsAtMs = dayEndsAtMs(day);
  const { journal } = kept;
  const tell = (notice: Notice): void => onNotice?.(toldAt(nowMs(), notice));
  const trading = new JournaledDay({
    ...{ journal, day, knowledge, endsAtMs },
    onNotice: (notice) => onNotice?.(notice),
  });
  const opened = openPastShadow(options, { day, knowledge, endsAtMs });
  try {
    const shadow = opened?.shadow ?? null;
    const past: PastDay = { day, knowledge, journal, trading, shadow, endsAtMs };
    const ran = journaledStrategies(strategies, [
      ...runsOfDay(journal, date),
      ...(shadow === null ? [] : runsOfDay(shadow.journal, date)),
    ]);
    const summary = settle(options, past, ran);
    if (!summary.ok) return summary;
    await packUp(options, { past, ran, summary: summary.value, tell });
    const tidied = tidyAfterDay(kept, { date, keepDays: settings.journalKeepDays });
    if (tidied !== null) tell(tidied);
    tell(finishedLate(summary.value, trading.watchedUntilMs));
    return summary;
  } finally {
    opened?.close();
  }
}

/** The ledgers of the day, and what it came to. */
function settle(
  options: RunDayOptions,
  past: PastDay,
  { same }: JournaledStrategies,
): Result<DaySummary, string> {
  const { trading, shadow, day, journal } = past;
  const { settings } = options;
  const stages = followPastStages(options, same, past);
  try {
    for (const one of [trading, ...(shadow === null ? [] : [shadow.trading])]) {
      const folded = one.fold();
      if (!folded.ok) return fail(folded.error.detail);
    }
    const { watchedUntilMs } = trading;
    stages.begin();
    const ended = { settings, strategies: same, day, journal, watchedUntilMs };
    recordPaperDay({ ...ended, ...trading.picture() });
    stages.record(watchedUntilMs);
    return ok({ ...summaryOf(options, past), stages: stages.rows() });
  } finally {
    stages.end();
  }
}

function summaryOf({ settings }: RunDayOptions, past: PastDay): DaySummary {
  const { trading, shadow, day, knowledge, endsAtMs } = past;
  const name = settings.venue.kind === 'platform' ? 'platform' : 'built-in simulator';
  return summaryOfDay({
    ...{
      trading,
      shadow,
      day,
      settings,
      log: trading.log,
      endedTables: endedTables(settings, { knowledge, day }),
    },
    venue: {
      venue: { name },
      time: { clock: { nowMs: () => endsAtMs } },
      // What the process that traded it asked is not in the journal.
      connection: { transport: { routes: () => [] } },
      assumptions: [],
    },
  });
}

interface PackedUp {
  readonly past: PastDay;
  readonly ran: JournaledStrategies;
  readonly summary: DaySummary;
  readonly tell: (notice: Notice) => void;
}

/** The signed pack, where one is wanted. Without a source that ran, which is kept as it begins to run, it would prove nothing. */
async function packUp(
  options: RunDayOptions,
  { past, ran: { same, changed }, summary, tell }: PackedUp,
): Promise<void> {
  const { trading, shadow, endsAtMs, day } = past;
  const sources = keepSources({ ...options, strategies: same }, day);
  if (sources === null) return;
  const lost = await withoutSource(changed, sources);
  if (lost.length > 0) {
    const detail = `the source of ${lost.join(', ')} is not the one that ran`;
    tell(noticeOf('evidence-failed', null, { detail }));
    return;
  }
  const time = { clock: { nowMs: () => endsAtMs } };
  await leaveEvidence(
    { ...options, strategies: same },
    {
      ...{ ...past, summary, sources, venue: { time }, shadow: shadow?.entries ?? null },
      // Its sources are those of `same`: none is asked of a plan.
      trading: { view: () => trading.view(), reckon: (view) => trading.reckon(view) },
    },
  );
}

/** Names of runs of which neither the file nor a copy is what ran. */
async function withoutSource(
  changed: readonly DescribedRun[],
  sources: KeptSources,
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const { header, about } of changed) {
    if ((await sources.find(about.sourceHash)) === null) lost.push(runName(header.runId));
  }
  return lost;
}

function finishedLate(
  { date, open, unresolved, unknownPositions }: DaySummary,
  watchedUntilMs: number,
): Notice {
  const names = open.map(({ runId, name, symbol, netUnits, why }) => {
    const units = netUnits === 0 ? '' : `${String(netUnits)} units of ${symbol}, `;
    return `${runId ?? 'no run'} ${name} (${units}${why})`;
  });
  const unknown = unresolved.length + unknownPositions.length;
  return noticeOf('day-finished-late', null, { date, watchedUntilMs, open: names, unknown });
}
