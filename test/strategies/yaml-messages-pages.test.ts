import { describe, expect, it } from 'vitest';

import { positionForm } from '../../src/language/schema/position.ts';
import { signalsForm } from '../../src/language/schema/signals.ts';
import { WordPage, wordsIn } from './word-page.ts';

describe.each([
  ['position', positionForm, new WordPage('yaml-position.md', 'position.yaml')],
  ['signals', signalsForm, new WordPage('yaml-signals.md', 'signals.yaml')],
] as const)('the page of %s', (_, form, page) => {
  const { sections } = page;
  const words = [...wordsIn(form)];

  it.each(words)('has an example of `%s`, and one that is refused', (word) => {
    const own = sections.filter((section) => section.words.includes(word));
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
    const explained = sections.flatMap((section) => section.words);
    expect(explained.filter((word) => !words.includes(word))).toEqual([]);
  });

  it('says what `check` says; run with --update to write it again', async () => {
    await expect(page.rewritten()).toMatchFileSnapshot(page.path);
  });
});
