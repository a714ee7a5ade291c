import { type PriceProblemKind } from '../../src/market/price-files/price-problems.ts';
import { type ReadPricesOptions } from '../../src/market/price-files/read-prices.ts';
import { barLines, indexCsv } from './index-csv.ts';

const DATE = '2024-04-16';
const day = barLines(DATE);
const HEADER = 'timestamp,open,high,low,close';

/** How the problem is told: kind, line, what is wrong, what was found, what is allowed. */
type Told = readonly [
  kind: PriceProblemKind,
  line: number,
  what: string,
  found: string,
  allowed: string,
];

/** A file of prices with one thing wrong. */
export interface MalformedFile {
  readonly name: string;
  readonly text: string;
  readonly options?: Partial<ReadPricesOptions>;
  readonly told: Told;
  /** How often, where it is not once. */
  readonly times?: number;
  /** Bars that are left in sessions, of 375. */
  readonly bars: number;
}

/** A sound day with the row of 09:20, on line 7, changed. */
function withRow(change: (cells: readonly string[]) => readonly string[], lines = day): string {
  return indexCsv(lines.with(5, change(lines[5]?.split(',') ?? []).join(',')));
}

const of = (symbol: string, lines: readonly string[] = day): string =>
  [`symbol,${HEADER}`, ...lines.map((line) => `${symbol},${line}`), ''].join('\n');

/** Every kind of problem, at least once. */
export const MALFORMED_FILES: readonly MalformedFile[] = [
  {
    name: 'an empty file',
    text: '',
    told: ['empty-file', 1, 'File is empty', 'no line', 'a header and at least one row'],
    bars: 0,
  },
  {
    name: 'a header alone',
    text: `${HEADER}\n`,
    told: ['empty-file', 1, 'File has no row', 'only a header', 'at least one row'],
    bars: 0,
  },
  {
    name: 'a binary file',
    text: '\u0000\u0001\u0002',
    told: ['binary-file', 1, 'File is no text', 'bytes that are no text', 'CSV or JSON Lines'],
    bars: 0,
  },
  {
    name: 'a spreadsheet',
    text: 'PK\u0003\u0004sheet',
    told: ['binary-file', 1, 'File is no text', 'a zip or spreadsheet file', 'unpacked'],
    bars: 0,
  },
  {
    name: 'no header',
    text: day.join('\n'),
    told: ['header', 1, 'File has no header', `"${DATE}T09:15:00`, 'names of columns'],
    bars: 0,
  },
  {
    name: 'a header without a column',
    text: indexCsv(day).replace(',close', ',closing'),
    told: [
      'header',
      1,
      'Header lacks close',
      '"timestamp,open,high,low,closing"',
      '--columns close=NAME',
    ],
    bars: 0,
  },
  {
    name: 'a column twice',
    text: indexCsv(day).replace('open,high', 'open,open'),
    told: ['header', 1, 'Header has a column twice', '"open"', 'each column once'],
    bars: 0,
  },
  {
    name: 'a column that is named and absent',
    text: indexCsv(day),
    options: { columns: { close: 'settle' } },
    told: ['header', 1, 'lacks the column given for close, "settle"', HEADER, 'timestamp, open'],
    bars: 0,
  },
  {
    name: 'JSON that is no JSON Lines',
    text: '[\n{"timestamp": 1}\n]\n',
    told: ['header', 1, 'First line is no header', '"["', 'one JSON object a line'],
    bars: 0,
  },
  {
    name: 'a column that nobody knows',
    text: [`${HEADER},mood`, ...day.map((line) => `${line},good`), ''].join('\n'),
    told: ['unknown-column', 1, 'Column is not known and is ignored', '"mood"', 'volume'],
    bars: 375,
  },
  {
    name: 'a field too few',
    text: withRow((cells) => cells.slice(0, 4)),
    told: ['fields', 7, 'another number of fields', '4', '5, as in the header'],
    bars: 374,
  },
  {
    name: 'a file that was cut off',
    text: indexCsv(day).slice(0, -12),
    told: ['truncated', 376, 'File ends within a row', '', '5, as in the header'],
    bars: 374,
  },
  {
    name: 'a row of another format',
    text: withRow(() => [JSON.stringify({ timestamp: 1, open: 2 })]),
    told: ['mixed-format', 7, 'Row is of another format', '{"timestamp":1', 'separated values'],
    bars: 374,
  },
  {
    name: 'a header in the middle',
    text: withRow(() => [HEADER]),
    told: ['repeated-header', 7, 'Header comes again', `"${HEADER}"`, 'on the first line'],
    bars: 374,
  },
  {
    name: 'a time that is none',
    text: withRow((cells) => ['2024-04-31T09:20', ...cells.slice(1)]),
    told: ['bad-time', 7, 'Time cannot be read', '"2024-04-31T09:20"', 'day first'],
    bars: 374,
  },
  {
    name: 'a time within a minute',
    text: withRow((cells) => [`${DATE}T09:20:59`, ...cells.slice(1)]),
    told: ['bad-time', 7, 'within a minute', '09:20:59', '--stamp end'],
    bars: 374,
  },
  {
    name: 'times written in two ways',
    text: withRow((cells) => [`${DATE} 09:20`, ...cells.slice(1)]),
    told: ['mixed-time', 7, 'read as 09:20:00 IST', `"${DATE} 09:20"`, 'one way in a file'],
    bars: 375,
  },
  {
    name: 'a day to come',
    text: withRow((cells) => ['2042-04-16T09:20:00+05:30', ...cells.slice(1)]),
    options: { today: '2026-10-01' },
    told: ['future-date', 7, 'Prices of a day to come', '2042-04-16', '2026-10-01'],
    bars: 374,
  },
  {
    name: 'text for a price',
    text: withRow((cells) => cells.with(1, 'n/a')),
    told: ['bad-number', 7, 'Price "open" is not a number', '"n/a"', 'above 0, such as 21727.75'],
    bars: 374,
  },
  {
    name: 'NaN for a price',
    text: withRow((cells) => cells.with(2, 'NaN')),
    told: ['bad-number', 7, 'Price "high" is not a number', '"NaN"', 'plain decimal'],
    bars: 374,
  },
  {
    name: 'no price',
    text: withRow((cells) => cells.with(4, '')),
    told: ['bad-number', 7, 'Price "close" is not a number', '""', 'plain decimal'],
    bars: 374,
  },
  {
    name: 'an exponent',
    text: withRow((cells) => cells.with(4, '2.2e4')),
    told: ['bad-number', 7, 'Price "close" is not a number', '"2.2e4"', 'plain decimal'],
    bars: 374,
  },
  {
    name: 'a price below 0',
    text: withRow((cells) => cells.with(3, '-5')),
    told: ['not-positive', 7, 'Price "low" is not above 0', '"-5"', 'above 0'],
    bars: 374,
  },
  {
    name: 'a price of 0',
    text: withRow((cells) => cells.with(3, '0.00')),
    told: ['not-positive', 7, 'Price "low" is not above 0', '"0.00"', 'above 0'],
    bars: 374,
  },
  {
    name: 'a price beyond reason',
    text: withRow((cells) => cells.with(2, '99999999999')),
    told: ['too-high', 7, 'beyond any index', '"99999999999"', '10000000 rupees'],
    bars: 374,
  },
  {
    name: 'too many decimals',
    text: withRow((cells) => cells.with(4, `${cells[4] ?? ''}4`)),
    told: ['decimals', 7, 'has parts of a paisa', '4"', 'at most two decimals'],
    bars: 375,
  },
  {
    name: 'a high below the low',
    text: withRow((cells) => cells.with(2, '21000').with(3, '23000')),
    told: ['inconsistent', 7, 'Bar contradicts itself', 'high 21000.00', 'from low to high'],
    bars: 374,
  },
  {
    name: 'a close outside of its bar',
    text: withRow((cells) => cells.with(4, '29000.00')),
    told: ['inconsistent', 7, 'Bar contradicts itself', 'close 29000.00', 'from low to high'],
    bars: 374,
  },
  {
    name: 'a bid above the ask',
    text: ['time,ltp,bid,ask', `${DATE} 09:15:03,100,101,99`].join('\n'),
    told: ['crossed-quote', 2, 'Bid is above the ask', 'bid ₹101.00', 'bid up to the ask'],
    bars: 1,
  },
  {
    name: 'a symbol that nobody knows',
    text: `${of('NIFTY')}INFY,${day[0] ?? ''}\n`,
    told: ['unknown-symbol', 377, 'Symbol is not known', '"INFY"', 'NIFTY250417C23000'],
    bars: 375,
  },
  {
    name: 'a contract that was never listed',
    text: `${of('NIFTY')}NIFTY240417C22000,${day[0] ?? ''}\n`,
    told: ['unlisted-contract', 377, 'not listed on 2024-04-16', '2024-04-17', '2024-04-18'],
    bars: 375,
  },
  {
    name: 'a contract that has expired',
    text: `${of('NIFTY')}NIFTY240411C22000,${day[0] ?? ''}\n`,
    told: ['after-expiry', 377, 'after its expiry', DATE, 'dates up to 2024-04-11'],
    bars: 375,
  },
  {
    name: 'a minute twice',
    text: indexCsv(day.toSpliced(6, 0, day[5] ?? '')),
    told: ['duplicate', 8, 'Line 7 already gives 09:20:00', 'the same prices', 'one row a minute'],
    bars: 375,
  },
  {
    name: 'rows out of order',
    text: indexCsv(day.with(5, day[6] ?? '').with(6, day[5] ?? '')),
    told: ['disorder', 8, 'Row comes after a later one', `${DATE} 09:20:00`, 'as on line 7'],
    bars: 375,
  },
  {
    name: 'a price that jumps',
    text: withRow((cells) => [cells[0] ?? '', '2200', '2201', '2199', '2200']),
    told: ['implausible', 7, 'Close moves further', '% of the price since line 6', '20 % a day'],
    // There, and back again.
    times: 2,
    bars: 375,
  },
  {
    name: 'minutes that are missing',
    text: indexCsv(day.toSpliced(5, 3)),
    told: ['gap', 7, '3 minutes without a row', 'none from 09:20:00 to 09:23:00', 'each minute'],
    bars: 372,
  },
  {
    name: 'rows after the close',
    text: indexCsv([...day, (day.at(-1) ?? '').replace('15:29', '17:00')]),
    told: ['out-of-session', 377, 'outside the sessions', 'from 17:00:00', '09:15:00 to 15:30:00'],
    bars: 375,
  },
  {
    name: 'rows of a holiday',
    text: indexCsv([...day, (day[5] ?? '').replace(DATE, '2024-04-17')]),
    told: ['closed-day', 377, 'Market was closed (', '1 row', 'trading days'],
    bars: 375,
  },
  {
    name: 'a trading day that is missing',
    text: indexCsv([...day, (day[5] ?? '').replace(DATE, '2024-04-19')]),
    told: ['missing-day', 377, 'Trading day is missing', 'no row', 'rows of 2024-04-18'],
    bars: 376,
  },
];
