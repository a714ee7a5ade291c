import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { CodeCheck } from './check-code.ts';

let folder: string;
let code: CodeCheck;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'imported-code-'));
  code = new CodeCheck();
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function save(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** The doubts of a strategy and of what it imports, `file:line:column message`. */
async function doubts(name = 'mine.ts'): Promise<readonly string[]> {
  const found = await code.check(join(folder, name), `strategies/${name}`);
  return found.map(({ file, line, column, message }) => {
    return `${String(file)}:${String(line)}:${String(column)} ${message}`;
  });
}

/** A strategy that begins with these imports, and runs this. */
function strategy(imports: string, run: string): string {
  return `${imports}\nexport default defineStrategy({ name: 's', run: ({ at }) => ${run} });\n`;
}

const HELPER = `import { readFileSync } from 'node:fs';
export function level(): number { return Number(readFileSync('level.txt', 'utf8')); }
export async function later() { return 1; }
export const waits = { load: () => fetch('/') };
export default class Gauge { async read() { await x; } }
`;
const LEVEL = 'strategies/helper.ts:2:49 A run reads or writes a file by "fs", and fails';
const LATER = 'strategies/helper.ts:3:8 A run cannot wait for a promise: an async function';

describe('a file that a strategy imports', () => {
  it.each([
    ["import { level } from './helper.ts';", 'level()', [LEVEL]],
    ["import { level as lowest } from './helper.ts';", 'of(lowest)', [LEVEL]],
    ["import { later } from './helper.ts';", 'from(later())', [LATER]],
    [
      "import { waits } from './helper.ts';",
      'waits.load()',
      ['strategies/helper.ts:4:36 A run cannot connect: fetch() fails it'],
    ],
    [
      "import Gauge from './helper.ts';",
      'new Gauge().read()',
      [
        'strategies/helper.ts:5:40 A run cannot wait for a promise: an async function',
        'strategies/helper.ts:5:45 A run cannot wait for a promise: await',
      ],
    ],
    ["import { type Level } from './helper.ts';", 'at("09:20")', []],
    // What no run comes to is no doubt.
    ["import { level } from './helper.ts';", 'at("09:20")', []],
    [
      "import { level } from './helper.ts';\nconst source = defineSource({ name: 'l', open: () => of(level()) });",
      'at("09:20")',
      [],
    ],
  ])('%s %s', async (imports, run, expected) => {
    save('helper.ts', HELPER);
    save('mine.ts', strategy(imports, run));
    expect(await doubts()).toEqual(expected);
  });

  it('is followed through namespaces, re-exports and folders, and in circles', async () => {
    save('lib/level.ts', HELPER);
    save(
      'lib/index.ts',
      "export * from './level.ts';\nexport { later as soon } from './level.ts';\nimport '../mine.ts';\n",
    );
    const found = LEVEL.replace('helper', 'lib/level');
    save('mine.ts', strategy("import * as lib from './lib/index.ts';", 'lib.level()'));
    expect(await doubts()).toContain(found);
    code = new CodeCheck();
    save('mine.ts', strategy("import { soon } from './lib/index.ts';", 'soon()'));
    expect(await doubts()).toEqual([LATER.replace('helper', 'lib/level')]);
    code = new CodeCheck();
    save('again.ts', "export { default } from './mine.ts';\n");
    expect(await doubts('again.ts')).toEqual([LATER.replace('helper', 'lib/level')]);
  });

  it('is checked for what it reads as it is loaded, whatever is imported of it', async () => {
    save('helper.ts', 'export const NOW = Date.now();\nexport const KEY = process.env.KEY;\n');
    save('mine.ts', strategy("import './helper.ts';", 'at("09:20")'));
    expect(await doubts()).toEqual([
      "strategies/helper.ts:1:20 Date.now() is the machine's as the module is loaded, and the same all day",
      'strategies/helper.ts:2:20 No journal records process.env: a replay may decide otherwise',
    ]);
  });

  it('is reported once, under the first strategy that imports it', async () => {
    save('helper.ts', HELPER);
    save('mine.ts', strategy("import { level } from './helper.ts';", 'level()'));
    save(
      'other.ts',
      strategy("import { level, later } from './helper.ts';", 'from(later(level()))'),
    );
    expect(await doubts()).toEqual([LEVEL]);
    expect(await doubts('other.ts')).toEqual([LATER]);
  });

  it('is not one of a package, and may be missing, broken or no code', async () => {
    save('node_modules/levels/index.js', HELPER.replace(': number', ''));
    save('broken.ts', 'export function level( {');
    save('data.json', '{}');
    const imports = [
      "import { level } from './node_modules/levels/index.js';",
      "import { later } from 'levels';",
      "import { a } from './broken.ts';",
      "import { b } from './missing.ts';",
      "import c from './data.json' with { type: 'json' };",
      "import { d } from '#levels';",
    ];
    save('mine.ts', strategy(imports.join('\n'), 'level(later(a, b, c, d))'));
    expect(await doubts()).toEqual([]);
  });
});
