import { hiddenPlaces } from '../../day/journal/hidden-places.ts';
import { type TradingDay } from '../../day/trading-day.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { toldAt } from '../../notices/told-notice.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { type KeptSources } from '../evidence/kept-sources.ts';
import { type Readiness } from '../readiness/open-readiness.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { ReloadDesk } from './reload-desk.ts';
import { SavedFiles } from './saved-files.ts';

/** What reloads the runs of a day. */
export interface Reloads {
  readonly ask: ReloadDesk['ask'];
  /** Watches the files of a day that has started. */
  readonly begin: () => void;
  readonly end: () => void;
}

/** A day whose runs may be reloaded. */
export interface ReloadableDay {
  readonly trading: TradingDay;
  readonly venue: Pick<DayVenue, 'time'>;
  readonly day: CalendarDay;
  readonly journal: ReadableJournal;
  readonly knowledge: MarketKnowledge;
  readonly readiness: Pick<Readiness, 'reloaded'>;
  /** Where its sources are kept; null where they are not. */
  readonly sources: KeptSources | null;
}

/** Opens it for a day. */
export function openReloads(
  { settings, journalPath = null }: Pick<RunDayOptions, 'settings' | 'journalPath'>,
  { venue, readiness, sources, ...day }: ReloadableDay,
): Reloads {
  const { mode, calendar, reload } = settings;
  const isAllowed = mode === 'paper' || reload.isAllowedInLive;
  const { clock } = venue.time;
  const isWall = venue.time.kind === 'wall';
  const { trading } = day;
  const desk = new ReloadDesk({
    ...{ ...day, mode, calendar, isAllowed, clock, mayIsolate: isWall },
    hidden: hiddenPlaces(settings, journalPath),
    onReloaded: () => {
      readiness.reloaded(trading.planned.map(({ loaded }) => loaded));
    },
    ...(sources === null ? {} : { keep: (source) => sources.keep(source) }),
  });
  const waiting = new Set<string>();
  const reloadNext = (): void => {
    const [runId] = waiting;
    if (runId === undefined || desk.isBusy) return;
    waiting.delete(runId);
    const asked = { runId, by: 'save', attempt: null, sourceHash: null, mayDiffer: true } as const;
    void desk.reload(asked).then((outcome) => {
      // The desk reports what it tried; whoever saves a file has to know that it is of no use here.
      const isOff = outcome.code === 'reload-refused' && outcome.facts.why === 'not-isolated';
      if (isOff) trading.note(toldAt(clock.nowMs(), outcome));
    });
  };
  const files = new SavedFiles({
    planned: () => trading.planned,
    onSaved: (runId) => waiting.add(runId),
    onLook: reloadNext,
  });
  return {
    ask: (asked) => desk.ask(asked),
    begin: () => {
      const isSeen = trading.reloads.areOffered || isWall;
      if (isSeen && isAllowed && reload.onSave) files.begin();
    },
    end: () => {
      files.end();
      desk.end();
    },
  };
}
