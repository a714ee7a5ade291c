import { describe, expect, it } from 'vitest';

import { instantAt } from '../../../model/ist.ts';
import { readVolatility, type ReadVolatility } from './read-volatility.ts';

const IST = (): number => 19_800_000;

function read(...lines: readonly string[]): ReadVolatility | readonly string[] {
  const found = readVolatility(lines.join('\n'), { file: 'vix.csv', zone: IST });
  if (found.ok) return found.value;
  return found.error.map(({ message, line }) => `${String(line)}: ${message}`);
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

describe('a file that is no India VIX', () => {
  it.each([
    [['date,close', '2024-06-03,0.135'], '2: No India VIX: found "0.135", allowed 3 to 150'],
    [['date,close', '2024-06-03,-'], '2: No India VIX: found "-"'],
    [['date,close', 'June,13'], '2: No date or time: found "June"'],
    [['date,volume', '2024-06-03,13'], '1: '],
    [['date,close'], 'no row'],
    [
      ['date,close', '2024-06-03,13', '2024-06-04,14', '2024-06-03,40'],
      '2024-06-03 in lines 2 and 4',
    ],
    [['date,close', '2024-06-03 10:00,13', '2024-06-03 10:00,14'], 'A time is there twice'],
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
