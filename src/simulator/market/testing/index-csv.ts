import { type Calendar } from '../../../model/calendar.ts';
import { istTimestamp, type IstDate } from '../../../model/ist.ts';

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
