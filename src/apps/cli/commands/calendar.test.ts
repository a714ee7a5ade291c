import { expect, test } from 'vitest';

import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { runCli } from '../run-cli.ts';

async function calendar(...args: readonly string[]): Promise<string> {
  const terminal = fakeTerminal();
  await runCli(['calendar', ...args], {
    terminal,
    environment: {},
    workingDirectory: '/',
    signal: new AbortController().signal,
  });
  return terminal.written.out;
}

test.each([
  ['2018-08-15', 'the calendar begins on 2019-01-01: neither holidays nor hours are known'],
  ['2027-01-04', 'the calendar was checked for dates through 2026-12-31'],
  ['2023-08-15', 'yes'],
  ['2026-11-08', 'the hours of this date are not known for certain'],
  ['2026-12-30', 'yes'],
])('%s is verified: %s', async (date, says) => {
  const [line = ''] = (await calendar(date)).split('\n').filter((row) => /^ *verified/.test(row));
  expect(line).toContain(says);
});

test('a year ends with the dates for which the calendar was checked', async () => {
  const lines = (await calendar('--year', '2026')).trimEnd().split('\n');
  expect(lines.at(-1)?.trim()).toBe('checked for dates from 2019-01-01 through 2026-12-31');
});
