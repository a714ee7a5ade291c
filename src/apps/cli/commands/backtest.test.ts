import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';
import { minuteBars } from '../../../../test/support/minute-bars.ts';
import { parsedJson } from '../../../base/json.ts';
import { type BacktestResult } from '../../../results/backtest-result.ts';
import { csvFiles } from '../../../results/csv/result-csv.ts';
import { readResult } from '../../../results/reading/read-result.ts';
import { aResult } from '../../../../test/support/results/a-result.ts';
import { TABLE_NAMES } from '../files/result-outputs.ts';

const PAIR = `name: pair
schemaVersion: 1
underlying: NIFTY
entry: '09:20'
exit: '09:30'
legs: {ce: {side: sell, type: CE, strike: ATM}}
`;

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
  desk.write('pair.yaml', PAIR);
  desk.write('nifty.csv', minuteBars('2025-04-15'));
  desk.write('main.yaml', 'account: main\n');
  desk.write('pd.journal', 'a journal');
});
afterEach(() => {
  desk.close();
});

/** Every file of the desk and what is in it. */
const all = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(desk.directory).map((name) => [
      name,
      readFileSync(join(desk.directory, name), 'utf8'),
    ]),
  );

const OVER = ['backtest', 'pair.yaml', '--prices', 'nifty.csv', '--config', 'main.yaml'];
const SWEPT = ['sweep', 'pair.yaml', '--param', 'lots=1,2', '--prices', 'nifty.csv', '--no-cache'];

describe('what would take the place of what is read', () => {
  it.each([
    [[...OVER, '--out', 'nifty.csv'], '--out writes would take the place of the prices'],
    [[...OVER, '--report', './pair.yaml'], '--report writes would take the place of the strategy'],
    [[...OVER, '--log', 'main.yaml'], '--log writes would take the place of the configuration'],
    [[...OVER, '--out', 'a.json', '--report', 'a.json'], '--out and --report are one file'],
    [[...OVER, '--out', 'a.json', '--csv', 'a.json'], '--out and --csv are one file'],
    [['backtest', '--journal', 'pd.journal', '--out', 'pd.journal'], 'the place of the journal'],
    [['backtest', '--journal', 'pd.journal', '--out', 'pd.journal-wal'], 'place of the journal'],
    [[...SWEPT, '--report', 'nifty.csv'], '--report writes would take the place of the prices'],
    [[...SWEPT, '--report', 'out/sweep.json', '--out', 'out'], '--report and --out are one file'],
    [
      'prices generate --seed 7 --from 2026-06-01 --to 2026-06-01 --config main.yaml --out main.yaml'.split(
        ' ',
      ),
      'the place of the configuration',
    ],
  ])('%j is refused and leaves all as it was', async (args, told) => {
    const before = all();
    const { code, out, err } = await desk.sauda(...args);
    expect(err).toContain(told);
    expect(err).toMatch(/next +Name another file/);
    expect([code, out]).toEqual([2, '']);
    expect(all()).toEqual(before);
  });

  it('knows the names of the tables', () => {
    expect(Object.keys(csvFiles(aResult({ dates: 1 })))).toEqual(TABLE_NAMES);
  });
});

describe('options that would change nothing', () => {
  it.each([
    ['--param', 'lots=2'],
    ['--sensitivity'],
    ['--from', '2025-04-15'],
    ['--to', '2025-04-15'],
    ['--underlying', 'NIFTY'],
    ['--time-zone', 'UTC'],
    ['--strict'],
    ['--columns', 'time=ltt'],
    ['--stamp', 'end'],
    ['--seed', 'x'],
    ['--log', 'x.jsonl'],
    ['--generate', '7'],
    ['pair.yaml'],
  ])('%s beside --journal is refused by name', async (name, ...values) => {
    const { code, err } = await desk.sauda('backtest', '--journal', 'pd.journal', name, ...values);
    expect(err).toContain('A journal holds its own prices');
    expect(err).toMatch(new RegExp(`next +Leave ${name} out`));
    expect(code).toBe(2);
  });

  it('--date without a journal is refused', async () => {
    const { code, err } = await desk.sauda(...OVER, '--date', '2025-04-15');
    expect(err).toContain('--date is for a day of a --journal');
    expect(code).toBe(2);
  });
});

const FAILING = `import { defineStrategy, z } from 'sauda';
import { mergeMap } from 'rxjs';
export default defineStrategy({
  name: 'failing',
  params: z.object({ lots: z.number().default(1), untilDay: z.number().default(31) }),
  run: ({ at, params }) => at('09:20').pipe(mergeMap(() => {
    if (new Date().getUTCDate() <= params.untilDay) throw new RangeError('a slip');
    return [];
  })),
});
`;

/** Watches another index than the file holds. */
const WATCHING = `run: ({ prices }) => prices('SENSEX').pipe(mergeMap(() => [])),
});
`;

describe('a strategy that fails', () => {
  const days =
    'prices generate --seed 7:calm --from 2026-06-01 --to 2026-06-02 --out nifty-two.csv';
  beforeEach(async () => {
    desk.write('failing.js', FAILING);
    await desk.sauda(...days.split(' '));
  });

  it('on every day ends with 1, beside its result', async () => {
    const run = [
      'backtest',
      'failing.js',
      'pair.yaml',
      '--prices',
      'nifty-two.csv',
      '--out',
      'x.json',
    ];
    const { code, out, err } = await desk.sauda(...run);
    expect(err).toContain('failing: failed on every day that was run');
    expect(out).toContain('Wrote x.json');
    expect(code).toBe(1);
  });

  it('or has no data on any, does so, too', async () => {
    desk.write('blind.js', FAILING.replace("'failing'", "'blind'").replace(/run: [^]*$/, WATCHING));
    const { code, out, err } = await desk.sauda(
      'backtest',
      'blind.js',
      '--prices',
      'nifty-two.csv',
    );
    expect(err).toContain('blind: had no data on any day that was run');
    expect(out).toContain('blind had no data to trade on, on 2 of 2 days');
    expect(code).toBe(1);
  });

  it('on some days does not', async () => {
    const run = ['backtest', 'failing.js', '--prices', 'nifty-two.csv', '--param', 'untilDay=1'];
    const { code, out } = await desk.sauda(...run);
    expect(out).toContain('a slip');
    expect(code).toBe(0);
  });

  it('in all variants of a sweep ends with 1, in some with 0', async () => {
    const swept = [
      'sweep',
      'failing.js',
      '--prices',
      'nifty-two.csv',
      '--no-cache',
      '--workers',
      '1',
    ];
    const all = await desk.sauda(...swept, '--param', 'lots=1,2', '--report', 'x.html');
    expect(all.err).toContain('The strategy failed in every variant');
    expect(all.out).toContain('Wrote x.html');
    expect(all.code).toBe(1);
    const some = await desk.sauda(...swept, '--param', 'untilDay=0,31');
    expect(some.code).toBe(0);
  });
});

describe('a parameter that nothing comes of', () => {
  it('is refused with what it does not go with, if only by default', async () => {
    const { code, err } = await desk.sauda(...OVER, '--param', 'entry=15:20');
    expect(err).toContain(
      'Parameter "exit" of strategy "pair": The exit must come after the entry',
    );
    expect(err).toMatch(/found +"09:30", its default/);
    expect(code).toBe(3);
  });

  it('is told where the strategy takes it', async () => {
    const times = ['--param', 'entry=15:35', '--param', 'exit=15:45'];
    const { code, out } = await desk.sauda(...OVER, ...times);
    expect(out).toContain('No trade on');
    expect(out).toContain('pair: no session was open at entry=15:35, exit=15:45.');
    expect(code).toBe(0);
  });
});

describe('a folder that cannot be one', () => {
  it.each([
    [[...OVER, '--csv', 'pd.journal'], /pd\.journal is no folder/],
    [[...OVER, '--out', 'no/a.json'], /no such folder .*no$/m],
    [
      [...SWEPT.slice(0, -1), '--cache', 'main.yaml'],
      /Cannot keep runs for other sweeps\n +found +.*main\.yaml is no folder/,
    ],
    [
      'prices generate --seed 7 --from 2026-06-01 --to 2026-06-01 --out no/a.csv'.split(' '),
      /no such folder .*no$/m,
    ],
  ])('%j is refused before anything is run', async (args, why) => {
    const { code, out, err } = await desk.sauda(...args);
    expect(err).toMatch(why);
    expect([code, out]).toEqual([2, '']);
  });
});

it('explains a backtest without changing it: what decided is in the result', async () => {
  const asked = ['backtest', 'pair.yaml', '--prices', 'nifty.csv', '--sensitivity', '--json'];
  const plain = parsedJson((await desk.sauda(...asked)).out) as BacktestResult;
  const told = parsedJson((await desk.sauda(...asked, '--explain')).out) as BacktestResult;
  const moments = told.days.flatMap((day) => day.moments ?? []);
  expect(moments.map(({ part }) => part)).toEqual(
    expect.arrayContaining(['leg ce', 'order ce entry', 'order ce exit']),
  );
  expect(moments.find(({ part }) => part === 'order ce entry')).toMatchObject({
    run: 'pair',
    place: 'pair.yaml:4:1',
    text: expect.stringMatching(/^sell \d+ NIFTY.*; place, command 0; .*filled/) as unknown,
  });
  expect(told.days.map(({ date }) => date)).toEqual(plain.days.map(({ date }) => date));
  expect(told).toMatchObject(JSON.parse(JSON.stringify(plain)) as object);
  expect(readResult(JSON.stringify(told), 'r.json').ok).toBe(true);
});
