import { globSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { checkCode } from './check-code.ts';

/** The doubts of a module, `line:column message`. */
async function doubts(text: string): Promise<readonly string[]> {
  const found = await checkCode(text, 'mine.ts');
  return found.map(({ line, column, message }) => `${String(line)}:${String(column)} ${message}`);
}

const IMPORTS = `import { readFileSync } from 'node:fs';
import * as http from 'http';
import { from, firstValueFrom } from 'rxjs';
import { DateTime } from 'luxon';
`;

function inRun(code: string): string {
  return `${IMPORTS}export default defineStrategy({ name: 's', run: ({ at }) => {\n${code}\n} });\n`;
}

describe('code of a run', () => {
  it.each([
    ['return from(fetch("https://a.example"));', '6:13 A run cannot connect: fetch() fails it'],
    [
      'at("09:20").pipe(switchMap(async () => 1));',
      '6:28 A run cannot wait for a promise: an async function',
    ],
    [
      'const one = firstValueFrom(at("09:20"));',
      '6:13 A run cannot wait for a promise: firstValueFrom',
    ],
    ['return from(Promise.resolve(1));', '6:13 A run cannot wait for a promise: Promise'],
    ['load().then((x) => x);', '6:1 A run cannot wait for a promise: then()'],
    ['const m = import("./m.ts");', '6:11 A run cannot wait for a promise: import()'],
    [
      'const text: string = readFileSync("prices.csv", "utf8");',
      '6:22 A run reads or writes a file by "fs", and fails',
    ],
    ['http.get("http://a.example");', '6:1 A run leaves its run by "http", and fails'],
    ['new WebSocket("wss://a.example");', '6:1 A run cannot connect: WebSocket fails it'],
    [
      'const key = process.env.KEY;',
      '6:13 A replay does not have process.env: a run must not read it',
    ],
  ])('%s', async (code, expected) => {
    expect(await doubts(inRun(code))).toEqual([expected]);
  });

  it('is also what a function of the file does for it', async () => {
    const text = `${inRun('return one();')}function one() { return two(1); }
const two = (a: number) => { /* ₹ */ return readFileSync(String(a)); };
function unused() { return fetch('/'); }
`;
    expect(await doubts(text)).toEqual(['9:45 A run reads or writes a file by "fs", and fails']);
  });

  it('may be named, a method, or asynchronous as a whole', async () => {
    const named = `export default defineStrategy({ name: 's', run: go });\nasync function go() { await x; }\n`;
    expect(await doubts(named)).toEqual([
      '2:1 A run cannot wait for a promise: an async function',
      '2:23 A run cannot wait for a promise: await',
    ]);
    const method = `export default defineStrategy({ name: 's', run() { return fetch('/'); } });\n`;
    expect(await doubts(method)).toEqual(['1:59 A run cannot connect: fetch() fails it']);
  });

  it('shows the line, and what to do', async () => {
    const [found] = await checkCode(inRun('  return fetch("/");'), 'mine.ts');
    expect(found).toMatchObject({
      file: 'mine.ts',
      excerpt: '  return fetch("/");\n         ^^^^^',
      next: 'Bring it in with defineSource(): its values are recorded and replayed',
    });
  });
});

describe('code that runs as the module is loaded', () => {
  it.each([
    [
      'const prices = readFileSync("prices.csv");',
      '5:16 What "fs" reads as the module is loaded is in no journal, and in a backtest it may be of a later day',
    ],
    [
      'const day = new Date();',
      "5:13 new Date() is the machine's as the module is loaded, and the same all day",
    ],
    [
      'const at = DateTime.now().hour;',
      "5:12 DateTime.now() is the machine's as the module is loaded, and the same all day",
    ],
    [
      'const seed = Math.random();',
      "5:14 Math.random() is the machine's as the module is loaded, and the same all day",
    ],
    [
      'const key = process.env["KEY"];',
      '5:13 No journal records process.env: a replay may decide otherwise',
    ],
  ])('%s', async (code, expected) => {
    expect(await doubts(IMPORTS + code)).toEqual([expected]);
  });
});

it('says so of a file that is nested too deeply, and reads the next one', async () => {
  const nested = `export default ${'['.repeat(2_000)}${']'.repeat(2_000)};`;
  const unread = 'The code could not be read for promises, files and connections';
  expect(await checkCode(nested, 'mine.ts')).toMatchObject([{ message: unread, line: null }]);
  expect(await doubts(inRun('return from(fetch("/"));'))).toHaveLength(1);
});

describe('nothing is said of', () => {
  it.each([
    [
      'a source, which may wait and connect',
      'const s = defineSource({ name: "s", open: async () => { await fetch("/"); return readFileSync("a"); } });',
    ],
    [
      'the clock of a run',
      inRun('return Date.now() + new Date().getHours() + performance.now() + process.hrtime()[0];'),
    ],
    [
      'names of the author',
      inRun(
        'const fetch = 1, process = { env: 2 }; return fetch + process.env + a.fetch + { fetch: 1 }.fetch;',
      ),
    ],
    ['a parameter of that name', inRun('return [1].map((fetch) => fetch);')],
    ['an import that no run uses', IMPORTS],
    ['a text that is no module', 'const = ;'],
    ['a fixed date', 'const start = new Date("2026-01-01");'],
  ])('%s', async (_, text) => {
    expect(await doubts(text)).toEqual([]);
  });

  it.each(globSync('strategies/**/*.ts'))('%s, which ships', async (file) => {
    expect(await checkCode(readFileSync(file, 'utf8'), file)).toEqual([]);
  });
});
