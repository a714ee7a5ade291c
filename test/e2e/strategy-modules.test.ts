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
    expect(await spawnSauda(['check', 'plain.ts', 'plain.js'], { cwd: directory })).toEqual({
      code: 0,
      out: expect.stringMatching(/^ok {2}plain\.ts .*\nok {2}plain\.js .*\n$/) as unknown,
      err: '',
    });
  },
);
