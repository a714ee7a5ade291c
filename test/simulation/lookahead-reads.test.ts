import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type StrategyRead } from '../../src/results/backtest-result.ts';
import { ROOT, spawnSauda } from '../e2e/spawn-sauda.ts';

const here = realpathSync(mkdtempSync(join(tmpdir(), 'sauda-reads-')));
afterAll(() => {
  rmSync(here, { recursive: true, force: true });
});

/** What a strategy's file begins with, what it does when it is told to, and what is to be noted of that. */
type Way = readonly [head: string, body: string, what: string];

const in_ = (name: string): string => join(here, name);
const q = (name: string): string => JSON.stringify(in_(name));
const FS = `import fs from 'node:fs';`;
const REQUIRE = `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);`;
/** What a deep stack, and a strategy's own idea of how a stack is told, must not hide. */
const DEEP = `Error.prepareStackTrace = () => 'nothing';
const dig = (left) => (left === 0 ? new Function('fs', 'fs.readFileSync(${q('data.csv')})')(fs) : dig(left - 1));
try { dig(200); } finally { delete Error.prepareStackTrace; }`;

const NOTED: Readonly<Record<string, Way>> = {
  'a file that is called like code': [FS, `fs.readFileSync(${q('side.cjs')})`, 'side.cjs'],
  'data under a name of code': [FS, `fs.readFileSync(${q('link.ts')})`, 'link.ts'],
  'a named import': [
    `import { readFileSync } from 'node:fs';`,
    `readFileSync(${q('data.csv')})`,
    'data.csv',
  ],
  'an address': [FS, `fs.readFileSync(new URL('./data.csv', import.meta.url))`, 'data.csv'],
  'a promise': [
    `import { readFile } from 'node:fs/promises';`,
    `void readFile(${q('data.csv')})`,
    'data.csv',
  ],
  'a stream': [FS, `fs.createReadStream(${q('data.csv')}).destroy()`, 'data.csv'],
  'a stream of the class': [FS, `new fs.ReadStream(${q('data.csv')}).destroy()`, 'data.csv'],
  'copying a file': [FS, `fs.copyFileSync(${q('data.csv')}, ${q('copy.mjs')})`, 'data.csv'],
  'copying a tree': [FS, `fs.cpSync(${q('data.csv')}, ${q('tree.mjs')})`, 'data.csv'],
  'a symbolic link': [FS, `fs.symlinkSync(${q('data.csv')}, ${q('soft.mjs')})`, 'data.csv'],
  'a link': [FS, `fs.linkSync(${q('data.csv')}, ${q('hard.mjs')})`, 'data.csv'],
  'moving a file': [FS, `fs.renameSync(${q('moving.csv')}, ${q('moved.mjs')})`, 'moving.csv'],
  'asking whether a file exists': [FS, `fs.existsSync(${q('data.csv')})`, 'data.csv'],
  'asking when it was written': [FS, `fs.statSync(${q('data.csv')})`, 'data.csv'],
  'asking what a directory holds': [FS, `fs.readdirSync(${q('.')})`, '.'],
  'a way that is a part of another': [FS, `fs.realpathSync.native(${q('data.csv')})`, 'data.csv'],
  'a database': [
    `import { DatabaseSync } from 'node:sqlite';`,
    `new DatabaseSync(${q('data.db')}).exec('select 1'); new DatabaseSync(':memory:').exec('select 1')`,
    'data.db',
  ],
  'a deep stack that is told otherwise': [FS, DEEP, 'data.csv'],
};

/** Of these, what is noted is no path in the directory. */
const NOTED_AS: Readonly<Record<string, Way>> = {
  'what stands open from the beginning': [FS, `fs.readFile(0, () => 0)`, '0'],
  'a program': [
    `import { exec } from 'node:child_process'; import { promisify } from 'node:util';`,
    `void promisify(exec)('true')`,
    'true',
  ],
  'a thread': [
    `import { Worker } from 'node:worker_threads';`,
    `new Worker('0', { eval: true }).unref()`,
    'a thread of its own',
  ],
  'the web': ['', `void fetch('http://127.0.0.1:1/x').catch(() => 0)`, 'http://127.0.0.1:1/x'],
  'a socket': [
    `import { connect } from 'node:net';`,
    `connect({ host: '127.0.0.1', port: 1 }).on('error', () => 0)`,
    '127.0.0.1:1',
  ],
  'a request': [
    `import { get } from 'node:http';`,
    `get('http://127.0.0.1:1/').on('error', () => 0)`,
    '127.0.0.1:1',
  ],
};

/** What is a module of the strategy when it is loaded is a part of it. */
const LOADED = `import { one } from './imported.mjs';
import held from 'held';
${REQUIRE}
require('./deep.cjs');
await import('./imported.mjs');
export { held, one, require };`;

/** In a run: what is required then, and what others call that have nothing of the strategy on their stack. */
const IN_RUN: Readonly<Record<string, Way>> = {
  'a module that is loaded during a run': [REQUIRE, `require('./late.cjs')`, 'late.cjs'],
};

/** Loads files one by one, has each do what it does, and prints what was noted of each. */
const PRINT_READS = `
import { inWorld } from '${address('src/host/current-world.ts')}';
import { World } from '${address('src/host/world.ts')}';
import { watchFileReads } from '${address('src/research/lookahead/watch-file-reads.ts')}';
import { importStrategyModule } from '${address('src/loading/strategy-modules.ts')}';
import fs from 'node:fs';
import 'node:sqlite';
import { promisify } from 'node:util';
import { exec } from 'node:child_process';
const watch = watchFileReads();
const refused = [];
const [outside, inside] = JSON.parse(process.argv[2]);
for (const file of [...outside, ...inside]) {
  const { default: work } = await importStrategyModule('file://' + file);
  if (inside.includes(file)) inRun(work);
  else work();
}
/** A run is refused what it asks for, and the watch notes it all the same. */
function inRun(work) {
  try {
    inWorld(new World('seed'), work);
    refused.push(false);
  } catch (error) {
    refused.push(error.name === 'WorldViolation');
  }
}
fs.readFileSync(process.argv[1]);
const own = watch.reads();
inRun(() => [process.argv[1]].map((path) => fs.readFileSync(path)));
const others = watch.reads().length - own.length;
const { stdout } = await promisify(exec)('echo told');
watch[Symbol.dispose]();
const noted = watch.reads().length;
inRun(() => [process.argv[1]].map((path) => fs.readFileSync(path)));
const isOver = watch.reads().length === noted;
console.log(JSON.stringify({ own, others, stdout, isOver, refused }));
process.exit(0);
`;

interface Printed {
  readonly own: readonly StrategyRead[];
  readonly others: number;
  readonly stdout: string;
  readonly isOver: boolean;
  readonly refused: readonly boolean[];
}

function address(path: string): string {
  return pathToFileURL(join(ROOT, path)).href;
}

function write(name: string, text: string): string {
  const file = in_(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const fileOf = (name: string): string => in_(`${name.replaceAll(' ', '-')}.mjs`);
let printed: Printed;

beforeAll(async () => {
  write('data.csv', 'a,b\n');
  write('moving.csv', 'a,b\n');
  write('side.cjs', 'module.exports = 1;\n');
  write('late.cjs', 'module.exports = 1;\n');
  symlinkSync(in_('data.csv'), in_('link.ts'));
  write('imported.mjs', 'export const one = 1;\n');
  write('deep.cjs', `module.exports = require('./side.cjs');\n`);
  write('node_modules/held/package.json', '{"main":"./held.js"}');
  write('node_modules/held/held.js', 'module.exports = 1;\n');
  for (const [name, [head, body]] of Object.entries({ ...NOTED, ...NOTED_AS, ...IN_RUN })) {
    write(fileOf(name).slice(here.length), `${head}\nexport default () => { ${body}; };\n`);
  }
  write('loading.mjs', `${LOADED}\nexport default () => undefined;\n`);
  const outside = [...Object.keys({ ...NOTED, ...NOTED_AS }).map(fileOf), in_('loading.mjs')];
  const files = JSON.stringify([outside, Object.keys(IN_RUN).map(fileOf)]);
  const print = write('print.ts', PRINT_READS);
  const { out } = await spawnSauda([], {
    cwd: here,
    command: [process.execPath, print, files],
  });
  printed = JSON.parse(out) as Printed;
});

function readsBy(name: string): readonly Pick<StrategyRead, 'what' | 'atMs'>[] {
  return printed.own
    .filter(({ by }) => by === fileOf(name))
    .map(({ what, atMs }) => ({ what, atMs }));
}

describe('what a strategy asks outside its run is noted', () => {
  it.each(Object.entries(NOTED))('%s', (name, [, , what]) => {
    expect(readsBy(name)).toContainEqual({ what: in_(what), atMs: null });
  });

  it.each(Object.entries(NOTED_AS))('%s', (name, [, , what]) => {
    expect(readsBy(name)).toContainEqual({ what, atMs: null });
  });

  it.each(Object.entries(IN_RUN))('%s, with the time', (name, [, , what]) => {
    expect(readsBy(name)).toContainEqual({ what: in_(what), atMs: 0 });
  });

  it('what others do for it in a run, with nothing of its own on the stack', () => {
    expect(printed.others).toBe(1);
  });

  it('and refused in a run, before the watch is closed and after', () => {
    expect(printed.refused).toEqual([true, true, true]);
  });
});

it('notes nothing of modules that make up the strategy, nor of what this program reads', () => {
  const all = [...Object.keys({ ...NOTED, ...NOTED_AS, ...IN_RUN })].map(fileOf);
  expect(printed.own.filter(({ by }) => !all.includes(by))).toEqual([]);
});

it('changes nothing about what it watches, and notes nothing when it is closed', () => {
  expect({ stdout: printed.stdout, isOver: printed.isOver }).toEqual({
    stdout: 'told\n',
    isOver: true,
  });
});
