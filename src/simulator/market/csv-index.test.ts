import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { instantAt, istClock } from '../../model/ist.ts';
import { parseIndexCsv, type CsvIndex } from './csv-index.ts';
import { CSV_HEADER, csvDay, csvRow } from './testing/index-csv.ts';
import { shortCalendar } from './testing/short-calendar.ts';

const FRIDAY = '2024-03-01';
const SPLIT = '2024-03-02';
const MONDAY = '2024-03-04';
const calendar = shortCalendar({
  [SPLIT]: [
    ['09:15', '10:00'],
    ['11:30', '12:30'],
  ],
});
const friday = csvDay(calendar, FRIDAY);

function parse(rows: readonly string[], header = CSV_HEADER): CsvIndex {
  return parseIndexCsv([header, ...rows, ''].join('\n'), calendar);
}

/** The ordinary Friday with one row changed. Rows are numbered from 0; row 0 is on line 2. */
function withRow(place: number, ...rows: readonly string[]): CsvIndex {
  return parse(friday.toSpliced(place, 1, ...rows));
}

function minute(clock: string): number {
  return instantAt(FRIDAY, clock);
}

describe('a clean file', () => {
  it('gives every bar and no problem', () => {
    const { days, problems, rows } = parse([...friday, ...csvDay(calendar, SPLIT)]);
    expect(problems).toEqual([]);
    expect(rows).toBe(375 + 105);
    expect(days.map(({ date, bars }) => [date, bars.length])).toEqual([
      [FRIDAY, 375],
      [SPLIT, 105],
    ]);
    expect(days[0]?.bars[1]).toEqual({
      startMs: minute('09:16'),
      openPaise: 2_200_050,
      highPaise: 2_200_250,
      lowPaise: 2_199_950,
      closePaise: 2_200_100,
    });
  });

  it.each([
    ['byte order mark and CRLF', `\uFEFF${[CSV_HEADER, ...friday].join('\r\n')}\r\n`],
    ['no line break at the end', [CSV_HEADER, ...friday].join('\n')],
    ['blank lines', [CSV_HEADER, '', ...friday, '  ', ''].join('\n')],
    ['a space in timestamps', [CSV_HEADER, ...friday].join('\n').replaceAll('T', ' ')],
    ['no offset: IST', [CSV_HEADER, ...friday].join('\n').replaceAll('+05:30', '')],
    ['an offset without colon', [CSV_HEADER, ...friday].join('\n').replaceAll('+05:30', '+0530')],
    ['milliseconds', [CSV_HEADER, ...friday].join('\n').replaceAll('+05:30', '.000+05:30')],
    [
      'quotes and spaces',
      [CSV_HEADER, ...friday.map((row) => `"${row.replaceAll(',', '" , "')}"`)].join('\n'),
    ],
    [
      'other column order, case and extra columns',
      [
        'Volume,Close,LOW,high,Open,DateTime',
        ...friday.map((row) => `7,${row.split(',').toReversed().join(',')}`),
      ].join('\n'),
    ],
  ])('may have %s', (_what, text) => {
    expect(parseIndexCsv(text, calendar)).toEqual(parse(friday));
  });

  it('may have timestamps in another zone', () => {
    const inUtc = friday.map((row) => {
      const [timestamp = '', ...prices] = row.split(',');
      return [new Date(timestamp).toISOString(), ...prices].join(',');
    });
    expect(parse(inUtc)).toEqual(parse(friday));
  });
});

describe('a problem is reported with its line and kind', () => {
  it.each([
    ['empty file', ''],
    ['header without a column', 'timestamp,open,high,low\n'],
    ['column twice', 'timestamp,open,open,high,low,close\n'],
    ['rows without a header', friday.join('\n')],
  ])('header: %s', (_what, text) => {
    const { days, problems } = parseIndexCsv(text, calendar);
    expect(days).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 1, kind: 'header' });
  });

  it('header: no rows below it', () => {
    expect(parse([]).problems).toMatchObject([{ kind: 'header' }]);
  });

  it.each([
    ['too few fields', `${FRIDAY}T09:20:00+05:30,1,2,3`],
    ['too many fields', `${FRIDAY}T09:20:00+05:30,1,2,1,2,9`],
    ['no number', csvRow(minute('09:20'), [1, 2, 1, 2]).replace('2.00', 'two')],
    ['no finite number', csvRow(minute('09:20'), [1, 2, 1, 2]).replace('2.00', 'NaN')],
    ['an exponent', csvRow(minute('09:20'), [1, 2, 1, 2]).replace('2.00', '2e4')],
    ['a negative price', csvRow(minute('09:20'), [1, 2, -1, 2])],
    ['a price of 0', csvRow(minute('09:20'), [0, 0, 0, 0])],
    ['an empty price', csvRow(minute('09:20'), [1, 2, 1, 2]).replace('2.00', '')],
    ['a price beyond reason', csvRow(minute('09:20'), [1, 2e7, 1, 2])],
    ['no such hour', `${FRIDAY}T24:20:00+05:30,1,2,1,2`],
    ['a month that is none', `2024-13-01T09:20:00+05:30,1,2,1,2`],
    ['a day that is none', `2024-02-30T09:20:00+05:30,1,2,1,2`],
    ['an unknown zone', `${FRIDAY}T09:20:00 IST,1,2,1,2`],
    ['an impossible offset', `${FRIDAY}T09:20:00+25:00,1,2,1,2`],
    ['seconds', `${FRIDAY}T09:20:30+05:30,1,2,1,2`],
    ['garbage', '\u0000\uFFFD'],
  ])('malformed: %s', (_what, row) => {
    const { days, problems } = withRow(5, row);
    expect(problems).toMatchObject([
      { line: 7, kind: 'malformed' },
      { line: 8, kind: 'gap', date: FRIDAY, detail: '1 minute missing, 09:20:00 to 09:21:00' },
    ]);
    expect(days[0]?.bars).toHaveLength(374);
  });

  it.each([
    ['high below low', [100, 99, 101, 100]],
    ['open above high', [103, 102, 100, 101]],
    ['open below low', [99, 102, 100, 101]],
    ['close above high', [101, 102, 100, 103]],
    ['close below low', [101, 102, 100, 99]],
  ])('inconsistent: %s', (_what, prices) => {
    const { days, problems } = withRow(5, csvRow(minute('09:20'), prices));
    expect(problems).toMatchObject([
      { line: 7, date: FRIDAY, kind: 'inconsistent' },
      { line: 8, kind: 'gap' },
    ]);
    expect(days[0]?.bars).toHaveLength(374);
  });

  it('duplicate: the first row counts, and the second says whether it differs', () => {
    const row = friday[5] ?? '';
    const other = csvRow(minute('09:20'), [22_000, 22_010, 21_990, 22_001]);
    const { days, problems } = withRow(5, row, row, other);
    expect(problems).toMatchObject([
      { line: 8, kind: 'duplicate', detail: 'Line 7 already gives 09:20:00, with the same prices' },
      { line: 9, kind: 'duplicate', detail: 'Line 7 already gives 09:20:00, with other prices' },
    ]);
    expect(days).toEqual(parse(friday).days);
  });

  it('disorder: the row is put in its place', () => {
    const swapped = friday.with(5, friday[6] ?? '').with(6, friday[5] ?? '');
    const { days, problems } = parse(swapped);
    expect(problems).toMatchObject([{ line: 8, date: FRIDAY, kind: 'disorder' }]);
    expect(days).toEqual(parse(friday).days);
  });

  it('implausible: a move that a circuit breaker would have stopped is kept', () => {
    const { days, problems } = withRow(5, csvRow(minute('09:20'), [2200, 2201, 2199, 2200]));
    expect(problems).toMatchObject([
      { line: 7, kind: 'implausible' },
      { line: 8, kind: 'implausible' },
    ]);
    expect(days[0]?.bars).toHaveLength(375);
  });

  it('gap: at the open, within, and at the close', () => {
    const { problems } = parse(
      friday.filter((_, place) => place > 2 && ![100, 101].includes(place) && place < 370),
    );
    expect(problems).toMatchObject([
      { line: 2, kind: 'gap', detail: '3 minutes missing, 09:15:00 to 09:18:00' },
      { line: 99, kind: 'gap', detail: '2 minutes missing, 10:55:00 to 10:57:00' },
      { line: 366, kind: 'gap', detail: '5 minutes missing, 15:25:00 to 15:30:00' },
    ]);
  });

  it('gap: the pause of a split day is none', () => {
    const rows = csvDay(calendar, SPLIT).slice(0, 50);
    expect(parse(rows).problems).toMatchObject([
      { date: SPLIT, kind: 'gap', detail: '55 minutes missing, 11:35:00 to 12:30:00' },
    ]);
  });

  it('out-of-session: rows that run past the close are kept apart', () => {
    const late = Array.from({ length: 167 }, (_, place) =>
      csvRow(minute('15:30') + place * 60_000, [22_190, 22_190, 22_190, 22_190]),
    );
    const { days, problems } = parse([...friday, ...late]);
    expect(problems).toMatchObject([{ line: 377, date: FRIDAY, kind: 'out-of-session' }]);
    expect(problems[0]?.detail).toContain('167 rows');
    expect(problems[0]?.detail).toContain('15:30:00 to 18:16:00');
    expect(days[0]?.bars).toHaveLength(375);
    expect(days[0]?.barsOutside).toHaveLength(167);
  });

  it('closed-day: rows on a Sunday', () => {
    const sunday = csvRow(instantAt('2024-03-03', '10:00'), [1, 1, 1, 1]);
    const { days, problems } = parse([sunday]);
    expect(problems).toMatchObject([{ line: 2, date: '2024-03-03', kind: 'closed-day' }]);
    expect(days).toMatchObject([{ bars: [], barsOutside: [{ openPaise: 100 }] }]);
  });

  it('missing-day: trading days between the dates of the file, weekends not', () => {
    const { problems } = parse([...friday, ...csvDay(calendar, '2024-03-06')]);
    expect(problems).toMatchObject([
      { line: 377, date: SPLIT, kind: 'missing-day' },
      { line: 377, date: MONDAY, kind: 'missing-day' },
      { line: 377, date: '2024-03-05', kind: 'missing-day' },
    ]);
  });
});

const PRICES = fc.tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: 0, max: 5 })));
const ANY_ROW = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 800 }), PRICES)
    .map(([at, prices]) => csvRow(minute('04:00') + at * 60_000, prices)),
  fc.string(),
);

describe('any file', () => {
  it('is read without a throw and without a row that vanishes', () => {
    fc.assert(
      fc.property(fc.array(ANY_ROW, { maxLength: 60 }), (given) => {
        const lines = given.map((row) => row.replaceAll(/[\r\n]/g, ' '));
        const { days, problems, rows } = parse(lines);
        const kept = days.flatMap((day) => [...day.bars, ...day.barsOutside]).length;
        const left = problems.filter(({ kind }) =>
          ['malformed', 'inconsistent', 'duplicate'].includes(kind),
        ).length;
        expect(kept + left).toBe(rows);
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same days in whatever order its rows come', () => {
    const rows = friday.slice(0, 20);
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(parse(shuffled).days).toEqual(parse(rows).days);
      }),
    );
  });

  it('keeps every problem: behind a thousand bad rows a day is still told from a sound one', () => {
    const { problems } = parse(Array.from({ length: 1500 }, () => 'x'));
    expect(problems).toHaveLength(1500);
  });
});

it('rounds prices with more than two decimals to the nearest paisa', () => {
  const row = csvRow(minute('09:15'), [1, 2, 1, 2])
    .replace('1.00', '21727.754999')
    .replace(',2.00', ',30000.005')
    .replace(',1.00', ',20000.1');
  const [bar] = parse([row.replace(/2\.00$/, '20001')]).days[0]?.bars ?? [];
  expect(bar).toMatchObject({
    openPaise: 2_172_775,
    highPaise: 3_000_001,
    lowPaise: 2_000_010,
    closePaise: 2_000_100,
  });
  expect(istClock(bar?.startMs ?? 0)).toBe('09:15:00');
});
