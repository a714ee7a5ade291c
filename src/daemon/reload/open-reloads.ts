import { hiddenPlaces } from '../../day/journal/hidden-places.ts';
import { type TradingDay } from '../../day/trading-day.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type Notice } from '../../notices/notice.ts';
import { toldAt } from '../../notices/told-notice.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { type KeptSources } from '../evidence/kept-sources.ts';
import { type Readiness } from '../readiness/open-readiness.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { type ShadowDay } from '../stages/shadow-day.ts';
import { ReloadDesk, type ReloadDeskOptions } from './reload-desk.ts';
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
  /** The shadow runs beside it; null where none are. They send nothing, so they may be reloaded on a live day. */
  readonly shadow: Pick<ShadowDay, 'trading' | 'journal' | 'isEnded'> | null;
  /** Where its sources are kept; null where they are not. */
  readonly sources: KeptSources | null;
}

/** Opens it for a day. */
export function openReloads(
  { settings, journalPath = null }: Pick<RunDayOptions, 'settings' | 'journalPath'>,
  { venue, readiness, sources, shadow, ...day }: ReloadableDay,
): Reloads {
  const { mode, calendar, reload } = settings;
  const { clock } = venue.time;
  const isWall = venue.time.kind === 'wall';
  const { trading } = day;
  const common = {
    ...{ ...day, calendar, clock, mayIsolate: isWall, hidden: hiddenPlaces(settings, journalPath) },
    ...(sources === null ? {} : { keep: (source: Source) => sources.keep(source) }),
  };
  const own = new ReloadDesk({
    ...{ ...common, mode, isAllowed: mode === 'paper' || reload.isAllowedInLive },
    onReloaded: () => {
      readiness.reloaded(trading.planned.map(({ loaded }) => loaded));
    },
  });
  const desks =
    shadow === null
      ? [own]
      : [
          own,
          new ReloadDesk({ ...common, ...shadowParts(shadow), mode: 'paper', isAllowed: true }),
        ];
  const deskOf = (runId: string): ReloadDesk => desks.find((desk) => desk.knows(runId)) ?? own;
  const files = followSaved(desks, {
    onSaved: (runId) => deskOf(runId),
    onOff: (outcome) => {
      trading.note(toldAt(clock.nowMs(), outcome));
    },
  });
  return {
    ask: (asked) => deskOf(asked.runId).ask(asked),
    begin: () => {
      const isSeen = trading.reloads.areOffered || isWall;
      if (isSeen && desks.some(({ isAllowed }) => isAllowed) && reload.onSave) files.begin();
    },
    end: () => {
      files.end();
      for (const desk of desks) desk.end();
    },
  };
}

type Source = Parameters<KeptSources['keep']>[0];

function shadowParts({
  trading,
  journal,
}: Pick<ShadowDay, 'trading' | 'journal'>): Pick<ReloadDeskOptions, 'trading' | 'journal'> {
  return { trading, journal };
}

interface SavedRuns {
  /** The desk of a run whose file was saved. */
  readonly onSaved: (runId: string) => ReloadDesk;
  /** Saving is of no use here. */
  readonly onOff: (outcome: Notice) => void;
}

/** Has runs continue under their files as they are saved, one after the other. */
function followSaved(desks: readonly ReloadDesk[], { onSaved, onOff }: SavedRuns): SavedFiles {
  const waiting = new Set<string>();
  const reloadNext = (): void => {
    const [runId] = waiting;
    if (runId === undefined || desks.some(({ isBusy }) => isBusy)) return;
    waiting.delete(runId);
    const asked = { runId, by: 'save', attempt: null, sourceHash: null, mayDiffer: true } as const;
    void onSaved(runId)
      .reload(asked)
      .then((outcome) => {
        // The desk reports what it tried; whoever saves a file has to know that it is of no use here.
        const isOff = outcome.code === 'reload-refused' && outcome.facts.why === 'not-isolated';
        if (isOff) onOff(outcome);
      });
  };
  return new SavedFiles({
    planned: () => desks.filter(({ isAllowed }) => isAllowed).flatMap(({ planned }) => planned),
    onSaved: (runId) => waiting.add(runId),
    onLook: reloadNext,
  });
}
