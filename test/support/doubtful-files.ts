import { barLines, indexCsv } from './index-csv.ts';
import { type MalformedFile } from './malformed-files.ts';

const DATE = '2024-04-16';
const day = barLines(DATE);

const stamped = (lines: readonly string[], stamp: (atMs: number) => string): readonly string[] =>
  lines.map((line) => line.replace(/^[^,]+/, (text) => stamp(Date.parse(text))));
const utc = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19);

/** Files whose rows read well one by one, and that look wrong as a whole. */
export const DOUBTFUL_FILES: readonly MalformedFile[] = [
  {
    name: 'dates before the tables begin',
    text: indexCsv([...day.map((line) => line.replace(DATE, '2023-08-14')), ...day]),
    told: ['too-early', 2, 'too early', '375 rows of 2023-08-14', '2024-01-01 or later: before it'],
    bars: 375,
  },
  {
    name: 'times of another zone',
    text: indexCsv(stamped(day, utc)),
    told: ['wrong-zone', 2, 'another zone', '03:45:00 to 09:59:00 IST', '--time-zone UTC'],
    bars: 45,
  },
  {
    name: 'bars stamped at their end',
    text: indexCsv(stamped(day, (atMs) => new Date(atMs + 60_000).toISOString())),
    told: ['wrong-stamp', 376, 'stamped at their end', 'a minute after the open', '--stamp end'],
    bars: 374,
  },
];
