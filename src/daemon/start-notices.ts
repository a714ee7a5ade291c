import { type TradingDay } from '../day/trading-day.ts';
import { type DayJournal } from '../day/journal/open-day-journal.ts';
import { endingSoon } from '../loading/check-calendar.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type Settings, settingsWarnings } from '../settings/settings.ts';
import { type StartFindings } from './find-at-start.ts';
import { type LimitsOfDay } from './limits-of-day.ts';
import { type RunDayOptions } from './run-day-options.ts';

/** What was found before a day does anything. */
export interface FoundBefore extends Pick<DayJournal, 'warning' | 'lost'> {
  readonly knowledge: MarketKnowledge;
  readonly day: CalendarDay;
  readonly found: StartFindings;
  readonly kept: LimitsOfDay;
  /** What was done to the journal; null where nothing is to be said of it. */
  readonly tidied: Notice | null;
}

type Asked = Pick<RunDayOptions, 'settings' | 'notLoaded'>;

/** The notices before a day does anything, in their order. */
export function startNotices(asked: Asked, found: FoundBefore): readonly Notice[] {
  return [...ofJournal(found), ...ofSettings(asked, found)];
}

function ofJournal({ warning, tidied, lost }: FoundBefore): readonly Notice[] {
  const notices = [warning, tidied].filter((notice) => notice !== null);
  if (lost === null) return notices;
  const { detail, next } = lost;
  return [...notices, noticeOf('journal-lost-end', null, { detail, next })];
}

function ofSettings(
  { settings, notLoaded = [] }: Asked,
  { knowledge, day, found, kept: { waiting } }: FoundBefore,
): readonly Notice[] {
  return [
    ...settingsWarnings(settings).map((of) => noticeOf('settings-warning', null, of)),
    ...endingSoon(settings, knowledge, day),
    ...(waiting.length === 0 ? [] : [noticeOf('settings-wait', null, { settings: waiting })]),
    ...found.attention,
    ...notLoaded.map((of) => noticeOf('strategy-not-loaded', null, of)),
  ];
}

/**
 * Of each run under way that the configuration now gives another broker: it keeps the one that it began the day with.
 *
 * @param own - identifier of the account's own connection
 */
export function brokersKept(
  trading: Pick<TradingDay, 'planned' | 'view'>,
  own: string,
): readonly Notice[] {
  const { runs } = trading.view();
  return trading.planned.flatMap(({ header: { runId }, loaded }) => {
    const run = runs.find((one) => one.runId === runId);
    const asked = loaded.broker ?? { name: '', brokerId: own };
    if (run === undefined || run.broker.brokerId === asked.brokerId) return [];
    const facts = { broker: run.broker.name, asked: asked.name, why: 'under-way' } as const;
    return [noticeOf('broker-kept', runId, facts)];
  });
}

/** Market tables that have ended: what the day goes by may have changed since. */
export function endedTables(
  settings: Settings,
  { knowledge, day }: Pick<FoundBefore, 'knowledge' | 'day'>,
): readonly Notice[] {
  const endings = endingSoon(settings, knowledge, day);
  return endings.filter(({ severity }) => severity === 'warning');
}
