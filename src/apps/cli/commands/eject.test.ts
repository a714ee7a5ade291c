import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { runCli } from '../run-cli.ts';

const YAML = `name: straddle
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM, stop: 30% }
`;

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-eject-'));
  writeFileSync(join(directory, 'straddle.yaml'), YAML);
  writeFileSync(join(directory, 'bad.yaml'), YAML.replace('ATM', 'ATN'));
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

async function eject(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await runCli(['eject', ...args], {
    terminal,
    environment: {},
    workingDirectory: directory,
    signal: new AbortController().signal,
  });
  return { code, ...terminal.written };
}

function read(file: string): string {
  return readFileSync(join(directory, file), 'utf8');
}

test('the module goes to stdout, to a file or into JSON, and is the same', async () => {
  const { code, out } = await eject('straddle.yaml');
  expect(code).toBe(0);
  expect(out).toContain(
    "ce: { side: 'sell', type: 'CE', strike: strike.atm(), stop: percent(30) }",
  );
  const written = await eject('straddle.yaml', '--out', 'straddle.ts');
  expect(written.out).toContain('sauda check straddle.ts');
  expect(read('straddle.ts')).toBe(out);
  const json = await eject('straddle.yaml', '--json');
  expect(JSON.parse(json.out)).toEqual({
    schemaVersion: 1,
    file: 'straddle.yaml',
    out: null,
    module: out,
  });
});

test('a file that is there is replaced only with --force', async () => {
  writeFileSync(join(directory, 'mine.ts'), 'mine');
  const refused = await eject('straddle.yaml', '--out', 'mine.ts');
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('mine.ts: The file is there already');
  expect(read('mine.ts')).toBe('mine');
  expect((await eject('straddle.yaml', '--out', 'mine.ts', '--force')).code).toBe(0);
  expect(read('mine.ts')).toContain('defineStrategy');
});

test.each([
  [['bad.yaml'], 3, 'bad.yaml:7:39: Wrong value of "legs.ce.strike"'],
  [['absent.yaml'], 3, 'absent.yaml: Cannot read the strategy'],
  [['straddle.ts'], 3, 'straddle.ts: Only a strategy in YAML can be ejected'],
  [
    ['straddle.yaml', '--out', 'straddle.yaml', '--force'],
    2,
    'A strategy module has another ending',
  ],
])('%j is refused', async (args, code, message) => {
  const refused = await eject(...args);
  expect({ code: refused.code, err: refused.err }).toMatchObject({ code });
  expect(refused.err).toContain(message);
});
