import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { type TradingDay } from '../../day/trading-day.ts';
import { type Venue } from '../../kernel/venue.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { toldAt } from '../../notices/told-notice.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { type WatchedDay, openPreflight } from '../preflight/open-preflight.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { VetoSources } from './veto-sources.ts';

/** What decides whether an account may enter, beside its engine. */
export interface Readiness {
  /** The day's venue, through which it sees what polls bring. */
  readonly venue: Venue;
  /** What entries are kept back for before anything is sent. */
  readonly vetoes: () => readonly Veto[];
  /** Watches a day that has started. */
  readonly begin: (trading: TradingDay) => void;
  readonly end: () => void;
}

interface DayParts extends Pick<DayJournal, 'notOurs' | 'lost'> {
  readonly venue: DayVenue;
  readonly day: CalendarDay;
  readonly knowledge: MarketKnowledge;
}

/** Opens it for a day that has logged in. The built-in simulator is always ready: nothing of it is outside. */
export function openReadiness(options: RunDayOptions, parts: DayParts): Readiness {
  const { venue } = parts;
  const { time } = venue;
  let trading: TradingDay | null = null;
  const sources = new VetoSources((vetoes) => trading?.veto(vetoes));
  const watched =
    time.kind === 'paced' || options.flatten !== undefined
      ? null
      : openPreflight(options, {
          ...parts,
          time,
          view: () => trading?.view() ?? null,
          onVetoes: (vetoes) => {
            sources.set('preflight', vetoes);
          },
          onNotice: (notice) => trading?.note(toldAt(time.clock.nowMs(), notice)),
        });
  watched?.watch.look();
  return {
    venue: watched?.venue ?? venue.venue,
    vetoes: () => sources.all(),
    begin: (started) => {
      trading = started;
      begin(watched);
    },
    end: () => {
      trading = null;
      watched?.watch.end();
    },
  };
}

function begin(watched: WatchedDay | null): void {
  watched?.watch.look();
  watched?.watch.begin();
}
