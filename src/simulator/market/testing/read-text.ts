import { type ContractRules } from '../../../model/calendar.ts';
import { instantAt } from '../../../model/ist.ts';
import { type BarDay } from '../bar.ts';
import { readPrices, type ReadPricesOptions } from '../prices/read-prices.ts';
import { type RecordedPrices } from '../prices/recorded-prices.ts';
import { CSV_HEADER, csvDay } from './index-csv.ts';
import { shortCalendar } from './short-calendar.ts';
import { shortRules } from './short-rules.ts';

/** A trading day of tests. */
export const FRIDAY = '2024-03-01';
/** A day of two sessions, after it. */
export const SPLIT = '2024-03-02';

const EXPIRIES = ['2024-03-07', '2024-03-14', '2024-03-21', '2024-03-28', '2024-04-25'];

/** Weekdays, and the split Saturday. */
export const calendar = shortCalendar({
  [SPLIT]: [
    ['09:15', '10:00'],
    ['11:30', '12:30'],
  ],
});

/** NIFTY and BANKNIFTY with the expiries of March 2024. */
export const rules: ContractRules = {
  ...shortRules,
  underlyings: ['NIFTY', 'BANKNIFTY'],
  expiries: (_underlying, date) => EXPIRIES.filter((expiry) => expiry >= date),
  isMonthlyExpiry: (_underlying, expiry) => EXPIRIES.includes(expiry) && expiry > '2024-03-21',
};

/** The rows of a whole sound day. */
export const friday = csvDay(calendar, FRIDAY);

/** Reads one file. */
export function readText(
  text: string,
  options: Partial<ReadPricesOptions> = {},
  path = 'nifty.csv',
): Promise<RecordedPrices> {
  return readPrices([{ path, text }], { calendar, rules, ...options });
}

/** Reads rows of minute bars of NIFTY. */
export function readRows(
  rows: readonly string[],
  options: Partial<ReadPricesOptions> = {},
): Promise<RecordedPrices> {
  return readText([CSV_HEADER, ...rows, ''].join('\n'), options);
}

/** The instant of a clock time on the Friday. */
export function minute(clock: string): number {
  return instantAt(FRIDAY, clock);
}

/** Days as plain data, to be compared. */
export function plainDays(days: readonly BarDay[] = []): unknown {
  return days.map(({ date, bars, barsOutside }) => ({ date, bars, barsOutside }));
}
