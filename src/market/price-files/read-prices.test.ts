import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import {
  calendar,
  CSV_HEADER,
  csvDay,
  csvRow,
  FRIDAY,
  friday,
  minute,
  plainDays,
  readRows,
  readText,
  rules,
  SPLIT,
} from '../../../test/support/price-texts.ts';
import { readPrices } from './read-prices.ts';

const MONDAY = '2024-03-04';
const clean = plainDays((await readRows(friday)).indexes['NIFTY']);

/** Lists nothing before a date. */
function listedFrom(
  first: string,
  expiries: (underlying: string, date: string) => readonly string[],
): (underlying: string, date: string) => readonly string[] {
  return (underlying, date) => (date < first ? [] : expiries(underlying, date));
}

describe('single prices', () => {
  const header = 'time,ltp,bid,ask';
  const tick = (clock: string, prices: string): string => `${FRIDAY} ${clock},${prices}`;

  it('are folded into the bar of their minute, in whatever order they come', async () => {
    const rows = [
      tick('09:15:00.250', '100,99.95,100.05'),
      tick('09:15:20', '103,,'),
      tick('09:15:40', '98.5,98,99'),
      tick('09:15:59.900', '101,100.5,101.5'),
      tick('09:17:00', '102,101,103'),
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(rows, { minLength: rows.length }), async (shuffled) => {
        const { indexes } = await readText([header, ...shuffled].join('\n'));
        expect(indexes['NIFTY']?.[0]?.bars).toMatchObject([
          {
            startMs: minute('09:15'),
            openPaise: 10_000,
            highPaise: 10_300,
            lowPaise: 9_850,
            closePaise: 10_100,
          },
          { startMs: minute('09:17'), openPaise: 10_200, spreadPaise: 200 },
        ]);
      }),
      { numRuns: 30 },
    );
  });

  it('keep the spread that the last of them told', async () => {
    const rows = [tick('09:15:01', '100,99,101'), tick('09:15:30', '100,99.9,100.1')];
    const { indexes } = await readText([header, ...rows].join('\n'));
    expect(indexes['NIFTY']?.[0]?.bars[0]?.spreadPaise).toBe(20);
  });
});

describe('many symbols in one file', () => {
  it('are told apart, whatever form their names have', async () => {
    const row = csvRow(minute('09:15'), [100, 101, 99, 100]);
    const text = [
      `ticker,${CSV_HEADER}`,
      `NIFTY,${row}`,
      `NIFTY240307C22000,${row}`,
      `NIFTY2430722100PE,${row}`,
      `NIFTY24MAR22200CE.NFO,${row}`,
      `NIFTY28MAR24FUT,${row}`,
    ].join('\n');
    const { indexes, contracts, sources } = await readText(text, {}, 'all.csv');
    expect(Object.keys(indexes)).toEqual(['NIFTY']);
    expect([...contracts.keys()]).toEqual([
      'NIFTY240307C22000',
      'NIFTY240307P22100',
      'NIFTY240328C22200',
      'NIFTY240328F',
    ]);
    expect(sources).toMatchObject([{ underlyings: ['NIFTY'], contracts: 4, rows: 5 }]);
  });

  it('may begin before their expiry is listed, and must be listed in the end', async () => {
    const earliest = csvRow(instantAt('2024-02-01', '09:15'), [100, 101, 99, 100]);
    const row = csvRow(minute('09:15'), [100, 101, 99, 100]);
    const late = { ...rules, expiries: listedFrom('2024-03-01', rules.expiries) };
    const lines = (symbol: string): string => `${symbol},${earliest}\n${symbol},${row}`;
    const text = [
      `symbol,${CSV_HEADER}`,
      lines('NIFTY240307C22000'),
      lines('NIFTY240308C22000'),
      '',
    ].join('\n');
    const { problems } = await readText(text, { rules: late });
    expect(problems.map(({ kind, detail }) => [kind, detail.slice(0, 17)])).toEqual([
      ['unlisted-contract', 'NIFTY240308C22000'],
    ]);
  });

  it('have strikes in whole rupees, far ones too', async () => {
    const row = csvRow(minute('09:15'), [100, 101, 99, 100]);
    const symbols = ['NIFTY240307C99000', 'NIFTY240307C22010', 'NIFTY240307C22010.5'];
    const { problems } = await readText(
      [`symbol,${CSV_HEADER}`, ...symbols.map((symbol) => `${symbol},${row}`), ''].join('\n'),
    );
    expect(problems.map(({ kind, detail }) => [kind, detail])).toEqual([
      [
        'unlisted-contract',
        'NIFTY240307C22010.5 has a strike that is never listed: found 22010.5, allowed whole rupees',
      ],
    ]);
  });

  it('may also be in files of their own, named for them', async () => {
    const text = [CSV_HEADER, csvRow(minute('09:15'), [100, 101, 99, 100])].join('\n');
    const { indexes, contracts, sources } = await readPrices(
      ['a/NIFTY_1min.csv', 'b/NIFTY2430722000CE.csv', 'b/NIFTY24MARFUT 1m.csv'].map((path) => ({
        path,
        text,
      })),
      { calendar, rules },
    );
    expect(Object.keys(indexes)).toEqual(['NIFTY']);
    expect([...contracts.keys()]).toEqual(['NIFTY240307C22000', 'NIFTY240328F']);
    expect(sources.map(({ rows }) => rows)).toEqual([1, 1, 1]);
  });

  it('let the nearest future stand in for an index that was not given, and say so', async () => {
    const near = csvRow(minute('09:15'), [100, 101, 99, 100]);
    const far = csvRow(minute('09:15'), [110, 111, 109, 110]);
    const text = [`symbol,${CSV_HEADER}`, `NIFTY240425F,${far}`, `NIFTY240328F,${near}`].join('\n');
    const { indexes, assumptions } = await readText(text);
    expect(indexes['NIFTY']?.[0]?.bars[0]?.openPaise).toBe(10_000);
    expect(assumptions).toEqual([expect.stringContaining('nearest future')]);
  });
});

describe('what becomes of rows', () => {
  it('the first of two rows of a minute counts', async () => {
    const other = csvRow(minute('09:20'), [22_000, 22_010, 21_990, 22_001]);
    const { indexes, problemCounts } = await readRows(
      friday.toSpliced(6, 0, other, friday[5] ?? ''),
    );
    expect(problemCounts).toMatchObject({ duplicate: 2 });
    expect(plainDays(indexes['NIFTY'])).toEqual(clean);
  });

  it('the first of two files of a minute counts', async () => {
    const text = [CSV_HEADER, ...friday].join('\n');
    const files = ['nifty-a.csv', 'nifty-b.csv'].map((path) => ({ path, text }));
    const { indexes, problems, problemCounts, sources } = await readPrices(files, {
      calendar,
      rules,
    });
    expect(problemCounts).toEqual({ duplicate: 375 });
    expect(sources.map(({ rows }) => rows)).toEqual([375, 0]);
    expect(problems[0]).toMatchObject({
      file: 'nifty-b.csv',
      line: 2,
      detail: expect.stringContaining('nifty-a.csv:2 already gives 09:15:00') as string,
    });
    expect(plainDays(indexes['NIFTY'])).toEqual(clean);
  });

  it('gaps: at the open, within, and at the close', async () => {
    const { problems } = await readRows(
      friday.filter((_, place) => place > 2 && ![100, 101].includes(place) && place < 370),
    );
    expect(problems.map(({ line, detail }) => [line, detail.split(', allowed')[0]])).toEqual([
      [2, '3 minutes without a row: found none from 09:15:00 to 09:18:00'],
      [99, '2 minutes without a row: found none from 10:55:00 to 10:57:00'],
      [366, '5 minutes without a row: found none from 15:25:00 to 15:30:00'],
    ]);
  });

  it('the pause of a split day is no gap, and an option without a trade has none', async () => {
    const rows = csvDay(calendar, SPLIT).slice(0, 50);
    const { problems } = await readRows(rows);
    expect(problems).toMatchObject([{ date: SPLIT, kind: 'gap' }]);
    const option = await readText([CSV_HEADER, ...rows].join('\n'), {}, 'NIFTY240307C22000.csv');
    expect(option.problems).toEqual([]);
  });

  it('trading days between the dates of an index are missed, weekends not', async () => {
    const { problems } = await readRows([...friday, ...csvDay(calendar, '2024-03-06')]);
    expect(problems).toMatchObject([
      { line: 377, date: SPLIT, kind: 'missing-day' },
      { line: 377, date: MONDAY, kind: 'missing-day' },
      { line: 377, date: '2024-03-05', kind: 'missing-day' },
    ]);
  });

  it('prices are rounded to the nearest paisa, and zeros behind are no parts of one', async () => {
    const row = `${FRIDAY}T09:15:00+05:30,21727.754999,30000.005,20000.1000,20001`;
    const { indexes, problemCounts } = await readRows([row]);
    expect(problemCounts['decimals']).toBe(2);
    expect(indexes['NIFTY']?.[0]?.bars[0]).toMatchObject({
      openPaise: 2_172_775,
      highPaise: 3_000_001,
      lowPaise: 2_000_010,
      closePaise: 2_000_100,
    });
  });

  it('every decimal of two places comes out exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000_000 }), async (paise) => {
        const price = `${String(Math.floor(paise / 100))}.${String(paise % 100).padStart(2, '0')}`;
        const { indexes } = await readRows([
          `${FRIDAY}T09:15:00,${price},${price},${price},${price}`,
        ]);
        expect(indexes['NIFTY']?.[0]?.bars[0]?.closePaise).toBe(paise);
      }),
    );
  });
});

const PRICES = fc.tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: 0, max: 5 })));
const ANY_ROW = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 800 }), PRICES)
    .map(([at, prices]) => csvRow(minute('04:00') + at * 60_000, prices)),
  fc.string(),
);

it('names the files of which nothing tells whose prices they hold', async () => {
  const text = [CSV_HEADER, csvRow(minute('09:15'), [100, 101, 99, 100])].join('\n');
  const files = ['x.csv', 'nifty.csv', 'INFY.csv'].map((path) => ({ path, text }));
  const { unnamed } = await readPrices(files, { calendar, rules });
  expect(unnamed).toEqual(['x.csv', 'INFY.csv']);
});

it('takes the word of a name before that of the user, who is asked then', async () => {
  const text = [CSV_HEADER, csvRow(minute('09:15'), [100, 101, 99, 100])].join('\n');
  const files = ['x.csv', 'banknifty-1min.csv'].map((path) => ({ path, text }));
  const { sources, unnamed } = await readPrices(files, { calendar, rules, underlying: 'NIFTY' });
  expect(sources.map(({ underlyings }) => underlyings)).toEqual([['NIFTY'], ['BANKNIFTY']]);
  expect(unnamed).toEqual(['x.csv']);
});

it('says which dates lie after what the calendar was checked for', async () => {
  const late = [...friday, ...csvDay(calendar, '2024-03-04')];
  const { assumptions, problems } = await readRows(late, {
    calendar: { ...calendar, verifiedThrough: '2024-03-01' },
  });
  expect(assumptions).toEqual([
    'The date 2024-03-04 lies after 2024-03-01, through which the calendar was checked: holidays and hours may be wrong',
  ]);
  expect(problems.map(({ kind }) => kind)).toEqual(['missing-day']);
});

describe('any file', () => {
  it('is read without a throw and without a row that vanishes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ANY_ROW, { maxLength: 60 }), async (given) => {
        const lines = given.map((row) => row.replaceAll(/[\r\n]/g, ' '));
        const { indexes, problemCounts, sources } = await readRows(lines);
        const kept = (indexes['NIFTY'] ?? []).flatMap((day) => [...day.bars, ...day.barsOutside]);
        const left = ['fields', 'bad-time', 'bad-number', 'not-positive', 'inconsistent']
          .concat('duplicate', 'mixed-format', 'too-high')
          .reduce((sum, kind) => sum + (problemCounts[kind] ?? 0), 0);
        expect(kept.length).toBe(sources[0]?.rows);
        expect(kept.length + left).toBe(lines.filter((line) => line.trim() !== '').length);
      }),
      { numRuns: 200 },
    );
  });

  it('of bytes at random is read without a throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        async function* stream(): AsyncGenerator<Uint8Array> {
          yield await Promise.resolve(bytes);
        }
        const files = [{ path: 'nifty.csv', stream: stream() }];
        const { problems } = await readPrices(files, { calendar, rules });
        expect(problems.length).toBeGreaterThan(0);
      }),
    );
  });

  it('keeps the numbers of its lines behind one that is too long', async () => {
    const bytes = Buffer.from(
      [CSV_HEADER, ...friday.slice(0, 3), 'x'.repeat(3_000_000), 'y', ''].join('\n'),
    );
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 262_144) {
        yield await Promise.resolve(bytes.subarray(at, at + 262_144));
      }
    }
    const files = [{ path: 'nifty.csv', stream: pieces() }];
    const { problems } = await readPrices(files, { calendar, rules });
    expect(problems.filter(({ kind }) => kind === 'fields').map(({ line }) => line)).toEqual([
      5, 6,
    ]);
  });

  it('gives the same days in whatever order its rows come', async () => {
    const rows = friday.slice(0, 20);
    const inOrder = plainDays((await readRows(rows)).indexes['NIFTY']);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(rows, { minLength: rows.length }), async (shuffled) => {
        expect(plainDays((await readRows(shuffled)).indexes['NIFTY'])).toEqual(inOrder);
      }),
      { numRuns: 30 },
    );
  });

  it('counts every problem and tells the first of each kind and of each date', async () => {
    const rows = Array.from({ length: 1500 }, () => 'x');
    const { problems, problemCounts } = await readRows([...rows, `${FRIDAY},1`]);
    expect(problemCounts).toEqual({ fields: 1501 });
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)).toMatchObject({ line: 1502, date: FRIDAY });
  });
});
