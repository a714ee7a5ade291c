import { RECORDED_PRICING } from '../market/option-pricing/pricing-model.ts';
import { type ScheduledEvent } from '../market/option-pricing/scheduled-events.ts';
import { type RecordedPrices } from '../market/price-files/recorded-prices.ts';
import { type Calendar } from '../model/time/calendar.ts';
import { addDays, type IstDate } from '../model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestResult,
  type DayNote,
  type PricingSource,
} from '../results/backtest-result.ts';
import { daysRun } from '../results/backtest-totals.ts';
import { type PreparedBacktest } from './backtest-options.ts';

/** An event begins to count in India VIX about so many calendar days before it. */
const EVENT_NEAR_DAYS = 60;

/** Dates of which a volatility from outside has no value at the open or the close; none where there is no such volatility. */
export function datesWithoutValue(
  { volatility }: Pick<RecordedPrices, 'volatility'>,
  calendar: Calendar,
  dates: readonly IstDate[],
): readonly IstDate[] {
  if (volatility === undefined || volatility === null) return [];
  const lacks = (atMs: number): boolean => volatility.at(atMs) === null;
  return dates.filter((date) =>
    calendar.day(date).sessions.some(({ startMs, endMs }) => lacks(startMs) || lacks(endMs - 1)),
  );
}

/** How many fills were at modelled prices, and from what: a contract has its own prices on every date of a bar of its own. */
export function pricingUsed(
  { prices, world }: Pick<PreparedBacktest, 'prices' | 'world'>,
  days: BacktestResult['days'],
): Pick<BacktestResult, 'pricing'> {
  if (world.pricing === null) return {};
  const fills = days.flatMap((day) => day.fills.map(({ symbol }) => ({ symbol, date: day.date })));
  const recorded = fills.filter(({ symbol, date }) =>
    (prices.contracts.get(symbol) ?? []).some((day) => day.date === date && day.bars.length > 0),
  );
  const recordedFills = recorded.length;
  const ran = daysRun({ days }).map(({ date }) => date);
  const dates = datesWithoutValue(prices, world.knowledge.calendar, ran);
  return {
    pricing: {
      ...world.pricing,
      ...(dates.length === 0 ? {} : { withoutValue: { dates, ofDays: ran.length } }),
      modelledFills: fills.length - recordedFills,
      recordedFills,
    },
  };
}

/** A note for each day on which the volatility from outside had no value. */
export function notedWithoutValue(
  days: readonly BacktestDay[],
  { source, withoutValue }: PricingSource,
): readonly BacktestDay[] {
  const dates = new Set(withoutValue?.dates ?? []);
  const message = `${source ?? 'The volatility from outside'} has no value, so the index's own last days stand in`;
  const note: DayNote = { kind: 'warning', strategy: null, atMs: null, message, times: 1 };
  return days.map((day) =>
    dates.has(day.date) ? { ...day, notes: [...(day.notes ?? []), note] } : day,
  );
}

/** What is the model's alone around scheduled events: nights before them with India VIX, and their own days. */
export function eventSentences(
  prices: RecordedPrices,
  days: readonly { readonly date: IstDate }[],
): readonly string[] {
  return [...eventNights(prices, days), ...eventDays(prices, days)];
}

/** That premiums of an event's own day are the model's, where such a day ran. */
export function eventDays(
  { isGenerated }: Pick<RecordedPrices, 'isGenerated'>,
  days: readonly { readonly date: IstDate }[],
): readonly string[] {
  if (isGenerated === true) return [];
  const on = RECORDED_PRICING.events.filter((event) =>
    days.some(({ date }) => date === event.date),
  );
  if (on.length === 0) return [];
  return [
    `On ${namesOf(on)} what the event adds to premiums runs off with the session, whatever has been decided by then: what options earn within that day may be the model's alone`,
  ];
}

/** That nights are the model's, where days come before a scheduled event that India VIX may have in it. */
export function eventNights(
  { isGenerated, volatility }: RecordedPrices,
  days: readonly { readonly date: IstDate }[],
): readonly string[] {
  if (isGenerated === true || volatility === undefined || volatility === null) return [];
  const near = RECORDED_PRICING.events.filter((event) =>
    days.some(
      ({ date }) =>
        event.knownFrom <= date &&
        date <= event.date &&
        event.date <= addDays(date, EVENT_NEAR_DAYS),
    ),
  );
  if (near.length === 0) return [];
  return [
    `How much of India VIX is the ${namesOf(near)} is the model's estimate, which changes overnight: what options earn over the nights before may be the model's alone`,
  ];
}

function namesOf(events: readonly ScheduledEvent[]): string {
  return events.map(({ what, date }) => `${what} of ${date}`).join(', ');
}
