import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

function fenced(language: string): readonly string[] {
  const blocks = readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'));
  return [...blocks].map(([, text]) => text ?? '');
}

function significant(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '// …' && !line.startsWith('#'));
}

it('the README shows the YAML strategy that ships, whole', () => {
  const shipped = readFileSync(join(ROOT, 'strategies/short-straddle.yaml'), 'utf8');
  expect(fenced('yaml').map(significant)).toEqual([significant(shipped)]);
});

it('the README shows lines of the TypeScript strategy that ships, in their order', () => {
  const shipped = significant(readFileSync(join(ROOT, 'strategies/short-straddle.ts'), 'utf8'));
  const [shown = []] = fenced('ts').map(significant);
  expect(shown.length).toBeGreaterThan(5);
  let from = 0;
  for (const line of shown) {
    const at = shipped.indexOf(line, from);
    expect(at).toBeGreaterThanOrEqual(from);
    from = at + 1;
  }
});

it('the README names only files that exist', () => {
  for (const [, path] of readme.matchAll(/\]\(([^)]+)\)/g)) {
    expect(() => readFileSync(join(ROOT, path ?? ''))).not.toThrow();
  }
});
