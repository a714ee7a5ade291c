import { describe, expect, it } from 'vitest';

import { EXPIRY_ALLOWED, legsForm } from '../../src/language/schema/legs.ts';
import { STRIKE_ALLOWED } from '../../src/language/schema/strike-rule.ts';
import { wordsIn, WordPage } from './word-page.ts';

const page = new WordPage('yaml-legs.md', 'legs.yaml');
const { sections } = page;

/** The words of texts such as `premium ~120`, which no schema holds one by one. */
const IN_TEXTS = [...STRIKE_ALLOWED, ...EXPIRY_ALLOWED]
  .filter((text) => !text.startsWith('a '))
  .flatMap((text) => /^[A-Za-z-]+/.exec(text) ?? []);
const WORDS = new Set([...wordsIn(legsForm), ...IN_TEXTS, '%', 'points', 'rupees']);

describe('the page of legs', () => {
  it.each([...WORDS])('has an example of `%s`, and one that is refused', (word) => {
    const own = sections.filter(({ words }) => words.includes(word));
    expect(own).toHaveLength(1);
    expect(own[0]?.good).toContain(word);
    expect(own[0]?.bad).not.toBe('');
  });

  it.each(sections)('compiles the example of $words', ({ good }) => {
    expect(page.said(good)).toBe('compiled\n');
  });

  it.each(sections)('refuses the other one of $words', ({ bad }) => {
    expect(page.said(bad)).not.toBe('compiled\n');
  });

  it('explains no word that the language does not have', () => {
    const explained = sections.flatMap(({ words }) => words);
    expect(explained.filter((word) => !WORDS.has(word))).toEqual([]);
  });

  it('says what `check` says; run with --update to write it again', async () => {
    await expect(page.rewritten()).toMatchFileSnapshot(page.path);
  });
});
