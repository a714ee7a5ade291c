import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { minuteBars } from '../../../test/support/minute-bars.ts';
import { fakeTerminal } from '../../../test/support/fake-terminal.ts';
import { EXIT_CODES, EXIT_MEANINGS, type ExitName } from './exit-codes.ts';
import { runCli } from './run-cli.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'sauda-cli-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const GOOD_STRATEGY = readFileSync(join(root, 'strategies/short-straddle.yaml'), 'utf8');

function file(name: string, text: string): string {
  writeFileSync(join(directory, name), text);
  return name;
}

async function sauda(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = fakeTerminal();
  const code = await runCli(args, {
    terminal,
    environment: {},
    workingDirectory: directory,
    signal: new AbortController().signal,
  });
  return { code, ...terminal.written };
}

const COMMANDS = [
  'run',
  'backtest',
  'check',
  'sim',
  'login',
  'contracts',
  'orders',
  'journal',
  'calendar',
  'tables',
];

test('without arguments prints help', async () => {
  const { code, out } = await sauda();
  expect(code).toBe(0);
  for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^ {2}${command} `, 'm'));
});

test.each(COMMANDS)('%s --help shows examples and --json', async (command) => {
  const { code, out } = await sauda(command, '--help');
  expect(code).toBe(0);
  expect(out).toContain(`Usage: sauda ${command}`);
  expect(out).toContain('--json');
  expect(out).toMatch(/Examples:\n(.*\n)*? *sauda /);
});

test.each([
  [['bcktest'], "Unknown command 'bcktest'", 'backtest'],
  [['help', 'calender'], "Unknown command 'calender'", 'calendar'],
  [['calendar', '--yeer', '2026'], "Unknown option '--yeer'", '--year'],
  [['calendar', '2026-02-30'], 'invalid', 'a date, YYYY-MM-DD'],
  [['calendar', '--year', '26'], 'invalid', 'a year, 2000 to 2100'],
  [['check'], "Missing required argument 'file'", 'sauda check --help'],
  [
    ['live'],
    '"sauda live" is given without what to do',
    'sauda live arm, sauda live disarm, sauda live status',
  ],
  [['alerts'], '"sauda alerts" is given without what to do', 'sauda alerts test'],
  [['evidence'], '"sauda evidence" is given without what to do', 'sauda evidence key'],
  [['prices'], '"sauda prices" is given without what to do', 'sauda prices generate'],
  [['journal'], 'is given without what to do', 'sauda journal archive, sauda journal restore'],
  [['backtest', 'a.yaml'], 'needs either --prices or --generate', 'Add --prices FILE'],
  [
    ['sweep', 'a.yaml', '--param', 'lots=1', '--rank', 'sortin'],
    "'sortin' is invalid",
    'sharpe, sortino, calmar, profit-factor, net, drawdown',
  ],
])('%j is a mistake of use', async (args, message, hint) => {
  const { code, out, err } = await sauda(...args);
  expect({ code, out }).toEqual({ code: EXIT_CODES.usage, out: '' });
  expect(err).toContain(message);
  expect(err).toContain(hint);
});

test('with --json a mistake is one JSON line on stdout', async () => {
  const { code, out, err } = await sauda('calendar', 'tomorrow', '--json');
  expect({ code, err }).toEqual({ code: EXIT_CODES.usage, err: '' });
  expect(out.trimEnd()).not.toContain('\n');
  expect(JSON.parse(out)).toEqual({
    error: {
      code: 'usage',
      exitCode: 2,
      message: "Command-argument value 'tomorrow' is invalid for argument 'date'",
      allowed: 'a date, YYYY-MM-DD',
      next: 'sauda calendar --help',
    },
  });
});

test('what an option may be is told apart from what is wrong', async () => {
  const { code, err } = await sauda('backtest', 'a.ts', '--generate', '7', '--fills', 'best');
  expect(code).toBe(EXIT_CODES.usage);
  expect(err).toContain("argument 'best' is invalid\n  allowed  central, worse, touch\n");
});

test('a good configuration and its strategies are listed with what they need', async () => {
  file('straddle.yaml', GOOD_STRATEGY);
  file('good.yaml', 'strategies:\n  - {path: straddle.yaml, params: {lots: 2}}\n');
  const { code, out } = await sauda('check', 'good.yaml');
  expect(code).toBe(0);
  expect(out).toMatch(/^ok {2}good\.yaml {2}configuration paper, built-in simulator/);
  expect(out).toMatch(/^ok {2}straddle\.yaml {2}strategy short-straddle: .*lots=2/m);
});

test('bad files are all reported, good ones too', async () => {
  file('straddle.yaml', GOOD_STRATEGY);
  file('typo.yaml', GOOD_STRATEGY.replace('entry:', 'entri:'));
  file('bad.yaml', 'mode: papr\n');
  const { code, out, err } = await sauda('check', 'bad.yaml', 'typo.yaml', 'straddle.yaml');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(out).toContain('ok  straddle.yaml');
  expect(err).toContain('bad.yaml:1:7: Wrong value of "mode"');
  expect(err).toMatch(/typo\.yaml:\d+:\d+: /);
  expect(err).toMatch(/nearest +"?entry/);
});

test('a configuration with a slip in the lines of a strategy is not listed as good', async () => {
  file('straddle.yaml', GOOD_STRATEGY);
  file('good.yaml', 'strategies:\n  - {path: straddle.yaml, params: {lotz: 2}}\n');
  const { code, out, err } = await sauda('check', 'good.yaml');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('good.yaml:2:');
  expect(out).not.toContain('ok');
});

test('check --json lists every file and problem', async () => {
  file('straddle.yaml', GOOD_STRATEGY);
  file('bad.yaml', 'acount: x\n');
  const { code, out } = await sauda('check', 'straddle.yaml', 'bad.yaml', '--json');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(JSON.parse(out)).toMatchObject({
    schemaVersion: 1,
    files: [
      { file: 'straddle.yaml', kind: 'strategy', ok: true, strategy: 'short-straddle' },
      {
        file: 'bad.yaml',
        kind: 'configuration',
        ok: false,
        problems: [{ message: 'Unknown key', where: 'bad.yaml:1:1', nearest: 'account' }],
      },
    ],
    error: { code: 'configuration', exitCode: 3 },
  });
});

test.each([
  ['no-default.ts', 'export const x = 1;\n', 'has no default export'],
  ['syntax.ts', 'export default {;\n', 'syntax.ts'],
  ['throws.ts', 'throw new Error("at the top");\n', 'at the top'],
  ['notes.txt', 'hello\n', 'by its ending'],
])('strategy module %s is refused with the reason', async (name, text, reason) => {
  file(name, text);
  const { code, err } = await sauda('check', '--no-types', name);
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain(reason);
});

test('a parameter that a strategy does not have gets the nearest one', async () => {
  file('straddle.yaml', GOOD_STRATEGY);
  file('params.yaml', 'strategies:\n  - {path: straddle.yaml, params: {lot: 2}}\n');
  const { code, err } = await sauda('check', 'params.yaml');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toMatch(/no parameter "lot"/);
  expect(err).toMatch(/nearest +lots/);
});

test('the calendar knows special days, in words and in JSON', async () => {
  const words = await sauda('calendar', '2024-03-02');
  expect(words.out).toContain('11:30:00 to 12:30:00 IST');
  const { out } = await sauda('calendar', '2026-11-24', '--json');
  expect(JSON.parse(out)).toMatchObject({
    schemaVersion: 1,
    date: '2026-11-24',
    isTradingDay: false,
    sessions: [],
    previous: '2026-11-23',
    next: '2026-11-25',
  });
});

test.each([
  ['2025', 248],
  ['2026', 246],
])('the calendar counts the trading days of %s without Muhurat', async (year, tradingDays) => {
  const { out } = await sauda('calendar', '--year', year, '--json');
  expect(JSON.parse(out)).toMatchObject({ tradingDays, muhuratSessions: 1 });
  const words = await sauda('calendar', '--year', year);
  expect(words.out).toContain(
    `${year}: ${String(tradingDays)} trading days, and 1 Muhurat session`,
  );
});

test('a late holiday of the configuration closes the day', async () => {
  file('late.yaml', 'calendar:\n  holidays:\n    - {date: 2026-12-30, name: Mourning}\n');
  const { out } = await sauda('calendar', '2026-12-30', '--config', 'late.yaml');
  expect(out).toContain('no: Mourning');
});

test('a backtest reports every date, the totals and what was assumed', async () => {
  file('straddle.yaml', GOOD_STRATEGY);
  const [head = '', ...rows] = minuteBars('2025-04-15').trimEnd().split('\n');
  const later = rows.map((row) => row.replace('2025-04-15', '2025-04-17'));
  file('nifty.csv', [head, ...rows, ...later, ''].join('\n'));
  const { code, out } = await sauda('backtest', 'straddle.yaml', '--prices', 'nifty.csv');
  expect(code).toBe(0);
  expect(out).toMatch(/^2025-04-15 +ok +375 +\d+ +2 /m);
  expect(out).toMatch(/^2025-04-16 +missing +0 +0 +0 /m);
  expect(out).toMatch(/^2025-04-17 +ok +375 +\d+ +2 /m);
  expect(out).toMatch(/^ {2}days +2 run of 3, /m);
  expect(out).toContain('Assumed\n');
});

test('a backtest knows the late holidays of its configuration', async () => {
  file('straddle.yaml', GOOD_STRATEGY);
  const [head = '', ...rows] = minuteBars('2025-04-15').trimEnd().split('\n');
  const later = rows.map((row) => row.replace('2025-04-15', '2025-04-16'));
  file('nifty.csv', [head, ...rows, ...later, ''].join('\n'));
  file('late.yaml', 'calendar:\n  holidays:\n    - {date: 2025-04-15, name: Mourning}\n');
  const late = ['--prices', 'nifty.csv', '--config', 'late.yaml'];
  const { out } = await sauda('backtest', 'straddle.yaml', ...late);
  expect(out).toMatch(/^2025-04-15 +skipped /m);
});

test.each([
  [['--prices', 'none.csv'], EXIT_CODES.configuration, 'none.csv'],
  [['--prices', 'empty.csv'], EXIT_CODES.configuration, 'timestamp with open, high, low, close'],
  [['--prices', 'nifty.csv', '--underlying', 'NIFTI'], EXIT_CODES.usage, 'NIFTI'],
])('a backtest with %j is refused with the reason', async (args, exit, reason) => {
  file('straddle.yaml', GOOD_STRATEGY);
  file('nifty.csv', minuteBars('2025-04-15'));
  file('empty.csv', 'nothing,here\n');
  const { code, err } = await sauda('backtest', 'straddle.yaml', ...args);
  expect(code).toBe(exit);
  expect(err).toContain(reason);
});

test('a strategy that is taken for a configuration is told from one', async () => {
  file('straddle.yaml', GOOD_STRATEGY);
  const { code, err } = await sauda('run', '--config', 'straddle.yaml');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('straddle.yaml: This is a strategy, not a configuration');
  expect(err).toContain('sauda run straddle.yaml');
});

test.each([
  [
    ['run', 'stradle.yaml'],
    /^stradle\.yaml: Cannot read the strategy\n {2}found +no such file\n {2}nearest +straddle\.yaml$/m,
  ],
  [['login', '--sim', 'none.json'], /^none\.json: .*\n {2}found +no such file$/m],
  [
    ['backtest', 'straddle.yaml', '--prices', 'none.csv'],
    /none\.csv: Cannot read prices\n {2}found +no such file$/m,
  ],
])('%j names the file that is not there, once and in words', async (args, told) => {
  file('straddle.yaml', GOOD_STRATEGY);
  const { code, err } = await sauda(...args);
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toMatch(told);
  expect(err).not.toContain('ENOENT');
});

test('a year that the calendar does not hold for says so', async () => {
  const beyond = await sauda('calendar', '--year', '2030');
  expect(beyond.out).toMatch(/^2030: \d+ trading days; not verified: no holidays are known$/m);
  const held = await sauda('calendar', '--year', '2025');
  expect(held.out).not.toContain('not verified:');
});

test('a fault of our own is told as one and shows no escape sequence', async () => {
  const terminal = fakeTerminal({
    size: () => {
      throw new TypeError('broken \u001b[2J terminal');
    },
  });
  const code = await runCli(['--help'], {
    terminal,
    environment: {},
    workingDirectory: directory,
    signal: new AbortController().signal,
  });
  expect(code).toBe(EXIT_CODES.internal);
  expect(terminal.written.err).toContain('broken \\u{1b}[2J terminal');
});

test.each([
  [['sweep', '--help'], '(default: grid)'],
  [['prices', 'generate', '--help'], '(default: NIFTY)'],
])('%j shows what is usual in words', async (args, shown) => {
  const { out } = await sauda(...args);
  expect(out).toContain(shown);
  expect(out).not.toMatch(/default: [[{]/);
});

test('check warns of a strategy that carries nothing', async () => {
  file('carried.yaml', `${GOOD_STRATEGY}product: carry-forward\n`);
  const { code, out } = await sauda('check', 'carried.yaml');
  expect(code).toBe(0);
  expect(out).toMatch(/^warning +product: carry-forward alone carries nothing overnight/m);
});

test('docs/cli.md has the table of exit codes', () => {
  const text = readFileSync(join(root, 'docs/cli.md'), 'utf8').replaceAll(/ +/g, ' ');
  for (const [name, code] of Object.entries(EXIT_CODES)) {
    expect(text).toContain(`| ${String(code)} | ${name} | ${EXIT_MEANINGS[name as ExitName]} |`);
  }
});
