import { type Problem, problemPlace } from '../base/problem.ts';
import { hiddenPlaces } from '../day/journal/hidden-places.ts';
import { checkCalendar, checkPrices } from '../loading/check-calendar.ts';
import { ModuleReader } from '../loading/describing/module-reader.ts';
import { namedBeside } from '../loading/left-out.ts';
import { hasCode, type LoadedStrategy } from '../loading/load-strategy.ts';
import { nameRuns } from '../loading/planned-run.ts';
import { TrialThread } from '../loading/trial/trial-thread.ts';
import { NOTHING_SEEN, type Trial, tryStrategy } from '../loading/trial/try-strategy.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type Settings } from '../settings/settings.ts';
import { type RunDayOptions } from './run-day-options.ts';

/** What is found before a day begins. */
export interface StartFindings {
  /** The strategies that run, and what is wrong with the others. */
  readonly usable: Required<Pick<RunDayOptions, 'strategies' | 'unusable'>>;
  /** Why it must not begin. Empty when the day has started: open positions must be exited. */
  readonly problems: readonly Problem[];
  /** What a person must look at now. */
  readonly attention: readonly Notice[];
}

/** A start does not wait longer for what a trial may say. */
const TRIAL_MS_MAX = 10_000;

type Asked = Pick<
  RunDayOptions,
  'settings' | 'strategies' | 'unusable' | 'leftOut' | 'flatten' | 'signal' | 'journalPath'
>;

interface Start {
  readonly knowledge: MarketKnowledge;
  readonly day: CalendarDay;
  readonly nowMs: number;
  readonly journal: Pick<ReadableJournal, 'dates' | 'entriesOf'>;
  /** Whether no code of strategies may run in this process. */
  readonly isIsolated: boolean;
}

/**
 * Finds what is certain to keep a day, or a strategy of it, from its work, before anything is journaled or sent. On a platform the
 * first turn of each strategy is tried, of a module where it can harm no one. A strategy that cannot be used is left out, and the
 * day begins with the others; it is refused where none is left. Nothing is tried of a day that is under way, which continues
 * whatever is wrong.
 */
export async function findAtStart(asked: Asked, start: Start): Promise<StartFindings> {
  const { settings, unusable = [], leftOut = [], flatten } = asked;
  const { knowledge, day, journal } = start;
  if (flatten !== undefined) {
    return { usable: { strategies: asked.strategies, unusable }, problems: [], attention: [] };
  }
  const strategies = namedBeside(asked.strategies, leftOut, journal);
  const calendar = checkCalendar(settings, knowledge, day).problems;
  if (journal.dates().includes(day.date)) {
    const usable = { strategies, unusable };
    return { usable, ...underWay(asked, calendar.length > 0 ? day : null) };
  }
  const isTried = settings.venue.kind !== 'simulator' && calendar.length === 0;
  const tried = isTried ? await tryStarts(strategies, asked, start) : [];
  const failed = tried.filter(({ trial }) => trial.problems.length > 0);
  const works = tried.filter((of) => !failed.includes(of));
  const priced = works.filter(({ trial }) => trial.needsPrices).map(({ name }) => name);
  const problems = [...calendar, ...checkPrices(settings, priced).problems];
  const wrong = [...unusable, ...failed.flatMap(({ trial }) => trial.problems)];
  return begun({ strategies: without(strategies, failed), unusable: wrong }, problems);
}

/** The strategies that begin a day, or why there is none. */
function begun(usable: StartFindings['usable'], problems: readonly Problem[]): StartFindings {
  const { strategies, unusable } = usable;
  const isNoneLeft = strategies.length === 0 && unusable.length > 0;
  if (problems.length > 0 || isNoneLeft) {
    return { usable, problems: [...problems, ...unusable], attention: [] };
  }
  return { usable, problems, attention: noticesOf(unusable, false) };
}

/** Those that are left keep the names that they have beside the others. */
function without(
  strategies: readonly LoadedStrategy[],
  failed: readonly TriedStart[],
): readonly LoadedStrategy[] {
  if (failed.length === 0) return strategies;
  const names = nameRuns(strategies);
  return strategies.flatMap((loaded, place) =>
    failed.some((of) => of.loaded === loaded)
      ? []
      : [{ ...loaded, runName: names[place] ?? loaded.strategy.name }],
  );
}

function noticesOf(unusable: readonly Problem[], isUnderWay: boolean): readonly Notice[] {
  return unusable.map((of) => {
    const found = of.found === null ? '' : ` (found ${of.found})`;
    const facts = { place: problemPlace(of), problem: `${of.message}${found}`, isUnderWay };
    return noticeOf('strategy-unusable', null, facts);
  });
}

function underWay(
  { settings: { mode, prices }, unusable = [] }: Asked,
  unverified: CalendarDay | null,
): Pick<StartFindings, 'problems' | 'attention'> {
  const attention = [...noticesOf(unusable, true)];
  if (unverified !== null) {
    attention.push(noticeOf('calendar-not-verified', null, { date: unverified.date }));
  }
  if (mode === 'live' && prices.kind === 'none') {
    attention.push(noticeOf('prices-missing', null, {}));
  }
  return { problems: [], attention };
}

/** A strategy whose first turn was tried. */
interface TriedStart {
  readonly loaded: LoadedStrategy;
  readonly name: string;
  readonly trial: Trial;
}

async function tryStarts(
  strategies: readonly LoadedStrategy[],
  { settings, signal, journalPath = null }: Asked,
  start: Start,
): Promise<readonly TriedStart[]> {
  const tries = start.isIsolated
    ? new ModuleReader(
        strategies.map(({ path }) => path),
        { hidden: hiddenPlaces(settings, journalPath) },
      )
    : new TrialThread({ wholeMs: TRIAL_MS_MAX });
  const tried = [];
  // Code that never returns must not hold up the end.
  const stop = (): void => void tries.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (const loaded of strategies) {
      if (signal?.aborted === true) break;
      const trial = await tryStart(loaded, settings, { ...start, tries });
      if (trial !== null) tried.push({ loaded, name: loaded.strategy.name, trial });
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    await tries.close();
  }
  return tried;
}

/** Tries a strategy's first turn; null where the trial says nothing for certain of what was loaded here. */
async function tryStart(
  loaded: LoadedStrategy,
  { mode, calendar }: Settings,
  { knowledge, day, nowMs, tries }: Start & { readonly tries: Pick<TrialThread, 'try'> },
): Promise<Trial | null> {
  const { path, given = {} } = loaded;
  if (!hasCode(loaded)) {
    return tryStrategy(loaded, { knowledge, day, mode, onlyStartAtMs: nowMs });
  }
  const task = { path, given, date: day.date, mode, calendar, onlyStartAtMs: nowMs };
  const answer = await tries.try(task);
  if (answer.kind === 'endless') {
    return { ...NOTHING_SEEN, problems: answer.problems };
  }
  const isSame = answer.kind === 'tried' && answer.strategy.sourceHash === loaded.sourceHash;
  return isSame ? answer.trial : null;
}
