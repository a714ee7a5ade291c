import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const STYLE = 'docs/style.md';

/** Phrases that `docs/style.md` lists under "Never", each the first cell of a row. */
function phrasesNeverUsed(): readonly string[] {
  const [, section = ''] = readFileSync(join(ROOT, STYLE), 'utf8').split('\n## Never\n');
  const [rows = ''] = section.split('\n## ');
  return [...rows.matchAll(/^\| `(.+?)`/gm)].map(([, phrase = '']) => phrase);
}

/** Matches any of some phrases, across line ends and whatever marks begin the next line. */
function anyOf(phrases: readonly string[]): RegExp {
  const gap = String.raw`(?:\s|\n *(?:[-*]|//|#) )+`;
  return new RegExp(`\\b(?:${phrases.map((one) => one.replaceAll(' ', gap)).join('|')})\\b`, 'giu');
}

/** Where a page uses a phrase that is never used: its line, and the words. Quoted code is left out. */
function slipsOf(text: string): readonly string[] {
  return slipsIn(text.replaceAll(/^```.*?^```$/gms, blank).replaceAll(/`[^`\n]+`/g, blank));
}

function slipsIn(prose: string): readonly string[] {
  return [...prose.matchAll(NEVER)].map(({ index, 0: words }) => {
    const line = prose.slice(0, index).split('\n').length;
    return `${String(line)}: ${words.replaceAll(/\s+/g, ' ')}`;
  });
}

/** A source without the one-word values that it compares and quotes, such as the queue model `nobody`. */
function withoutCodeWords(source: string): string {
  return source.replaceAll(/(['`])[a-z]+\1/g, blank);
}

/** As many blanks as a text has characters, with its line ends. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

const NEVER = anyOf(phrasesNeverUsed());

/** Files that people read and that are held to the style; source files join here room by room. */
const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'test/support/package-readme.md',
  ...filesIn('docs', '.md').filter((page) => page !== STYLE),
];

/** Rooms whose comments, messages and names keep to the style. */
const ROOMS = [
  ...['settings', 'loading', 'language', 'strategy', 'streams', 'risk', 'results', 'report'],
  ...['venues', 'recovery', 'drill', 'apps', 'daemon', 'day', 'host', 'kernel', 'notices'],
  ...['market', 'exchange', 'engine', 'simulator', 'adapters', 'model', 'base', 'text', 'ports'],
];

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
}

describe('the style page', () => {
  it('lists phrases that are never used', () => {
    expect(phrasesNeverUsed().length).toBeGreaterThan(30);
  });

  it('has its phrases found across line ends, and not in quoted code', () => {
    const text = 'A refusal is\ntold to `nobody`.\n\n```\nnobody\n```\n\nNobody knows.';
    expect(slipsOf(text)).toEqual(['1: is told', '8: Nobody']);
  });
});

it.each(PAGES)('%s keeps to docs/style.md', (page) => {
  expect(slipsOf(readFileSync(join(ROOT, page), 'utf8'))).toEqual([]);
});

it.each(ROOMS)('the sources of %s keep to docs/style.md', (room) => {
  const sources = filesIn(`src/${room}`, '.ts').filter((name) => !name.endsWith('.test.ts'));
  const slips = sources.flatMap((name) =>
    slipsIn(withoutCodeWords(readFileSync(join(ROOT, name), 'utf8'))).map(
      (slip) => `${name}:${slip}`,
    ),
  );
  expect(slips).toEqual([]);
});
