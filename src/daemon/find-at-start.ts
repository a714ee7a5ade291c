import { type Problem, problemPlace } from '../base/problem.ts';
import { checkCalendar, checkPrices } from '../loading/check-calendar.ts';
import { isStrategyModule, type LoadedStrategy } from '../loading/load-strategy.ts';
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
  /** Why it must not begin. Empty when the day has started: open positions must be exited. */
  readonly problems: readonly Problem[];
  /** What a person must look at now. */
  readonly attention: readonly Notice[];
}

/** A start does not wait longer for what a trial may say. */
const TRIAL_MS_MAX = 10_000;

type Asked = Pick<RunDayOptions, 'settings' | 'strategies' | 'unusable' | 'flatten' | 'signal'>;

interface Start {
  readonly knowledge: MarketKnowledge;
  readonly day: CalendarDay;
  readonly nowMs: number;
  readonly journal: Pick<ReadableJournal, 'dates'>;
}

/**
 * Finds what is certain to keep a day from its work, before anything is journaled or sent. On a platform the first turn of
 * each strategy is tried: of a module on a thread of its own, which ends with the trial. Nothing is tried of a day that is
 * under way, which continues whatever is wrong.
 */
export async function findAtStart(asked: Asked, start: Start): Promise<StartFindings> {
  const { settings, strategies, unusable = [], flatten } = asked;
  const { knowledge, day, journal } = start;
  if (flatten !== undefined) return { problems: [], attention: [] };
  const calendar = checkCalendar(settings, knowledge, day).problems;
  if (journal.dates().includes(day.date)) return underWay(asked, calendar.length > 0 ? day : null);
  if (unusable.length > 0) return { problems: unusable, attention: [] };
  const isTried = settings.venue.kind !== 'simulator' && calendar.length === 0;
  const tried = isTried ? await tryStarts(strategies, asked, start) : [];
  const priced = tried.filter(({ trial }) => trial.needsPrices).map(({ name }) => name);
  const prices = checkPrices(settings, priced).problems;
  const failed = tried.flatMap(({ trial }) => trial.problems);
  return { problems: [...calendar, ...prices, ...failed], attention: [] };
}

function underWay(
  { settings: { mode, prices }, unusable = [] }: Asked,
  unverified: CalendarDay | null,
): StartFindings {
  const attention = unusable.map((of) => {
    const facts = { place: problemPlace(of), problem: of.message };
    return noticeOf('strategy-unusable', null, facts);
  });
  if (unverified !== null) {
    attention.push(noticeOf('calendar-not-verified', null, { date: unverified.date }));
  }
  if (mode === 'live' && prices.kind === 'none') {
    attention.push(noticeOf('prices-missing', null, {}));
  }
  return { problems: [], attention };
}

async function tryStarts(
  strategies: readonly LoadedStrategy[],
  { settings, signal }: Asked,
  start: Start,
): Promise<readonly { readonly name: string; readonly trial: Trial }[]> {
  const thread = new TrialThread({ wholeMs: TRIAL_MS_MAX });
  const tried = [];
  // Code that never returns must not hold up the end.
  const stop = (): void => void thread.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (const loaded of strategies) {
      if (signal?.aborted === true) break;
      const trial = await tryStart(loaded, settings, { ...start, thread });
      if (trial !== null) tried.push({ name: loaded.strategy.name, trial });
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.close();
  }
  return tried;
}

/** Tries a strategy's first turn; null where the trial says nothing for certain of what was loaded here. */
async function tryStart(
  loaded: LoadedStrategy,
  { mode, calendar }: Settings,
  { knowledge, day, nowMs, thread }: Start & { readonly thread: TrialThread },
): Promise<Trial | null> {
  const { path, given = {} } = loaded;
  if (!isStrategyModule(loaded)) {
    return tryStrategy(loaded, { knowledge, day, mode, onlyStartAtMs: nowMs });
  }
  const task = { path, given, date: day.date, mode, calendar, onlyStartAtMs: nowMs };
  const answer = await thread.try(task);
  if (answer.kind === 'endless') {
    return { ...NOTHING_SEEN, problems: answer.problems };
  }
  const isSame = answer.kind === 'tried' && answer.strategy.sourceHash === loaded.sourceHash;
  return isSame ? answer.trial : null;
}
