import { describe, expect, it } from 'vitest';

import { addDays } from '../../model/time/ist.ts';
import {
  calendar,
  CSV_HEADER,
  csvDay,
  csvRow,
  friday,
  FRIDAY,
  plainDays,
  readText,
  rules,
} from '../../../test/support/price-texts.ts';
import { readPrices } from './read-prices.ts';
import { type RecordedPrices } from './recorded-prices.ts';

const DAYS = [0, 3, 4].map((days) => addDays(FRIDAY, days));
const MINUTE_MS = 60_000;
const CALL = 'NIFTY2430722000CE.csv';

/** Rows of some days with their stamps moved by so many minutes. */
function moved(minutes: number, dates = DAYS): string[] {
  return dates.flatMap((date) =>
    csvDay(calendar, date).map((row) => {
      const [stamp = '', ...prices] = row.split(',');
      return csvRow(Date.parse(stamp) + minutes * MINUTE_MS, prices.map(Number));
    }),
  );
}

/** A print outside of the session: a price that stands still. */
function print(clock: string, date: string): string {
  return csvRow(Date.parse(`${date}T${clock}+05:30`), [22_000, 22_000, 22_000, 22_000]);
}

function withPrints(rows: readonly string[], clocks: readonly string[]): string {
  const prints = DAYS.flatMap((date) => clocks.map((clock) => print(clock, date)));
  return [CSV_HEADER, ...[...rows, ...prints].sort()].join('\n');
}

const stampsOf = ({ sources }: RecordedPrices): unknown => sources.map(({ stamp }) => stamp);

describe('bars stamped at the end of their minute', () => {
  it.each([
    ['alone', []],
    ['beside a pre-open', ['09:08']],
    ['beside a pre-open at the open', ['09:15']],
    ['beside a closing print', ['15:31', '15:40']],
    ['beside both', ['09:08', '09:15', '15:31']],
  ])('are detected and moved back, %s', async (_, clocks) => {
    const read = await readText(withPrints(moved(1), clocks));
    expect(stampsOf(read)).toEqual([{ edge: 'end', from: 'detected' }]);
    expect(read.indexes['NIFTY']?.map(({ bars }) => bars.length)).toEqual([375, 375, 375]);
    const { indexes } = await readText([CSV_HEADER, ...moved(0)].join('\n'));
    const bars = (of: RecordedPrices['indexes']) => of['NIFTY']?.map((day) => day.bars);
    expect(bars(read.indexes)).toEqual(bars(indexes));
    expect(read.problemCounts['wrong-stamp']).toBeUndefined();
  });

  it('are so by most days, whatever a bad one shows', async () => {
    const rows = [...moved(0, DAYS.slice(0, 1)), ...moved(1, DAYS.slice(1))];
    const read = await readText([CSV_HEADER, ...rows].join('\n'));
    expect(stampsOf(read)).toEqual([{ edge: 'end', from: 'detected' }]);
  });

  it('are detected in a contract that does not trade in every minute', async () => {
    const rows = moved(1).filter((_, place) => place % 375 === 374 || place % 7 === 3);
    const read = await readText([CSV_HEADER, ...rows].join('\n'), {}, CALL);
    expect(stampsOf(read)).toEqual([{ edge: 'end', from: 'detected' }]);
  });

  it('are read so where it is given, and a given edge that the rows deny is told', async () => {
    const text = [CSV_HEADER, ...moved(1)].join('\n');
    const right = await readText(text, { stamp: 'end' });
    const wrong = await readText(text, {
      stamp: 'end',
      stampOf: new Map([['nifty.csv', 'start']]),
    });
    expect(stampsOf(right)).toEqual([{ edge: 'end', from: 'given' }]);
    expect(right.problemCounts['wrong-stamp']).toBeUndefined();
    expect(stampsOf(wrong)).toEqual([{ edge: 'start', from: 'given' }]);
    expect(wrong.problems[0]).toMatchObject({
      kind: 'wrong-stamp',
      detail:
        'Bars look stamped at their end, and are read as if at their start: found a row at the close and none at the open on 3 of 3 days, allowed --stamp end for this file, or none: it is detected',
    });
  });
});

describe('bars stamped at the start of their minute', () => {
  it.each([
    ['alone', []],
    ['beside a pre-open', ['09:07', '09:14']],
    ['beside a closing print', ['15:30', '15:31']],
  ])('are detected, %s', async (_, clocks) => {
    const read = await readText(withPrints(moved(0), clocks));
    expect(stampsOf(read)).toEqual([{ edge: 'start', from: 'detected' }]);
    expect(read.indexes['NIFTY']?.map(({ bars }) => bars.length)).toEqual([375, 375, 375]);
  });

  it('are told where the end is given', async () => {
    const read = await readText([CSV_HEADER, ...friday].join('\n'), { stamp: 'end' });
    expect(read.problemCounts['wrong-stamp']).toBe(1);
  });
});

it('a file whose rows do not tell is read as the others are, and alone as from the start', async () => {
  const few = [CSV_HEADER, ...moved(1).filter((_, place) => place % 375 === 100)].join('\n');
  const files = [
    { path: 'nifty.csv', text: [CSV_HEADER, ...moved(1)].join('\n') },
    { path: CALL, text: few },
  ];
  const both = await readPrices(files, { calendar, rules });
  expect(stampsOf(both)).toEqual([
    { edge: 'end', from: 'detected' },
    { edge: 'end', from: 'others' },
  ]);
  const at = both.contracts.get('NIFTY240307C22000')?.[0]?.bars[0]?.startMs;
  expect(at).toBe(Date.parse(`${FRIDAY}T10:55+05:30`));
  const alone = await readText(few, {}, CALL);
  expect(stampsOf(alone)).toEqual([{ edge: 'start', from: 'assumed' }]);
});

it('single prices have no edge', async () => {
  const text = `timestamp,ltp\n${FRIDAY}T09:16:00+05:30,22000\n${FRIDAY}T15:30:00+05:30,22000\n`;
  const { sources, indexes } = await readText(text);
  expect(sources[0]).not.toHaveProperty('stamp');
  expect(plainDays(indexes['NIFTY'])).toMatchObject([{ bars: [{ openPaise: 2_200_000 }] }]);
});
