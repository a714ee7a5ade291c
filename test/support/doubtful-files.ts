import { istTimestamp } from '../../src/model/time/ist.ts';
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
    text: indexCsv([...day.map((line) => line.replace(DATE, '2018-08-14')), ...day]),
    told: ['too-early', 2, 'too early', '375 rows of 2018-08-14', '2019-01-01 or later: before it'],
    bars: 375,
  },
  {
    name: 'times of another zone',
    text: indexCsv(stamped(day, utc)),
    told: ['wrong-zone', 2, 'another zone', '03:45:00 to 09:59:00 IST', '--time-zone UTC'],
    bars: 45,
  },
  {
    name: 'bars stamped at their end, which are said to be stamped at their start',
    text: indexCsv(stamped(day, (atMs) => new Date(atMs + 60_000).toISOString())),
    options: { stamp: 'start' },
    told: ['wrong-stamp', 1, 'stamped at their end', 'a row at the close', '--stamp end'],
    bars: 374,
  },
  {
    name: 'prices in paise',
    text: indexCsv(day.map((line) => line.replaceAll('.', ''))),
    told: ['wrong-unit', 2, 'too high for an index', 'a middle level of', 'look like paise'],
    bars: 375,
  },
  {
    name: 'bars of five minutes',
    text: indexCsv(day.filter((_, minute) => minute % 5 === 0)),
    told: ['wrong-interval', 2, 'bars of 5 minutes', '74 of 74 rows', 'bars of one minute'],
    bars: 75,
  },
  {
    name: 'dates with the month first',
    text: indexCsv(
      stamped(day, (atMs) =>
        istTimestamp(atMs).replace(/^(....)-(..)-(..)T(.{8}).*/, '$2/$3/$1 $4'),
      ),
    ),
    told: ['month-first', 376, 'month first', '375 rows such as "04/16/2024"', 'day first'],
    bars: 0,
  },
];
