import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { runCli } from '../run-cli.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-prices-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

async function sauda(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = fakeTerminal();
  const code = await runCli(['prices', ...args], {
    terminal,
    environment: {},
    workingDirectory: directory,
    signal: new AbortController().signal,
  });
  return { code, ...terminal.written };
}

const DATES = ['--from', '2026-06-01', '--to', '2026-06-02'];

describe('sauda prices', () => {
  test('generate writes what check reads back whole', async () => {
    const both = ['--underlyings', 'nifty,SENSEX', '--out', 'both.csv'];
    const made = await sauda('generate', '--seed', '7:calm', ...DATES, ...both);
    expect(made).toMatchObject({ code: 0, out: '' });
    expect(made.err).toContain('2026-06-02 calm: opens');
    expect(made.err).toContain('1500 bars of 2 days');
    const lines = readFileSync(join(directory, 'both.csv'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(1501);
    expect(lines[1]).toMatch(/^NIFTY,2026-06-01T09:15:00\+05:30,\d+\.\d[05],/);

    const checked = await sauda('check', 'both.csv');
    expect(checked.code).toBe(0);
    expect(checked.out).toContain('both.csv: 1500 rows of NIFTY, SENSEX');
    expect(checked.out).toContain('No problems');
  });

  test('generate prints the file where none is named, the same every time', async () => {
    const first = await sauda('generate', '--seed', '7', ...DATES);
    expect(first.out).toMatch(/^timestamp,open,high,low,close\n2026-06-01T09:15:00\+05:30,/);
    expect((await sauda('generate', '--seed', '7', ...DATES)).out).toBe(first.out);
  });

  test('check counts and places what is wrong', async () => {
    await sauda('generate', '--seed', '7:circuit', ...DATES, '--out', 'halted-nifty.csv');
    const checked = await sauda('check', 'halted-nifty.csv', '--json');
    expect(checked.code).toBe(1);
    const { problems, problemCounts } = JSON.parse(checked.out) as {
      readonly problems: readonly unknown[];
      readonly problemCounts: object;
    };
    expect(problems.length).toBeGreaterThan(0);
    expect(problemCounts).toEqual({ gap: problems.length });
    expect(problems[0]).toMatchObject({ kind: 'gap' });
    const text = await sauda('check', 'halted-nifty.csv');
    expect(text.out).toMatch(/gap \d\n.*halted-nifty\.csv:\d+ gap .*minutes? without a row/);
  });

  test.each([
    [['generate', '--seed', '7:crsh', ...DATES], 'crash'],
    [['generate', '--seed', '7', '--from', '2026-06-01', '--to', '2026-05-01'], 'last date'],
    [['generate', '--seed', '7', ...DATES, '--underlyings', 'NIFTI'], 'NIFTY'],
    [['generate', '--from', '2026-06-01', '--to', '2026-06-02'], '--seed'],
  ])('%j is a mistake of use', async (args, says) => {
    const failed = await sauda(...args);
    expect(failed.code).toBe(2);
    expect(failed.err).toContain(says);
  });

  test.each([
    ['empty.csv', '', 'empty-file'],
    ['packed.csv', '\u0000\u0001', 'binary-file'],
    ['headless.csv', 'when,what\nnow,that\n', 'header'],
    ['unknown.csv', 'symbol,time,price\nINFY,2024-03-01 09:15,100\n', 'unknown-symbol'],
    ['early-nifty.csv', 'time,price\n2018-08-14 09:15,11400\n', 'too-early'],
  ])('check of %s ends with 1', async (name, text, kind) => {
    writeFileSync(join(directory, name), text);
    const checked = await sauda('check', name);
    expect(checked.code).toBe(1);
    expect(checked.out).toContain(kind);
    expect(checked.out).not.toContain('No problems');
    const isUsable = kind === 'too-early';
    expect(checked.out.includes(`${name}: no row that can be used`)).toBe(!isUsable);
  });

  test('check tells what is wrong with a whole file first', async () => {
    await sauda('generate', '--seed', '7', ...DATES, '--out', 'nifty-1.csv');
    const [head = '', ...rows] = readFileSync(join(directory, 'nifty-1.csv'), 'utf8').split('\n');
    const some = rows.filter((_, place) => place % 5 === 0);
    writeFileSync(join(directory, 'nifty-5.csv'), [head, ...some].join('\n'));
    const { out } = await sauda('check', 'nifty-5.csv');
    const [first = ''] = out.split('\n').filter((line) => line.includes('nifty-5.csv:2 '));
    expect(first).toContain('wrong-interval Rows look like bars of 5 minutes');
  });

  test('check says what it takes for granted', async () => {
    await sauda(
      'generate',
      '--seed',
      '7',
      '--from',
      '2026-11-02',
      '--to',
      '2026-11-03',
      '--out',
      'nifty-x.csv',
    );
    writeFileSync(join(directory, 'own.yaml'), 'calendar: { verifiedThrough: 2026-10-31 }\n');
    const checked = await sauda('check', 'nifty-x.csv', '--config', 'own.yaml');
    expect([checked.code, checked.err]).toEqual([0, '']);
    expect(checked.out).toContain('Dates from 2026-11-02 to 2026-11-03 lie after 2026-10-31');
  });

  test('a file that is not there is told', async () => {
    const failed = await sauda('check', 'absent.csv');
    expect(failed.code).toBe(3);
    expect(failed.err).toContain('Cannot read prices');
  });
});
