import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, it, test } from 'vitest';

import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { runCli } from '../run-cli.ts';

const SHIPPED = fileURLToPath(
  new URL('../../../../strategies/short-straddle.yaml', import.meta.url),
);
const directory = mkdtempSync(join(tmpdir(), 'sauda-drill-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

async function drill(params: string): Promise<{ code: number; out: string; err: string }> {
  cpSync(SHIPPED, join(directory, 'straddle.yaml'));
  const text = `strategies:\n  - path: straddle.yaml\n    params: ${params}\n`;
  writeFileSync(join(directory, 'mine.yaml'), text);
  const terminal = fakeTerminal();
  const code = await runCli(['drill', '--config', 'mine.yaml', '--seeds', '1', '--json'], {
    terminal,
    environment: {},
    workingDirectory: directory,
    signal: new AbortController().signal,
  });
  return { code, ...terminal.written };
}

test('takes strategies of a configuration, with their parameters', async () => {
  const { code, out } = await drill('{ lots: 2 }');
  expect(code).toBe(0);
  const { strategies, byStrategy } = JSON.parse(out) as Record<string, object>;
  expect(strategies).toBeDefined();
  expect(Object.keys(byStrategy ?? {})).toEqual(['short-straddle']);
});

test('points at a parameter of the configuration that is wrong', async () => {
  const { code, err, out } = await drill('{ lots: none }');
  expect(code).not.toBe(0);
  expect(err + out).toContain('mine.yaml:3:21');
});

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
