import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

/** What a heading is linked by. */
function anchorsOf(page: string): readonly string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
const pages = ['README.md', 'CHANGELOG.md', ...docs.map((name) => `docs/${name}`)];

it.each(pages.filter((page) => page.endsWith('.md')))(
  '%s links only to files and headings that exist',
  (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```.*?^```$/gms, '');
    for (const [, target = ''] of text.matchAll(/\]\(((?!https?:)[^)]+)\)/g)) {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
      const isThere = anchor === undefined ? existsSync(file) : anchorsOf(file).includes(anchor);
      expect([target, isThere]).toEqual([target, true]);
    }
  },
);
