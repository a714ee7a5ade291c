import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { runCli } from '../run-cli.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-kinds-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

function file(name: string, text: string): string {
  writeFileSync(join(directory, name), text);
  return name;
}

async function sauda(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = fakeTerminal();
  const context = { environment: {}, workingDirectory: directory };
  const signal = new AbortController().signal;
  const code = await runCli(args, { ...context, terminal, signal });
  return { code, ...terminal.written };
}

const WRONG = '{"mode": "paper",\n "acount": "x"}\n';

test.each(['c.yaml', 'c.json', 'c.conf', 'c'])(
  'a wrong key of the configuration %s is told as such, whatever its ending',
  async (name) => {
    file(name, WRONG);
    for (const args of [
      ['halt', '--reason', 'x', '--config', name],
      ['check', name],
    ]) {
      const { code, err } = await sauda(...args);
      expect(code).toBe(EXIT_CODES.configuration);
      expect(err).toContain(`${name}:2:2: Unknown key`);
      expect(err).toContain('nearest  account');
    }
  },
);

test.each(['d.json', 'd.conf'])(
  'a configuration %s without a fault is one to check',
  async (name) => {
    const { code, out } = await sauda('check', file(name, '{"account": "x"}'));
    expect(out).toContain(`${name}  configuration`);
    expect(code).toBe(EXIT_CODES.ok);
  },
);

test('a file of another ending that is neither is told what a strategy may be', async () => {
  const { err } = await sauda('check', file('notes.txt', 'hello\n'));
  expect(err).toContain('Unknown kind of strategy');
});

test('a directory has no nearest name but its own', async () => {
  mkdirSync(join(directory, 'folder'));
  const { code, err } = await sauda('check', 'folder');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('a directory');
  expect(err).not.toContain('nearest');
});

test.each(['empty.yaml', 'empty.ts', 'blank.json'])(
  'an empty file is no configuration that is fine: %s',
  async (name) => {
    const { code, err } = await sauda('check', file(name, ' \n'));
    expect(code).toBe(EXIT_CODES.configuration);
    expect(err).toContain(`${name}: The file is empty\n  allowed  a strategy or a configuration`);
  },
);

test.each(['a\0b', Buffer.from('name: x\n', 'utf16le').toString('latin1')])(
  'a file that is no text in UTF-8 is neither: %j',
  async (text) => {
    const { code, err } = await sauda('check', file('odd.yaml', text));
    expect(code).toBe(EXIT_CODES.configuration);
    expect(err).toContain('odd.yaml: The file is not text\n');
    expect(err).toContain('next     Save it as text in UTF-8');
  },
);

test('an absent file is looked for by its name, not by an ending that all have', async () => {
  file('good.yaml', 'account: x\n');
  const { code, err } = await sauda('check', 'idea.yaml');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain(`next     Check the name: it was looked for in ${directory}`);
  expect(err).not.toContain('nearest');
  expect((await sauda('check', 'good.yml')).err).toContain('nearest  good.yaml');
});

test('an empty module named as the configuration is a strategy', async () => {
  const { code, err } = await sauda('halt', '--reason', 'x', '--config', file('e.ts', ''));
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('This is a strategy, not a configuration');
});

test('a configuration named as a strategy is refused with the option to use instead', async () => {
  const name = file('as-strategy.yaml', 'mode: paper\nstrategies: []\n');
  const { code, err } = await sauda('backtest', name, '--prices', 'nifty.csv');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('as-strategy.yaml: This is a configuration, not a strategy');
  expect(err).toContain('next     Give it as --config as-strategy.yaml');
});

test('does not take a part of a strategy for a configuration, even with keys of both', async () => {
  file('part.yaml', 'schemaVersion: 1\nrisk: 5000 rupees\nprotections: {}\nmaxLots: 5\n');
  const { code, err } = await sauda('check', 'part.yaml');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('This is a part of a strategy: it has neither a name nor an underlying');
  expect(err).toContain('next     Check the file that includes it');
  expect(err).not.toContain('Unknown key');
});

test('a version of the language does not make a strategy of a configuration', async () => {
  const { err } = await sauda('check', file('versioned.yaml', 'schemaVersion: 1\nmode: paper\n'));
  expect(err).toContain('versioned.yaml:1:1: Unknown key');
  expect(err).toContain('allowed  mode, account');
});
