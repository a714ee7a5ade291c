import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Command } from 'commander';
import { afterAll, expect, it } from 'vitest';

import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { problem } from '../../../base/problem.ts';
import { type MigratedLanguage } from '../../../loading/migrate-strategy.ts';
import { runCli } from '../run-cli.ts';
import { addMigrate } from './migrate.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-migrate-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** Makes `exit` of `exitAt`. */
const RENAMED: MigratedLanguage['migrations'][number] = {
  change: '"exitAt" is "exit" now',
  apply: (file) => {
    file.rename([], 'exitAt', 'exit');
  },
};

const OLD = `# Mine.
name: old
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exitAt: 15:10 # before the close
legs:
  ce: { side: sell, type: CE, strike: ATM }
`;

type Language = MigratedLanguage['problemsOf'];

function written(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text, { mode: 0o640 });
  return path;
}

/** The command with a language of two versions, in which a file is wrong as told. */
async function migrate(args: readonly string[], problemsOf: Language = () => []): Promise<string> {
  const terminal = fakeTerminal();
  const signal = new AbortController().signal;
  const where = { environment: {}, workingDirectory: directory, finish: () => undefined };
  const command = new Command().exitOverride();
  addMigrate(command, { terminal, signal, ...where }, { migrations: [RENAMED], problemsOf });
  await command.parseAsync(args, { from: 'user' });
  return terminal.written.out;
}

it('says what would change, and rewrites the file with --write alone', async () => {
  const path = written('old.yaml', OLD);
  expect(await migrate(['old.yaml'])).toBe(
    'old.yaml: version 1 to 2, to rewrite with --write\n  "exitAt" is "exit" now\n',
  );
  expect(readFileSync(path, 'utf8')).toBe(OLD);
  expect(await migrate(['old.yaml', '--write'])).toContain('version 1 to 2, rewritten');
  const rewritten = OLD.replace('Version: 1', 'Version: 2').replace('exitAt', 'exit');
  expect(readFileSync(path, 'utf8')).toBe(rewritten);
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

it('takes the parts of a strategy along, each once, all or none', async () => {
  const blueprint = OLD.replace('legs:', 'include: ./limits.yaml\nlegs:').replace(
    'entry: 09:20',
    'blueprint: { inputs: { at: { type: time } } }\nentry: { input: at }',
  );
  const paths = {
    blueprint: written('blueprint.yaml', blueprint),
    limits: written('limits.yaml', 'schemaVersion: 1\nstop: 30%\n'),
  };
  const mine = 'name: mine\nschemaVersion: 1\nuse: ./blueprint.yaml\ninputs: { at: 09:20 }\n';
  written('one.yaml', mine);
  written('two.yaml', mine.replace('mine', 'other'));
  expect(await migrate(['one.yaml', 'blueprint.yaml', 'two.yaml'])).toBe(`\
one.yaml: version 1 to 2, to rewrite with --write
  "exitAt" is "exit" now
blueprint.yaml: version 1 to 2, to rewrite with --write
  "exitAt" is "exit" now
limits.yaml (a part of one.yaml): version 1 to 2, to rewrite with --write
  "exitAt" is "exit" now
two.yaml: version 1 to 2, to rewrite with --write
  "exitAt" is "exit" now
`);
  const seen: string[] = [];
  /** What is wrong with the limits is said of their file; all parts are read as they are after the migration. */
  const checked: Language = (_, file, readPart) => {
    const parts = ['./blueprint.yaml', './limits.yaml'].map((asked) => readPart(asked, null));
    seen.push(...parts.map((part) => (part.ok ? part.value.text : 'unread')));
    const isWrong = seen.some((text) => text.includes('soon'));
    return isWrong ? [problem('Wrong value', { file })] : [];
  };
  written('limits.yaml', 'schemaVersion: 1\nstop: soon\n');
  await expect(migrate(['one.yaml', '--write'], checked)).rejects.toMatchObject({
    problems: [{ file: 'one.yaml' }],
  });
  expect(readFileSync(paths.blueprint, 'utf8')).toBe(blueprint);
  written('limits.yaml', 'schemaVersion: 1\nstop: 30%\n');
  seen.length = 0;
  await migrate(['one.yaml', '--write'], checked);
  const after = [paths.blueprint, paths.limits].map((path) => readFileSync(path, 'utf8'));
  expect(after).toEqual(seen);
  expect(after[0]).toContain('exit: 15:10 # before the close');
  expect(after[1]).toBe('schemaVersion: 2\nstop: 30%\n');
});

it('rewrites none where one would be wrong afterwards', async () => {
  const path = written('old.yaml', OLD);
  const wrong = problem('Wrong afterwards', { file: 'old.yaml' });
  await expect(migrate(['old.yaml', '--write'], () => [wrong])).rejects.toMatchObject({
    exit: 'configuration',
    problems: [wrong],
  });
  expect(readFileSync(path, 'utf8')).toBe(OLD);
});

it('says of a file of the current version that it is, and writes nothing', async () => {
  const text = OLD.replace('exitAt', 'exit').replace('Version: 1', 'Version: 2');
  const path = written('new.yaml', text);
  const before = statSync(path).mtimeMs;
  expect(await migrate(['new.yaml', '--write'])).toBe('new.yaml: version 2, the current one\n');
  expect(statSync(path).mtimeMs).toBe(before);
});

it('is a command of sauda, with JSON, and refuses a newer file', async () => {
  written('new.yaml', OLD.replace('exitAt', 'exit'));
  written('newer.yaml', OLD.replace('Version: 1', 'Version: 2'));
  const run = async (...args: readonly string[]) => {
    const terminal = fakeTerminal();
    const signal = new AbortController().signal;
    const code = await runCli(['migrate', ...args], {
      terminal,
      environment: {},
      workingDirectory: directory,
      signal,
    });
    return { code, ...terminal.written };
  };
  const shown = await run('new.yaml', '--json');
  expect(JSON.parse(shown.out)).toMatchObject({
    isWritten: false,
    files: [{ file: 'new.yaml', from: 1, to: 1, changes: [] }],
  });
  const refused = await run('new.yaml', 'newer.yaml');
  expect(refused.code).toBe(3);
  expect(refused.err).toContain('newer.yaml:3:16: The file is of a newer version of the language');
});
