import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { ROOT, spawnSauda } from './spawn-sauda.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-sources-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** This one's file differs in a byte that is no text. */
const IN_BYTES = 'a comment in bytes';
/** How a strategy comes by `held`, and the file that holds it. */
const WAYS: Readonly<Record<string, readonly [imported: string, file: string]>> = {
  'a relative path': [`import { held } from './held.ts';`, 'held.ts'],
  'a name of its own package': [`import { held } from '#held';`, 'held.ts'],
  'an absolute path': [`import { held } from '{here}/held.ts';`, 'held.ts'],
  'a dynamic import': [`const { held } = await import('./held.ts');`, 'held.ts'],
  'a package': [`import { held } from 'held';`, 'node_modules/held/inner.js'],
  'a JSON module': [
    `import J from './held.json' with { type: 'json' }; const { held } = J;`,
    'held.json',
  ],
  [IN_BYTES]: [`import { held } from './held.mjs';`, 'held.mjs'],
  require: [
    `import { createRequire } from 'node:module';
const { held } = createRequire(import.meta.url)('./held.json');`,
    'held.json',
  ],
};
const NAMES = Object.keys(WAYS);
/** Prints the hashes of strategies, or what is wrong with them. */
const PRINT_HASHES = `
import { loadStrategy } from '${pathToFileURL(join(ROOT, 'src/loading/load-strategy.ts')).href}';
const hashes = [];
for (const path of process.argv.slice(2)) {
  const { ok, value, error } = await loadStrategy(path);
  hashes.push(ok ? value.sourceHash : error[0].message);
}
console.log(JSON.stringify(hashes));
`;

function write(path: string, text: string | Uint8Array): void {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function hold(name: string, value: number): void {
  const file = WAYS[name]?.[1] ?? '';
  if (name === IN_BYTES) {
    write(
      `${name}/${file}`,
      Buffer.from([...Buffer.from('export const held = 1; //'), 0xf0 + value]),
    );
    return;
  }
  const isJson = file.endsWith('.json');
  const text = JSON.stringify({ held: value });
  write(`${name}/${file}`, isJson ? text : `export const { held } = ${text};\n`);
}

async function hashes(): Promise<readonly string[]> {
  const { out } = await spawnSauda([], {
    cwd: directory,
    command: [process.execPath, 'print.ts', ...NAMES.map((name) => `${name}/strategy.ts`)],
  });
  return JSON.parse(out) as readonly string[];
}

beforeAll(() => {
  write('print.ts', PRINT_HASHES);
  for (const [name, [imported]] of Object.entries(WAYS)) {
    write(`${name}/package.json`, '{"type":"module","imports":{"#held":"./held.ts"}}');
    const own = '{"name":"held","type":"module","exports":"./index.js"}';
    write(`${name}/node_modules/held/package.json`, own);
    write(`${name}/node_modules/held/index.js`, `export * from './inner.js';\n`);
    write(
      `${name}/strategy.ts`,
      `import { EMPTY } from 'rxjs';
import { defineStrategy } from 'sauda';
${imported.replace('{here}', join(directory, name))}
export default defineStrategy({ name: \`holds-\${held}\`, run: () => EMPTY });
`,
    );
  }
});

test('the hash of a source covers what it imports, by whatever name', async () => {
  for (const name of NAMES) hold(name, 1);
  const before = await hashes();
  expect(before).toEqual(NAMES.map(() => expect.stringMatching(/^[\da-f]{64}$/) as unknown));
  expect(await hashes()).toEqual(before);
  for (const name of NAMES) hold(name, 2);
  const after = await hashes();
  expect(NAMES.filter((_, place) => after[place] === before[place])).toEqual([]);
});

test('a search for lookahead tells of data that a strategy imports', async () => {
  hold('a JSON module', 1);
  const days = ['--generate', '7', '--from', '2026-06-01', '--to', '2026-06-01', '--cuts', '1'];
  const { code, out } = await spawnSauda(['lookahead', 'a JSON module/strategy.ts', ...days], {
    cwd: directory,
  });
  expect(out).toMatch(/strategy\.ts opens ".*held\.json" by itself, first while it was loaded/);
  expect(code).toBe(1);
});
