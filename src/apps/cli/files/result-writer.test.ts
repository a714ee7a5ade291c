import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';
import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { type CliContext } from '../cli-context.ts';
import { type ExitName } from '../exit-codes.ts';
import { type Output } from './refuse-overwriting.ts';
import { createResultWriter } from './result-writer.ts';

let desk: Desk;
let exit: ExitName;
let terminal: ReturnType<typeof fakeTerminal>;
let context: CliContext;
beforeEach(() => {
  desk = new Desk();
  exit = 'ok';
  terminal = fakeTerminal();
  context = {
    terminal,
    environment: {},
    workingDirectory: desk.directory,
    signal: new AbortController().signal,
    finish: (named) => {
      exit = named;
    },
  };
});
afterEach(() => {
  desk.close();
});
const out = (path: string | undefined): Output => ({ option: '--out', path });
const csv = (path: string): Output => ({ option: '--csv', path, holds: ['days.csv'] });
const read = (name: string): string => readFileSync(join(desk.directory, name), 'utf8');

test('writes files and those of folders that are not there, and leaves nothing else', async () => {
  desk.write('old.json', 'old');
  const { write, written, close } = createResultWriter(context, [
    out('old.json'),
    out(undefined),
    csv('a/b'),
  ]);
  await write('old.json', 'new');
  await write('a/b/c.csv', 'table');
  close();
  expect(written()).toEqual(['old.json', 'a/b/c.csv']);
  expect([read('old.json'), read('a/b/c.csv')]).toEqual(['new', 'table']);
  expect(readdirSync(desk.directory).sort()).toEqual(['a', 'old.json']);
  expect([exit, terminal.written.err]).toEqual(['ok', '']);
});

test('what is a link stays one, and keeps who may read it', async () => {
  mkdirSync(join(desk.directory, 'elsewhere'));
  const real = join(desk.directory, 'elsewhere/real.json');
  writeFileSync(real, 'old');
  chmodSync(real, 0o600);
  symlinkSync(real, join(desk.directory, 'link.json'));
  const { write } = createResultWriter(context, [out('link.json')]);
  await write('link.json', 'new');
  expect(read('elsewhere/real.json')).toBe('new');
});

test.each([
  [out('no/such.json'), /no such folder .*no$/],
  [out('a-file/such.json'), /a-file is no folder$/],
  [out('.'), /^a directory$/],
  [csv('a-file'), /a-file is no folder$/],
  [csv('a-file/tables'), /a-file is no folder$/],
])('refuses %j before there is a result to lose', (asked, why) => {
  desk.write('a-file', 'text');
  const found = expect.stringMatching(why) as unknown;
  const problem = expect.objectContaining({ file: asked.path, found }) as unknown;
  expect(() => createResultWriter(context, [asked])).toThrow(
    expect.objectContaining({ exit: 'usage', problems: [problem] }),
  );
});

test('what cannot be written all the same is told last, and the others are written', async () => {
  const { write, written, close } = createResultWriter(context, [out('/dev/full')]);
  await write('/dev/full', 'text');
  await write('other.json', 'text');
  expect(written()).toEqual(['other.json']);
  close();
  expect(terminal.written.err).toContain('/dev/full: Cannot write the result');
  expect(exit).toBe('usage');
});

test.runIf(existsSync('/proc/self'))(
  'refuses where nothing can be made before anything is run',
  () => {
    const ask = (asked: Output) => () => createResultWriter(context, [asked]);
    expect(ask(csv('/proc/sauda/tables'))).toThrow('Cannot write the result');
    expect(ask(out('/proc/sauda.json'))).toThrow('Cannot write the result');
  },
);
