import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { IST_OFFSET_MS, istTimestamp } from '../../model/time/ist.ts';
import {
  calendar,
  CSV_HEADER,
  csvDay,
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

const clean = plainDays((await readRows(friday)).indexes['NIFTY']);

describe('a clean file', () => {
  it('gives every bar and no problem', async () => {
    const { indexes, problems, sources } = await readRows([...friday, ...csvDay(calendar, SPLIT)]);
    expect(problems).toEqual([]);
    expect(sources).toMatchObject([
      { source: 'nifty.csv', rows: 375 + 105, underlyings: ['NIFTY'], contracts: 0 },
    ]);
    expect(indexes['NIFTY']?.map(({ date, bars }) => [date, bars.length])).toEqual([
      [FRIDAY, 375],
      [SPLIT, 105],
    ]);
    expect(indexes['NIFTY']?.[0]?.bars[1]).toEqual({
      startMs: minute('09:16'),
      openPaise: 2_200_050,
      highPaise: 2_200_250,
      lowPaise: 2_199_950,
      closePaise: 2_200_100,
    });
  });

  const whole = [CSV_HEADER, ...friday].join('\n');
  const stamped = (stamp: (atMs: number) => string, header = CSV_HEADER): string =>
    [
      header,
      ...friday.map((row) => {
        const [timestamp = '', ...prices] = row.split(',');
        return [stamp(Date.parse(timestamp)), ...prices].join(',');
      }),
    ].join('\n');
  const local = (atMs: number): string => new Date(atMs + IST_OFFSET_MS).toISOString();
  const dayFirst = (atMs: number, mark: string): string =>
    local(atMs).slice(0, 10).split('-').toReversed().join(mark);

  it.each([
    ['byte order mark and CRLF', `\uFEFF${whole.replaceAll('\n', '\r\n')}\r\n`],
    ['no line break at the end', whole],
    ['blank lines', [CSV_HEADER, '', ...friday, '  ', ''].join('\n')],
    ['a space in times', whole.replaceAll('T', ' ')],
    ['no offset: IST', whole.replaceAll('+05:30', '')],
    ['no seconds', stamped((atMs) => local(atMs).slice(0, 16))],
    ['an offset without colon', whole.replaceAll('+05:30', '+0530')],
    ['milliseconds', whole.replaceAll('+05:30', '.000+05:30')],
    ['semicolons', whole.replaceAll(',', ';')],
    ['tabs', whole.replaceAll(',', '\t')],
    ['UTC', stamped((atMs) => new Date(atMs).toISOString())],
    ['epoch seconds', stamped((atMs) => String(atMs / 1000))],
    ['epoch milliseconds', stamped(String)],
    ['day first', stamped((atMs) => `${dayFirst(atMs, '-')} ${local(atMs).slice(11, 16)}`)],
    [
      'day first, slashes',
      stamped((atMs) => `${dayFirst(atMs, '/')} ${local(atMs).slice(11, 19)}`),
    ],
    ['names of months', stamped((atMs) => `01-Mar-2024 ${local(atMs).slice(11, 16)}`)],
    [
      'date and time apart',
      stamped(
        (atMs) => `${local(atMs).slice(0, 10).replaceAll('-', '')},${local(atMs).slice(11, 19)}`,
        'Date,Time,Open,High,Low,Close',
      ),
    ],
    [
      'quotes and spaces',
      [CSV_HEADER, ...friday.map((row) => `"${row.replaceAll(',', '" , "')}"`)].join('\n'),
    ],
    [
      'other names, order, case and further columns',
      [
        'Volume,C,LOW,<high>,Open_Price,DateTime',
        ...friday.map((row) => `7,${row.split(',').toReversed().join(',')}`),
      ].join('\n'),
    ],
    ['a column of symbols', stampedSymbols('NSE:NIFTY50-INDEX')],
    [
      'JSON Lines',
      friday
        .map((row) => {
          const [timestamp, open, high, low, close] = row.split(',');
          return JSON.stringify({ timestamp, open: Number(open), high, low, close: Number(close) });
        })
        .join('\n'),
    ],
  ])('may have %s', async (_what, text) => {
    const { indexes, problems } = await readText(text);
    expect(problems).toEqual([]);
    expect(plainDays(indexes['NIFTY'])).toEqual(clean);
  });

  it('may be of another zone, with and without summer time', async () => {
    const shifted = (zoneMs: number): string =>
      stamped((atMs) => new Date(atMs + zoneMs).toISOString().slice(0, 19));
    const utc = await readText(shifted(0), { timeZone: 'UTC' });
    expect(plainDays(utc.indexes['NIFTY'])).toEqual(clean);
    const newYork = await readText(shifted(-5 * 3_600_000), { timeZone: 'America/New_York' });
    expect(plainDays(newYork.indexes['NIFTY'])).toEqual(clean);
    const fixed = await readText(shifted(8 * 3_600_000), { timeZone: '+08:00' });
    expect(plainDays(fixed.indexes['NIFTY'])).toEqual(clean);
  });

  it.each([60_000, 59_000])('may be stamped %i ms later, at the end', async (laterMs) => {
    const text = stamped((atMs) => istTimestamp(atMs + laterMs).replace('.000', ''));
    const { indexes, problems } = await readText(text, { stamp: 'end' });
    expect(problems).toEqual([]);
    expect(plainDays(indexes['NIFTY'])).toEqual(clean);
  });

  it('may name its columns as it likes where it is told of them', async () => {
    const text = whole.replace(CSV_HEADER, 'wann,auf,hoch,tief,zu');
    const columns = { time: 'wann', open: 'auf', high: 'hoch', low: 'tief', close: 'Zu' };
    expect(plainDays((await readText(text, { columns })).indexes['NIFTY'])).toEqual(clean);
  });

  it('comes out the same in whatever pieces its bytes arrive', async () => {
    const bytes = Buffer.from(whole);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5000 }), async (size) => {
        async function* pieces(): AsyncGenerator<Uint8Array> {
          for (let at = 0; at < bytes.length; at += size) {
            yield await Promise.resolve(bytes.subarray(at, at + size));
          }
        }
        const files = [{ path: 'nifty.csv', stream: pieces() }];
        const { indexes, sources } = await readPrices(files, { calendar, rules });
        expect(plainDays(indexes['NIFTY'])).toEqual(clean);
        expect(sources[0]?.sha256).toBe((await readText(whole)).sources[0]?.sha256);
      }),
      { numRuns: 10 },
    );
  });
});

function stampedSymbols(symbol: string): string {
  return [`symbol,${CSV_HEADER}`, ...friday.map((row) => `${symbol},${row}`)].join('\n');
}
