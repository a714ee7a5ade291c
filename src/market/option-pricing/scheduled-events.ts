import { type IstDate } from '../../model/time/ist.ts';

/** A date that option prices fear beforehand: what is decided on it moves the index more than an ordinary day does. */
export interface ScheduledEvent {
  readonly date: IstDate;
  readonly what: string;
  /** From when on the date was public: before it no price may know of it. */
  readonly knownFrom: IstDate;
  /** How many ordinary days' variance options price into it, 1 or more. */
  readonly varianceDays: number;
}

/** As NIFTY options of the week before priced it in July 2024: 3.9 days (docs/option-prices.md). */
const BUDGET_DAYS = 4;
/** As they priced the count of 4 June 2024 over the days before it: 34 days at the peak, 25 to 30 most of the time. */
const ELECTION_COUNT_DAYS = 30;

/**
 * The union budgets and the counts of national elections since the tables begin. Budgets of an ordinary year come on
 * 1 February, known for years; those after an election, and the counts, from the day on that they were announced
 * (Press Information Bureau and Election Commission of India). Interim budgets decide little and are left out.
 */
export const SCHEDULED_EVENTS: readonly ScheduledEvent[] = [
  count('2019-05-23', '2019-03-10'),
  budget('2019-07-05', '2019-05-31'),
  budget('2020-02-01'),
  budget('2021-02-01'),
  budget('2022-02-01'),
  budget('2023-02-01'),
  count('2024-06-04', '2024-03-16'),
  budget('2024-07-23', '2024-07-06'),
  budget('2025-02-01'),
  budget('2026-02-01'),
];

/** How many ordinary days' variance options price into a date, as far as it was known on `today`. */
export function varianceDaysOf(
  events: readonly ScheduledEvent[],
  today: IstDate,
): (date: IstDate) => number {
  const known = events.filter(({ knownFrom }) => knownFrom <= today);
  return (date) => known.find((event) => event.date === date)?.varianceDays ?? 1;
}

/** What events add to an ordinary day's variance, in days of it, as far as they are known on `today`. */
export function knownExtraDays(
  events: readonly ScheduledEvent[],
  today: IstDate,
): readonly { readonly date: IstDate; readonly extra: number }[] {
  return events
    .filter(({ knownFrom }) => knownFrom <= today)
    .map(({ date, varianceDays }) => ({ date, extra: varianceDays - 1 }));
}

function budget(date: IstDate, knownFrom = `${date.slice(0, 4)}-01-01`): ScheduledEvent {
  return { date, what: 'union budget', knownFrom, varianceDays: BUDGET_DAYS };
}

function count(date: IstDate, knownFrom: IstDate): ScheduledEvent {
  return { date, what: 'election count', knownFrom, varianceDays: ELECTION_COUNT_DAYS };
}
