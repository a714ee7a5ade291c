import { progressOfDay } from '../day/day-view.ts';
import { createStrategyStores } from '../day/strategy-stores.ts';
import { type TradingDayOptions } from '../day/trading-day-options.ts';
import { TradingDay } from '../day/trading-day.ts';
import { programBuild } from '../loading/program-build.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type DayVenue } from '../venues/day-venue.ts';
import { mayChangeOrders, watchesOf } from './drive-day.ts';
import { type KeptSources } from './evidence/kept-sources.ts';
import { openStrategyHost } from './isolation/open-strategy-host.ts';
import { type LimitsOfDay } from './limits-of-day.ts';
import { type Readiness } from './readiness/open-readiness.ts';
import { type RunDayOptions } from './run-day-options.ts';

/** What a day of an account is made with. */
export interface TradingParts {
  readonly knowledge: MarketKnowledge;
  readonly venue: DayVenue;
  readonly day: CalendarDay;
  readonly journal: ReadableJournal;
  readonly kept: Pick<LimitsOfDay, 'limits'>;
  readonly sources: Pick<KeptSources, 'find'> | null;
}

/** What else belongs to one process. */
export type TradingOwn = Pick<TradingDayOptions, 'log' | 'onAnswer' | 'strategies'> & {
  readonly readiness: Pick<Readiness, 'venue'>;
};

/** Makes the day of an account: nothing runs yet. */
export function createTrading(
  options: RunDayOptions,
  { knowledge, venue, day, journal, kept, sources }: TradingParts,
  { readiness, ...own }: TradingOwn,
): TradingDay {
  const { settings, onProgress, onNotice, flatten } = options;
  const tellProgress = (): void => {
    onProgress?.(progressOfDay({ trading, venue, day, settings }));
  };
  const trading: TradingDay = new TradingDay({
    ...options,
    ...own,
    ...openStrategyHost({ ...options, ...own, ...venue, sources, trading: () => trading }),
    day,
    mode: settings.mode,
    account: settings.account,
    brokerId: venue.brokerId,
    seed: settings.simulator.seed,
    knowledge,
    venue: readiness.venue,
    clock: venue.time.clock,
    requests: venue.time.kind === 'paced' ? 'in-order' : 'at-once',
    ...watchesOf(venue.time),
    limits: kept.limits,
    stores: createStrategyStores(),
    journal,
    build: programBuild(),
    ...(flatten === undefined ? {} : { codeless: flatten }),
    indices: knowledge.rules.underlyings,
    onEntry: (entry) => {
      if (mayChangeOrders(entry)) tellProgress();
    },
    onNotice: (notice) => {
      tellProgress();
      onNotice?.(notice);
    },
  });
  return trading;
}
