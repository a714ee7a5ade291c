import { type Calendar, type ContractRules } from '../../src/model/time/calendar.ts';
import { instantAt, type IstDate, istTimestamp } from '../../src/model/time/ist.ts';
import { type BarDay } from '../../src/market/minute-bar.ts';
import { readPrices, type ReadPricesOptions } from '../../src/market/price-files/read-prices.ts';
import { type RecordedPrices } from '../../src/market/price-files/recorded-prices.ts';
import { shortCalendar, shortRules } from './short-tables.ts';

/** Header of the files that tests write. */
export const CSV_HEADER = 'timestamp,open,high,low,close';

/** One row: minute start and prices in rupees. */
export function csvRow(startMs: number, prices: readonly number[]): string {
  const timestamp = istTimestamp(startMs).replace('.000', '');
  return [timestamp, ...prices.map((price) => price.toFixed(2))].join(',');
}

/** A row for every minute of the date's sessions; the index climbs 0.50 a minute from `fromRupees`. */
export function csvDay(calendar: Calendar, date: IstDate, fromRupees = 22_000): string[] {
  const rows: string[] = [];
  for (const { startMs, endMs } of calendar.day(date).sessions) {
    for (let atMs = startMs; atMs < endMs; atMs += 60_000) {
      const open = fromRupees + rows.length / 2;
      rows.push(csvRow(atMs, [open, open + 2, open - 1, open + 0.5]));
    }
  }
  return rows;
}

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
