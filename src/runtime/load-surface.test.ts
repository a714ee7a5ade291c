import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

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

  test('must export a function', async () => {
    const loaded = await loadSurface(fileOf('number.ts', 'export default 0.14;'));
    expect(loaded).toMatchObject({ error: [{ found: 'a default export of type number' }] });
  });
});
