import { describe, expect, it } from 'vitest';

import { type Problem } from '../../base/problem.ts';
import { instantAt } from '../../model/time/ist.ts';
import { readVolatility, type ReadVolatility } from './read-volatility.ts';

const IST = (): number => 19_800_000;

function read(...lines: readonly string[]): Omit<ReadVolatility, 'isNamed'> | readonly string[] {
  const found = readVolatility(lines.join('\n'), { file: 'vix.csv', zone: IST });
  if (found.ok) {
    const { points, rows, every } = found.value;
    return { points, rows, every };
  }
  return found.error.map(({ message, line }) => `${String(line)}: ${message}`);
}

function refused(...rows: readonly string[]): readonly Problem[] {
  const found = readVolatility(['time,close', ...rows].join('\n'), { file: 'vix.csv', zone: IST });
  return found.ok ? [] : found.error;
}

const at = (date: string, clock: string, percent: number): object => ({
  atMs: instantAt(date, clock),
  volatility: percent / 100,
});

describe('India VIX by day', () => {
  it('counts from the close on, and its open from the open on', () => {
    expect(
      read('Date,Open,High,Low,Close', '2024-06-03,20,21,19,20.94', '2024-06-04,22.5,27,20,26.75'),
    ).toEqual({
      every: 'day',
      rows: 2,
      points: [
        at('2024-06-03', '15:30', 20.94),
        at('2024-06-04', '09:15', 22.5),
        at('2024-06-04', '15:30', 26.75),
      ],
    });
  });

  it('takes an open that repeats the close before for no value of the morning', () => {
    expect(
      read('Date,Open,High,Low,Close', '2024-06-03,20,21,19,20.94', '2024-06-04,20.94,27,20,26.75'),
    ).toMatchObject({ points: [{}, at('2024-06-04', '15:30', 26.75)] });
  });

  it.each([
    ['03-06-2024', 'Date;India VIX'],
    ['03-Jun-2024', 'date;close'],
    ['20240603', 'DATE;VIX'],
  ])('reads %s', (date, header) => {
    expect(read(header, `${date};13.5`)).toMatchObject({
      points: [at('2024-06-03', '15:30', 13.5)],
    });
  });
});

describe('India VIX by day with stamps of midnight', () => {
  it.each(['2024-06-03 00:00:00', '2024-06-03T00:00:00Z', '2024-06-03T00:00:00+05:30'])(
    'is known from the close on, not from the night before: %s',
    (stamp) => {
      expect(read('timestamp,close', `${stamp},20.94`)).toEqual({
        ...{ every: 'day', rows: 1, points: [at('2024-06-03', '15:30', 20.94)] },
      });
    },
  );
});

describe('India VIX by day with stamps of a time of day', () => {
  it.each(['09:15:00', '09:15:00+05:30', '15:30:00', '03:45:00'])(
    'is known from the close on, as one row a date is a day: %s',
    (clock) => {
      const rows = [`2024-06-03T${clock},20,21,19,20.94`, `2024-06-04T${clock},22.5,27,20,26.75`];
      expect(read('time,open,high,low,close', ...rows)).toEqual({
        ...{ every: 'day', rows: 2 },
        points: [
          at('2024-06-03', '15:30', 20.94),
          at('2024-06-04', '09:15', 22.5),
          at('2024-06-04', '15:30', 26.75),
        ],
      });
    },
  );

  it('is refused where the stamps are those of the evening before', () => {
    expect(refused('2024-06-02 18:30:00,13', '2024-06-03 18:30:00,14')).toMatchObject([
      {
        line: 2,
        allowed: '09:00 to 15:45 IST',
        found: expect.stringContaining('2024-06-02T18:30') as string,
      },
    ]);
  });
});

describe('India VIX by candles of several minutes', () => {
  it('counts a close from the end of its candle on, and at 15:30 at the latest', () => {
    const bars = [
      '2024-06-03 09:15:00,20,30,10,20.5',
      '2024-06-03 14:15:00,21,30,10,21.5',
      '2024-06-03 15:15:00,22,30,10,22.5',
      '2024-06-04 09:15:00,23,30,10,23.5',
    ];
    expect(read('timestamp,open,high,low,close', ...bars)).toEqual({
      every: '60 minutes',
      rows: 4,
      points: [
        at('2024-06-03', '09:15', 20),
        at('2024-06-03', '10:15', 20.5),
        at('2024-06-03', '14:15', 21),
        at('2024-06-03', '15:15', 21.5),
        at('2024-06-03', '15:15', 22),
        at('2024-06-03', '15:30', 22.5),
        at('2024-06-04', '09:15', 23),
        // Alone on its date: nothing tells how long it is.
        at('2024-06-04', '15:30', 23.5),
      ],
    });
  });
});

describe('minutes of another time zone', () => {
  it('refuse the file', () => {
    expect(refused('2024-06-03 03:45:00,13', '2024-06-03 03:46:00,14')).toMatchObject([
      {
        line: 2,
        allowed: '09:00 to 15:45 IST',
        found: expect.stringContaining('2024-06-03T03:45') as string,
      },
    ]);
    const late = ['15:40', '15:41', '15:46', '15:47'].map((clock) => `2024-06-03 ${clock},13`);
    expect(refused(...late)).toMatchObject([
      { line: 4, found: expect.stringContaining('15:46') as string },
    ]);
  });

  it('are not the few minutes of a Muhurat evening', () => {
    const day = Array.from(
      { length: 40 },
      (_, minute) => `2024-10-31 10:${String(minute + 10)},13`,
    );
    const evening = ['2024-11-01 18:00:00,14', '2024-11-01 18:01:00,14'];
    expect(read('time,close', ...day, ...evening)).toMatchObject({ every: 'minute', rows: 42 });
  });
});

describe('India VIX by minute', () => {
  it('counts from when it was known: the open at once, the close at the end of the minute', () => {
    const rows = ['2024-06-03 09:15:00,20,21,19,20.5', '2024-06-03 09:16:00,20.5,21,20,20.75'];
    expect(read('timestamp,open,high,low,close', ...rows)).toEqual({
      every: 'minute',
      rows: 2,
      points: [
        at('2024-06-03', '09:15', 20),
        at('2024-06-03', '09:16', 20.5),
        at('2024-06-03', '09:16', 20.5),
        at('2024-06-03', '09:17', 20.75),
      ],
    });
  });
});

describe('whose values a file has', () => {
  it.each([
    ['date,close,symbol', '2024-06-03,13,SUZLON', 'SUZLON'],
    ['date,close,symbol', '2024-06-03,13,BANKNIFTY', 'BANKNIFTY'],
    ['date,close,Index Name', '2024-06-03,13,CBOE VIX', 'CBOE VIX'],
    ['Date,Open,High,Low,Close,Volume', '2024-06-03,13,14,12,13,120500', 'Volume 120500'],
  ])('is told by %s: %s', (header, row, found) => {
    const refusal = readVolatility([header, row, row].join('\n'), { file: 'a.csv', zone: IST });
    expect(refusal).toMatchObject({
      ok: false,
      error: [{ message: 'These are not the values of India VIX', file: 'a.csv', line: 2, found }],
    });
    expect(refusal.ok ? 0 : refusal.error.length).toBe(1);
  });

  it.each([
    ['date,close,symbol', '2024-06-03,13,INDIAVIX'],
    ['date,close,symbol', '2024-06-03,13,NSE:INDIA VIX'],
    ['date,close,ticker', '2024-06-03,13,^INDIAVIX'],
    ['date,close,name', '2024-06-03,13,vix'],
    ['Date,Open,High,Low,Close,Volume', '2024-06-03,13,14,12,13,0'],
  ])('is India VIX by %s: %s', (header, row) => {
    expect(read(header, row)).toMatchObject({ rows: 1 });
  });
});

describe('a file that is no India VIX', () => {
  it.each([
    [['date,close', '2024-06-03,0.135'], '2: No India VIX: found "0.135", allowed 5 to 100'],
    [['date,close', '2024-06-03,-'], '2: No India VIX: found "-"'],
    [['date,close', 'June,13'], '2: No date or time: found "June"'],
    [['date,volume', '2024-06-03,13'], '1: '],
    [['date,close'], 'no row'],
    [
      ['date,close', '2024-06-03,13', '2024-06-04,14', '2024-06-03,40'],
      '2024-06-03 in lines 2 and 4',
    ],
    [['date,close', '2024-06-03 10:00,13', '2024-06-03 10:00,14'], 'A time is duplicated'],
    [
      ['date,open,high,low,close', '2024-06-03,20,21,19,22'],
      '2: Close outside of low and high: found "22", allowed 19 to 21',
    ],
    [['date,open,high,low,close', '2024-06-03,20,21,19,18'], '2: Close outside'],
    [['date,open,high,low,close', '2024-06-03,20,x,19,20'], '2: No India VIX: found "x"'],
    [['date,close', '2024-06-03,13', '2024-06-04 10:00:00,14'], 'India VIX cannot be read'],
  ])('is refused: %j', (lines, why) => {
    const found = readVolatility(lines.join('\n'), { file: 'vix.csv', zone: IST });
    const told = found.ok ? '' : JSON.stringify(read(...lines)) + JSON.stringify(found.error);
    expect(told.replaceAll('\\"', '"')).toContain(why);
  });
});
