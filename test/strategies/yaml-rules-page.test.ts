import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { BINDING } from '../../src/language/expressions/expression.ts';
import { NAMES } from '../../src/language/expressions/names.ts';
import { rulesForm } from '../../src/language/schema/rules.ts';
import { FIELD_TYPES } from '../../src/language/schema/sources.ts';
import { schemasAt, allowedKeys } from '../../src/text/schema-at.ts';
import { WordPage, wordsIn } from './word-page.ts';

const page = new WordPage('yaml-rules.md', 'rules.yaml');
const { sections } = page;

/** The choices of a place of the schema. */
function choicesAt(...path: readonly (string | number)[]): readonly string[] {
  return schemasAt(rulesForm, path).flatMap((schema) => {
    const inner = 'unwrap' in schema ? (schema as { unwrap: () => unknown }).unwrap() : schema;
    return 'options' in (inner as object) ? (inner as { options: string[] }).options : [];
  });
}

const WORDS: readonly string[] = [
  ...['variables', 'parameters', 'sources'],
  ...allowedKeys(rulesForm, ['sources', 'vix']),
  ...FIELD_TYPES.filter((type) => type !== 'points'),
  ...allowedKeys(rulesForm, ['parameters', 'level']),
  ...allowedKeys(rulesForm, ['rules', 0]),
  ...allowedKeys(rulesForm, ['rules', 0, 'when']),
  ...allowedKeys(rulesForm, ['rules', 0, 'if']),
  ...allowedKeys(rulesForm, ['rules', 0, 'then', 0]),
  ...[['wait'], ['onRestart'], ['repeat'], ['choose', 0]].flatMap((inner) =>
    allowedKeys(rulesForm, ['rules', 0, 'then', 0, ...inner]),
  ),
  ...choicesAt('rules', 0, 'mode'),
  ...schemasAt(rulesForm, ['rules', 0, 'then', 0, 'onRestart']).flatMap((rule) => [
    ...wordsIn(rule),
  ]),
  ...choicesAt('rules', 0, 'then', 0, 'severity'),
  ...Object.keys(NAMES),
  ...Object.keys(BINDING).filter((word) => word !== 'sign'),
  ...['%', 'rupees', 'points', 'h', 'm', 's', 'ms'],
];

describe('the page of rules', () => {
  it('shows the file that ships', () => {
    const shipped = new URL('../../strategies/afternoon-straddle.yaml', import.meta.url);
    expect(page.intro).toContain(readFileSync(shipped, 'utf8'));
  });

  it.each([...new Set(WORDS)])('has an example of `%s`, and one that is refused', (word) => {
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

  it('says what `check` says; run with --update to write it again', async () => {
    await expect(page.rewritten()).toMatchFileSnapshot(page.path);
  });
});
