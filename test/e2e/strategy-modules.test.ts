import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { spawnSauda } from './spawn-sauda.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-modules-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const STRATEGY = `import { defineStrategy } from 'sauda';
import { EMPTY } from 'rxjs';
import { name } from './name.ts';
export default defineStrategy({ name, run: () => EMPTY });
`;

test.each(['{}', '{"type":"commonjs"}'])(
  'loads ES modules beside a package.json of %s',
  async (text) => {
    writeFileSync(join(directory, 'package.json'), text);
    writeFileSync(join(directory, 'plain.ts'), STRATEGY);
    writeFileSync(join(directory, 'plain.js'), STRATEGY);
    writeFileSync(join(directory, 'name.ts'), `export const name: string = 'plain';\n`);
    expect(
      await spawnSauda(['check', '--no-types', 'plain.ts', 'plain.js'], { cwd: directory }),
    ).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^ok {2}plain\.ts .*\n( {4}.*\n)*ok {2}plain\.js .*\n( {4}.*\n)*$/,
      ) as unknown,
      err: '',
    });
  },
);

test('the recorded hash of a source covers what it imports by a relative path', async () => {
  writeFileSync(join(directory, 'package.json'), '{}');
  writeFileSync(join(directory, 'hashed.ts'), STRATEGY.replace('./name.ts', './other-name.ts'));
  const hashes: string[] = [];
  for (const comment of ['', '', '// changed\n']) {
    writeFileSync(join(directory, 'other-name.ts'), `export const name = 'hashed';\n${comment}`);
    const journal = `hashed-${String(hashes.length)}.journal`;
    const run = ['run', 'hashed.ts', '--at', '2026-10-30T15:38', '--speed', 'max', '--json'];
    const { code } = await spawnSauda([...run, '--journal', journal], { cwd: directory });
    expect(code).toBe(0);
    const read = ['journal', journal, '--kind', 'run-described', '--json'];
    const { out } = await spawnSauda(read, { cwd: directory });
    const { about } = JSON.parse(out) as { readonly about: { readonly sourceHash: string } };
    hashes.push(about.sourceHash);
  }
  expect(hashes[1]).toBe(hashes[0]);
  expect(hashes[2]).not.toBe(hashes[0]);
});
