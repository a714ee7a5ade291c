import { describe, expect, it } from 'vitest';

import { formatProblem } from '../../src/base/problem.ts';
import { fail, ok } from '../../src/base/result.ts';
import { type ReadPart } from '../../src/language/blueprints/read-part.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';
import { blueprintRule, useForm } from '../../src/language/schema/blueprint.ts';
import { wordsIn, WordPage } from './word-page.ts';

const PATH = 'blueprints/straddle.yaml';

/** Of these examples, some are compiled beside the files that the page begins with. */
class BlueprintPage extends WordPage {
  override fileOf(example: string): string {
    if (isUse(example)) return `${example}name: example\nschemaVersion: 1\n`;
    const file = super.fileOf(example);
    // In a file with rules, these enter.
    return example.includes('\nrules:') ? file.replace('entry: 09:20\n', '') : file;
  }

  override said(example: string): string {
    const file = /^(use|include):/.test(example) ? 'mine.yaml' : PATH;
    const compiled = compileStrategy(this.fileOf(example), file, { readPart: this.#read });
    return compiled.ok ? 'compiled\n' : `${compiled.error.map(formatProblem).join('\n')}\n`;
  }

  readonly #read: ReadPart = (asked) => {
    const [blueprint = '', limits = ''] = [...this.intro.matchAll(/^```yaml\n(.*?)^```$/gms)].map(
      ([, text = '']) => text,
    );
    if (asked === `./${PATH}`) return ok({ file: PATH, path: `/${PATH}`, text: blueprint });
    if (asked === './limits.yaml') {
      return ok({ file: 'limits.yaml', path: '/limits.yaml', text: limits });
    }
    const parts = { found: 'no such file', nearest: `./${PATH}`, next: `Write ./${PATH}` };
    return fail({ message: `Cannot read the file "${asked}"`, parts });
  };
}

function isUse(example: string): boolean {
  return example.startsWith('use:');
}

const page = new BlueprintPage('yaml-blueprints.md', PATH);
const { sections } = page;
/** Words of every file have their examples on the pages of the forms. */
const OF_ALL = ['name', 'schemaVersion', '1'];
const WORDS = new Set([
  'blueprint',
  'input',
  'include',
  ...wordsIn(blueprintRule),
  ...wordsIn(useForm),
]);
for (const word of OF_ALL) WORDS.delete(word);

describe('the page of blueprints', () => {
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
