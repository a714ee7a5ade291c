import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, describe, expect, test } from 'vitest';

import { type SurfaceFacts } from '../simulator/market/pricing/volatility-surface.ts';
import { loadSurface } from './load-surface.ts';

const folder = mkdtempSync(join(tmpdir(), 'sauda-model-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('a volatility model outside of any project', () => {
  test('has the kit, as a strategy has', async () => {
    const text = `import { type SurfaceFacts } from 'sauda';
import { map } from 'rxjs';
export default ({ usual }: SurfaceFacts): number => (typeof map === 'function' ? usual : 0);
`;
    const loaded = await loadSurface(fileOf('smile.ts', text));
    expect(loaded).toMatchObject({ ok: true, value: { surface: { file: 'smile.ts' } } });
  });

  test.each([
    ['nope.ts', "import 'nope';\n", { found: /^Cannot find package 'nope'/, line: null }],
    ['syntax.ts', 'export const x = 1;\nexport default (', { found: /./, line: 2 }],
    ['throws.ts', "\nthrow new TypeError('no table');", { found: /^no table$/, line: 2 }],
  ])('says what is wrong with %s, and where', async (name, text, { found, line }) => {
    const path = fileOf(name, text);
    const loaded = await loadSurface(path);
    const [problem] = loaded.ok ? [] : loaded.error;
    expect(problem).toMatchObject({ message: 'Cannot load the volatility model', file: path });
    expect(problem?.found).toMatch(found);
    expect(problem?.line ?? null).toBe(line);
    expect(problem?.next).toContain('docs/option-prices.md');
  });

  test('is asked in instances that no strategy comes to', async () => {
    fileOf('kept.ts', 'export const kept: number[] = [];');
    const path = fileOf(
      'keeps.ts',
      `import { kept } from './kept.ts';
export default ({ usual }: { usual: number }): number => { kept.push(usual); return usual; };
`,
    );
    const loaded = await loadSurface(path);
    const facts = { usual: 0.2, atMs: 0, strikePaise: 100 } as SurfaceFacts;
    const answer = loaded.ok ? loaded.value.surface.surface(facts) : null;
    const { kept } = (await import(pathToFileURL(join(folder, 'kept.ts')).href)) as {
      kept: readonly number[];
    };
    expect([answer, kept]).toEqual([0.2, []]);
  });

  test('may add nothing to globalThis while it is loaded', async () => {
    const path = fileOf(
      'global.ts',
      'Object.assign(globalThis, { leftByAModel: [] });\nexport default () => 0.2;',
    );
    expect(await loadSurface(path)).toMatchObject({
      error: [{ message: 'The volatility model adds to globalThis', found: 'leftByAModel' }],
    });
    Reflect.deleteProperty(globalThis, 'leftByAModel');
  });

  test('must export a function', async () => {
    const loaded = await loadSurface(fileOf('number.ts', 'export default 0.14;'));
    expect(loaded).toMatchObject({ error: [{ found: 'a default export of type number' }] });
  });
});
