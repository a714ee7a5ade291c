import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { type TradingDay } from '../../day/trading-day.ts';
import { type Venue } from '../../kernel/venue.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type Notice } from '../../notices/notice.ts';
import { toldAt } from '../../notices/told-notice.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { type LiveDesk, openLiveDesk } from '../arming/live-desk.ts';
import { type LiveArming } from '../arming/live-arming.ts';
import { openArming, strategiesToArm } from '../arming/open-arming.ts';
import { openPreflight } from '../preflight/open-preflight.ts';
import { tapPolls } from '../preflight/polled-sight.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { VetoSources } from './veto-sources.ts';

/** What decides whether an account may enter, beside its engine. */
export interface Readiness {
  /** The day's venue, through which it sees what polls bring, and past which no entry gets that is not armed. */
  readonly venue: Venue;
  /** What entries are kept back for before anything is sent. */
  readonly vetoes: () => readonly Veto[];
  /** Watches a day that has started. */
  readonly begin: (trading: TradingDay) => void;
  /** Keeps entries back for what the stages of the day say. */
  readonly onStages: (vetoes: readonly Veto[]) => void;
  /** Strategies run other code than the day began with. */
  readonly reloaded: (strategies: readonly LoadedStrategy[]) => void;
  readonly end: () => void;
  /** Its live arming; null where none can be kept. */
  readonly live: LiveDesk | null;
}

interface DayParts extends Pick<DayJournal, 'notOurs' | 'lost'> {
  readonly venue: DayVenue;
  readonly day: CalendarDay;
  readonly knowledge: MarketKnowledge;
  /** Those of the platform: what runs in shadow needs no arming. */
  readonly atPlatform: readonly LoadedStrategy[];
}

/** Opens it for a day that has logged in. The built-in simulator is always ready: nothing of it is outside. */
export function openReadiness(options: RunDayOptions, parts: DayParts): Readiness {
  const { venue, day } = parts;
  const { time } = venue;
  let trading: TradingDay | null = null;
  const sources = new VetoSources((vetoes) => trading?.veto(vetoes));
  const onNotice = (notice: Notice): void => trading?.note(toldAt(time.clock.nowMs(), notice));
  const view = (): ReturnType<TradingDay['view']> | null => trading?.view() ?? null;
  const isAlone = time.kind === 'paced' || options.flatten !== undefined;
  const watched = isAlone
    ? null
    : openPreflight(options, {
        ...{ ...parts, time, view, onNotice },
        onVetoes: (vetoes) => {
          sources.set('preflight', vetoes);
        },
      });
  const arming = openArming(
    { ...options, strategies: parts.atPlatform },
    {
      ...{ day, onNotice, clock: time.clock, books: view },
      onVetoes: (vetoes) => {
        sources.set('arming', vetoes);
      },
    },
  );
  watched?.watch.look();
  arming?.look();
  const seen = watched?.venue ?? venue.venue;
  return {
    venue: arming === null ? seen : armedVenue(arming, seen),
    vetoes: () => sources.all(),
    live: openLiveDesk(options, () => arming?.look()),
    onStages: (vetoes) => {
      sources.set('stage', vetoes);
    },
    begin: (started) => {
      trading = started;
      watched?.watch.look();
      watched?.watch.begin();
      arming?.begin();
    },
    reloaded: reloadedIn(arming, options, day),
    end: () => {
      trading = null;
      watched?.watch.end();
      arming?.end();
    },
  };
}

function armedVenue(arming: NonNullable<ReturnType<typeof openArming>>, seen: Venue): Venue {
  const tapped = tapPolls(seen, (of) => {
    arming.take(of);
  });
  return arming.guard(tapped);
}

function reloadedIn(
  arming: LiveArming | null,
  { settings }: RunDayOptions,
  { date }: CalendarDay,
): Readiness['reloaded'] {
  return (strategies) => {
    arming?.reloaded(strategiesToArm(settings, strategies, date));
  };
}
