import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';
import { minuteBars } from '../../../../test/support/minute-bars.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

desk.write(
  'pair.yaml',
  `name: pair
schemaVersion: 1
underlying: NIFTY
entry: '09:20'
exit: '09:30'
legs: {ce: {side: sell, type: CE, strike: ATM}}
`,
);
desk.write('nifty.csv', minuteBars('2025-04-15'));
const [head = '', ...rows] = minuteBars('2025-04-15').trimEnd().split('\n');
const later = rows.map((row) => row.replace('2025-04-15', '2025-04-17'));
desk.write('holed-nifty.csv', [head, ...rows, ...later, ''].join('\n'));
desk.write('late.yaml', 'calendar:\n  holidays:\n    - {date: 2025-04-15, name: Mourning}\n');
symlinkSync(join(desk.directory, 'nifty.csv'), join(desk.directory, 'linked.csv'));

const BACKTEST = ['backtest', 'pair.yaml'];
const SWEEP = ['sweep', 'pair.yaml', '--param', 'lots=1,2', '--no-cache'];
const LOOKAHEAD = ['lookahead', 'pair.yaml'];
const CHECK = ['prices', 'check', 'nifty.csv'];
const FILE = ['--prices', 'nifty.csv'];
const MADE = ['--generate', '7', '--from', '2026-06-01', '--to', '2026-06-02'];

describe('a slip in the options of prices', () => {
  it.each([
    [
      [...FILE, '--underlying', 'NIFTTY'],
      [/Unknown underlying "NIFTTY"/, /nearest +NIFTY$/m],
    ],
    [
      [...FILE, '--time-zone', 'Asia/Kolkatta'],
      [/Unknown time zone/, /nearest +Asia\/Kolkata$/m],
    ],
    [
      [...FILE, '--columns', 'tiem=Stamp'],
      [/Cannot read the columns/, /nearest +time$/m],
    ],
    [
      [...FILE, '--from', '2025-04-16', '--to', '2025-04-15'],
      [/--from lies after --to/, /next +Swap them: --from 2025-04-15 --to 2025-04-16$/m],
    ],
    [
      ['--prices', 'nifty.csv', './nifty.csv'],
      [/^\.\/nifty\.csv: A file of prices is named twice/, /found +named before as nifty\.csv/],
    ],
    [['--prices', 'nifty.csv', 'linked.csv'], [/^linked\.csv: A file of prices is named twice/]],
    [
      [...MADE, '--underlying', 'NIFTTY'],
      [/prices of "NIFTTY"/, /nearest +NIFTY$/m],
    ],
    [
      ['--generate', '7:crush', ...MADE.slice(2)],
      [/Unknown regime/, /nearest +crash$/m],
    ],
    [['--generate', '7', '--from', '2026-06-02', '--to', '2026-06-01'], [/--from lies after --to/]],
  ])('%j ends with the code of usage, whatever command it is given to', async (options, told) => {
    for (const command of [BACKTEST, SWEEP, LOOKAHEAD]) {
      const { code, out, err } = await desk.sauda(...command, ...options);
      for (const part of told) expect(err).toMatch(part);
      expect([code, out]).toEqual([2, '']);
    }
  });

  it.each([
    [['--underlying', 'NIFTTY'], /nearest +NIFTY$/m],
    [['--time-zone', 'Mars'], /Unknown time zone "Mars"/],
    [['--columns', 'foo'], /found +"foo"/],
    [['nifty.csv'], /named twice/],
  ])('%j does so in prices check', async (options, told) => {
    const { code, err } = await desk.sauda(...CHECK, ...options);
    expect(err).toMatch(told);
    expect(code).toBe(2);
  });
});

describe('a file that is not there', () => {
  it('of prices is named as it was asked for, with what is like it and where it was looked for', async () => {
    const { code, err } = await desk.sauda(...BACKTEST, '--prices', 'nfty.csv');
    expect(err).toBe(
      `nfty.csv: Cannot read prices\n  found    no such file\n  nearest  nifty.csv\n  next     Check the name: it was looked for in ${desk.directory}\n`,
    );
    expect(code).toBe(3);
  });

  it('of a strategy says what to do next', async () => {
    const { code, err } = await desk.sauda('backtest', 'pear.yaml', ...FILE);
    expect(err).toMatch(/nearest +pair\.yaml\n +next +Check the name: it was looked for in \//m);
    expect(code).toBe(3);
  });

  it('and a folder in its place says what to do next', async () => {
    const { code, err } = await desk.sauda(...BACKTEST, '--prices', '..');
    expect(err).toMatch(/found +a directory\n +next +Name a file in it$/m);
    expect(code).toBe(3);
  });
});

describe('a copy of a file', () => {
  desk.write('copied-nifty.csv', minuteBars('2025-04-15'));
  desk.write('NIFTY2541722000CE.csv', minuteBars('2025-04-15'));

  it('under another name is refused: each of its rows would be a duplicate', async () => {
    const { code, err } = await desk.sauda(...BACKTEST, ...FILE, 'copied-nifty.csv');
    expect(err).toBe(
      'copied-nifty.csv: Two files of prices are one\n  found    the same bytes as nifty.csv\n  next     Name one of them\n',
    );
    expect(code).toBe(3);
    expect((await desk.sauda(...CHECK, 'copied-nifty.csv')).code).toBe(3);
  });

  it('that is of another contract by its name is none', async () => {
    const { err } = await desk.sauda(...CHECK, 'NIFTY2541722000CE.csv');
    expect(err).toBe('');
  });
});

describe('a file that does not say whose prices it holds', () => {
  desk.write('x.csv', minuteBars('2025-04-16'));
  desk.write('INFY.csv', minuteBars('2025-04-17'));

  it('is refused, with what to add', async () => {
    for (const command of [
      [...BACKTEST, '--prices'],
      ['prices', 'check'],
    ]) {
      const { code, err } = await desk.sauda(...command, 'x.csv');
      expect(err).toMatch(/^x\.csv: Nothing says whose prices the file holds\n/);
      expect(err).toMatch(/next +Add --underlying NIFTY if they are NIFTY's, or .*: NIFTY-x\.csv/);
      expect(code).toBe(3);
    }
    const told = await desk.sauda('prices', 'check', 'x.csv', '--underlying', 'NIFTY');
    expect(told.err).toBe('');
  });

  it('is not proposed as an index where its name is a share', async () => {
    const { err } = await desk.sauda(...BACKTEST, '--prices', 'INFY.csv');
    expect(err).toMatch(/^INFY\.csv: .*: shares are not listed here\n/);
    expect(err).not.toContain('--underlying');
  });
});

describe('a file that says otherwise than --underlying', () => {
  const bars = minuteBars('2025-04-15');
  const [header = '', ...lines] = bars.trimEnd().split('\n');
  desk.write('RELIANCE-1min.csv', bars);
  desk.write('banknifty.csv', bars);
  desk.write(
    'symbols.csv',
    [`${header},symbol`, ...lines.map((line) => `${line},BANKNIFTY`)].join('\n'),
  );

  it.each([
    ['RELIANCE-1min.csv', 'name says RELIANCE', 'rename the file: NIFTY-1min.csv'],
    ['banknifty.csv', 'name or symbols say BANKNIFTY', 'leave --underlying out'],
    ['symbols.csv', 'name or symbols say BANKNIFTY', 'leave --underlying out'],
  ])('is refused: %s', async (file, says, next) => {
    for (const command of [
      [...BACKTEST, '--prices'],
      ['prices', 'check'],
    ]) {
      const { code, err } = await desk.sauda(...command, file, '--underlying', 'NIFTY');
      expect(err).toContain(`${file}: The file's ${says}, and --underlying says NIFTY\n`);
      expect(err).toContain(next);
      expect(code).toBe(3);
    }
  });

  it('is not proposed where the strategy trades another index than it says', async () => {
    const { code, err } = await desk.sauda(...BACKTEST, '--prices', 'banknifty.csv');
    expect(err).toMatch(/trades NIFTY, and the prices are those of BANKNIFTY/);
    expect(err).toMatch(
      /correct what says BANKNIFTY: --underlying, the file's name or its symbols/,
    );
    expect(code).toBe(3);
  });
});

describe('a file of which no row can be used', () => {
  const header = 'timestamp,open,high,low,close';
  const named = (date: string, price: string): string =>
    [date, price, price, price, price].join(',');
  desk.write('NIFTY250417C23000.csv', [header, named('2025-04-15', '90')].join('\n'));
  const midnights = [15, 16, 17].map((day) => named(`2025-04-${String(day)}T00:00:00`, '95'));
  desk.write('NIFTY250417P23000.csv', [header, ...midnights].join('\n'));
  desk.write('NIFTY250417C23100.csv', [header, named('soon', '90')].join('\n'));

  it.each([
    ['NIFTY250417C23000.csv', /these are days, not minutes/],
    ['NIFTY250417P23000.csv', /these are days, not minutes/],
    ['NIFTY250417C23100.csv', /Time cannot be read/],
  ])('is refused beside others, with the reason: %s', async (file, why) => {
    const { code, err } = await desk.sauda(...BACKTEST, '--prices', 'nifty.csv', file);
    expect(err).toContain(file);
    expect(err).toContain('No row of the file can be used');
    expect(err).toMatch(why);
    expect(err).toMatch(/next +Leave the file out, or put it right/);
    expect(code).toBe(3);
  });

  it('is listed by prices check with its reason', async () => {
    const { code, out } = await desk.sauda('prices', 'check', 'nifty.csv', 'NIFTY250417C23000.csv');
    expect(out).toMatch(/NIFTY250417C23000\.csv: no row that can be used/);
    expect(out).toContain('these are days, not minutes');
    expect(code).toBe(1);
  });
});

describe('dates on which nothing can be run', () => {
  // Every sweep starts a thread: one is enough.
  it.each([
    ['after the file', ['2025-05-01', '2025-05-30'], [BACKTEST, LOOKAHEAD]],
    ['before it', ['2025-03-01', '2025-03-30'], [BACKTEST]],
    ['on a weekend', ['2025-04-12', '2025-04-13'], [BACKTEST, SWEEP]],
  ])('%s end with the same code', async (_, [from = '', to = ''], commands) => {
    for (const command of commands) {
      const { code, err } = await desk.sauda(...command, ...FILE, '--from', from, '--to', to);
      expect(err).toMatch(
        /^No day to run in "nifty\.csv": the data holds 2025-04-15 to 2025-04-15/,
      );
      expect(err).toMatch(/next +Choose --from and --to/);
      expect(code).toBe(3);
    }
  });

  it.each([
    ['without prices', '2025-04-16', /2025-04-16 missing: .*Trading day is missing/],
    ['closed of late', '2025-04-15', /2025-04-15 skipped: .*Market was closed \(Mourning\)/],
  ])('%s end with it, and say why', async (_, date, why) => {
    const dates = ['--from', date, '--to', date, '--config', 'late.yaml'];
    for (const command of [BACKTEST, LOOKAHEAD]) {
      const { code, err } = await desk.sauda(...command, '--prices', 'holed-nifty.csv', ...dates);
      expect(err).toMatch(
        /^No day to run in "holed-nifty\.csv": all dates are without prices or contracts, or closed/,
      );
      expect(err).toMatch(why);
      expect(code).toBe(3);
    }
  });

  it('of made prices do, too', async () => {
    const weekend = ['--generate', '7', '--from', '2026-06-06', '--to', '2026-06-07'];
    const { code, err } = await desk.sauda(...BACKTEST, ...weekend);
    expect(err).toContain('No day to run in "generated 7"');
    expect(code).toBe(3);
  });
});

it('one of each is counted as one', async () => {
  const { out } = await desk.sauda(...LOOKAHEAD, ...FILE, '--cuts', '1');
  expect(out).toMatch(/^pair: 1 day, cut 1 time, 2 decisions/);
});
