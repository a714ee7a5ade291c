import { type Calendar } from '../model/time/calendar.ts';
import { type IstDate } from '../model/time/ist.ts';
import { BAR_PATH_ASSUMPTION, stepsOfBars } from './bar-path.ts';
import { createStepDay, type IndexDay, type IndexPath } from './index-path.ts';
import { type BarDay, rangeOf } from './minute-bar.ts';
import { expectedVolatilities, rememberedLevels } from './option-pricing/bar-volatility.ts';
import { PRICING_MODEL, type PricingModel } from './option-pricing/pricing-model.ts';
import { varianceDaysOf } from './option-pricing/scheduled-events.ts';
import { placeAmong } from '../base/place-among.ts';
import { RecentDays } from './recent-days.ts';

/** What recorded indexes are made from. */
export interface BarIndexOptions {
  /** Days of bars by underlying, ascending by date. */
  readonly days: Readonly<Record<string, readonly BarDay[]>>;
  readonly calendar: Calendar;
  /** How volatility is estimated from the days. @default PRICING_MODEL */
  readonly pricing?: PricingModel;
}

/** The days of one underlying. */
interface History {
  readonly days: readonly BarDay[];
  readonly dates: readonly IstDate[];
  readonly volatilities: readonly (number | null)[];
  readonly rememberedPaise: readonly (number | null)[];
  /** Of the steps of the last day that was built. */
  offsetsMs: Int32Array;
}

/** Index levels from recorded minute bars. Bars outside the sessions of their day never count. */
export function createRecordedIndex({
  days: given,
  calendar,
  pricing = PRICING_MODEL,
}: BarIndexOptions): IndexPath {
  const histories = new Map(
    Object.entries(given).map(([underlying, days]) => [
      underlying,
      historyOf(days, { calendar, pricing }),
    ]),
  );
  const days = new RecentDays((underlying, date) => {
    const history = histories.get(underlying);
    return history === undefined ? null : dayOf(history, date, calendar);
  });
  return {
    underlyings: [...histories.keys()],
    day: (underlying, date) => days.get(underlying, date),
    referencePaise: (underlying, date) => {
      const history = histories.get(underlying);
      return history === undefined ? null : referenceOf(history, date);
    },
    assumptions: [
      BAR_PATH_ASSUMPTION,
      'In minutes without a bar the index and its contracts have no price; between the sessions of a split day the index keeps its last level',
    ],
  };
}

function historyOf(
  all: readonly BarDay[],
  { calendar, pricing }: { readonly calendar: Calendar; readonly pricing: PricingModel },
): History {
  const { events, surpriseMax, moveKept } = pricing;
  const days = all.filter((day) => rangeOf(day) !== null);
  return {
    days,
    dates: days.map(({ date }) => date),
    volatilities: expectedVolatilities(days, {
      isToken: ({ date }) => calendar.day(date).isMuhurat === true,
      weightOf: ({ date }) => varianceDaysOf(events, date)(date),
      surpriseMax,
    }),
    rememberedPaise: rememberedLevels(days, moveKept),
    offsetsMs: new Int32Array(0),
  };
}

/** Number of the first date that is not before the given one. */
function placeOf(dates: readonly IstDate[], date: IstDate): number {
  return placeAmong(dates.length, (place) => (dates[place] ?? '') < date);
}

/** The close before the date; where nothing came before, the first open there is. */
function referenceOf({ days, dates }: History, date: IstDate): number | null {
  const place = placeOf(dates, date);
  const [before, day] = [days[place - 1], days[place]];
  if (before !== undefined) return rangeOf(before)?.closePaise ?? null;
  return day === undefined ? null : (rangeOf(day)?.openPaise ?? null);
}

function dayOf(history: History, date: IstDate, calendar: Calendar): IndexDay | null {
  const place = placeOf(history.dates, date);
  const day = history.days[place];
  const referencePaise = referenceOf(history, date);
  if (day?.date !== date || referencePaise === null) return null;
  const { sessions } = calendar.day(date);
  // A stretch without bars is a gap only where a session would have had some.
  const isGap = (fromMs: number, toMs: number): boolean =>
    sessions.some(({ startMs, endMs }) => Math.max(startMs, fromMs) < Math.min(endMs, toMs));
  const steps = stepsOfBars(day.bars, isGap, history.offsetsMs);
  ({ offsetsMs: history.offsetsMs } = steps.times);
  const volatility = history.volatilities[place] ?? null;
  const rememberedPaise = history.rememberedPaise[place] ?? referencePaise;
  return createStepDay({ date, referencePaise, rememberedPaise, volatility, ...steps });
}
