import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, test } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { loadVolatility, looksLikeVix } from './load-volatility.ts';

const folder = mkdtempSync(join(tmpdir(), 'sauda-vix-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const DATES = ['2024-06-03', '2024-06-04'];
const BARS = 'date,open,high,low,close';

describe('India VIX as Parquet', () => {
  test.each([
    ['vix', 'vix.parquet'],
    ['close', 'close.pq'],
  ])('is read by its one column %s', async (name, file) => {
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: 'date', data: DATES, type: 'STRING' },
        { name, data: [20.94, 26.75], type: 'DOUBLE' },
      ],
    });
    const loaded = await loadVolatility(fileOf(file, new Uint8Array(bytes)), {});
    const value = loaded.ok ? loaded.value : null;
    expect(value?.source).toMatchObject({
      rows: 2,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(value?.volatility.at(instantAt('2024-06-03', '15:30'))).toMatchObject({
      volatility: 0.2094,
    });
    expect(value?.volatility.dates).toEqual(DATES);
  });

  test('that is none is refused', async () => {
    const loaded = await loadVolatility(fileOf('bad.parquet', 'date,close'), {});
    expect(loaded).toMatchObject({
      ok: false,
      error: [{ file: expect.stringContaining('bad.parquet') as string }],
    });
  });
});

describe('the name of a file of India VIX', () => {
  const row = '2024-06-03,13,14,12,13.5';

  test.each(['YESBANK.csv', 'nifty-1min.csv', 'BANKNIFTY24.csv', 'sensex_iv_RELIANCE.csv'])(
    'that tells another refuses it: %s',
    async (name) => {
      expect(await loadVolatility(fileOf(name, [BARS, row].join('\n')), {})).toMatchObject({
        error: [
          { message: "The file's name does not say India VIX", next: expect.any(String) as string },
        ],
      });
    },
  );

  test.each([
    ['india-vix-nifty.csv', 'India VIX (india-vix-nifty.csv, one value a day)'],
    ['nifty-iv.csv', 'India VIX (nifty-iv.csv, one value a day)'],
    [
      'daily.csv',
      'India VIX (daily.csv, one value a day; neither its name nor a symbol says that it is India VIX)',
    ],
  ])('%s', async (name, source) => {
    const loaded = await loadVolatility(fileOf(name, [BARS, row].join('\n')), {});
    expect(loaded).toMatchObject({ ok: true, value: { volatility: { source } } });
  });

  test('matters not where a symbol says it', async () => {
    const path = fileOf('year.csv', [`${BARS},symbol`, `${row},INDIAVIX`].join('\n'));
    const source = 'India VIX (year.csv, one value a day)';
    expect(await loadVolatility(path, {})).toMatchObject({ value: { volatility: { source } } });
  });
});

describe('a file of prices', () => {
  test('that looks like India VIX by day is to be given as --iv', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, day) =>
        `2024-${String(1 + (day % 12)).padStart(2, '0')}-${String(1 + Math.floor(day / 12)).padStart(2, '0')},13,14,12,13.5`,
    );
    const path = fileOf('vix24.csv', [BARS, ...rows].join('\n'));
    expect(await looksLikeVix([path])).toMatchObject([
      { file: path, next: `Give it as --iv ${path}` },
    ]);
  });

  test.each([
    ['minutes.csv', [BARS, '2024-06-03 09:15,13,14,12,13.5']],
    ['index.csv', [BARS, '2024-06-03,22000,22100,21900,22050']],
    ['option.csv', ['timestamp,open,high,low,close', '2024-06-03 09:15,13,14,12,13.5']],
    ['empty.csv', []],
  ])('like %s does not', async (name, lines) => {
    expect(await looksLikeVix([fileOf(name, lines.join('\n'))])).toEqual([]);
  });

  test.each([
    ['YESBANK.csv', BARS, '2024-06-03,13,14,12,13.5'],
    ['share.csv', `${BARS},Volume`, '2024-06-03,13,14,12,13.5,120500'],
    ['other.csv', `${BARS},symbol`, '2024-06-03,13,14,12,13.5,SUZLON'],
  ])('of a share is not recommended as India VIX: %s', async (name, header, row) => {
    expect(await looksLikeVix([fileOf(name, [header, row].join('\n'))])).toEqual([]);
  });

  test('that only looks like it is asked for', async () => {
    const path = fileOf('daily-bars.csv', [BARS, '2024-06-03,13,14,12,13.5'].join('\n'));
    expect(await looksLikeVix([path])).toMatchObject([
      { next: `If it is India VIX, give it as --iv ${path}; else take prices by minute` },
    ]);
  });

  test('that is absent is left to the reading', async () => {
    expect(await looksLikeVix([join(folder, 'absent.csv')])).toEqual([]);
  });
});
