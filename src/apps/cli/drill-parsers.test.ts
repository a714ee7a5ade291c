import { expect, it } from 'vitest';

import { fakeTerminal } from '../../../test/support/fake-terminal.ts';
import { runCli } from './run-cli.ts';

async function drillOneDay(...args: readonly string[]): Promise<readonly [number, unknown]> {
  const terminal = fakeTerminal();
  const code = await runCli(['drill', '--seeds', '1', '--json', ...args], {
    terminal,
    environment: {},
    workingDirectory: '.',
    signal: new AbortController().signal,
  });
  return [code, JSON.parse(terminal.written.out)];
}

it('draws from all faults when told so, as it does untold', async () => {
  expect(await drillOneDay('--faults', 'all')).toEqual(await drillOneDay());
});

it.each([
  ['--mode', 'livness'],
  ['--faults', 'F3,F99'],
  ['--seeds', '9..7'],
  ['--without', 'F99'],
  ['--only', 'F99/place#1'],
  ['--only', 'F5/place#never'],
])('refuses %s %s', async (option, value) => {
  const [code, result] = await drillOneDay(option, value);
  expect(code).toBe(2);
  expect(result).toMatchObject({ error: { code: 'usage' } });
});
