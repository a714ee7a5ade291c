import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { formatProblem } from '../../src/base/problem.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';
import { BINDING } from '../../src/language/expressions/expression.ts';
import { NAMES } from '../../src/language/expressions/names.ts';
import { rulesForm } from '../../src/language/schema/rules.ts';
import { schemasAt, allowedKeys } from '../../src/text/schema-at.ts';

const PAGE = fileURLToPath(new URL('../../docs/yaml-rules.md', import.meta.url));
const page = readFileSync(PAGE, 'utf8').replaceAll('\r\n', '\n');
const [intro = '', ...sections] = page.split(/^### /m);
const TAIL = [...intro.matchAll(/^```yaml\n(.*?)^```$/gms)].at(-1)?.[1] ?? '';

/** What is said of an example, which the lines that all of them share follow. */
function said(example: string): string {
  const compiled = compileStrategy(example + TAIL, 'rules.yaml');
  return compiled.ok ? 'compiled\n' : `${compiled.error.map(formatProblem).join('\n')}\n`;
}

/** A word of the language with its examples. */
interface WordSection {
  readonly words: readonly string[];
  readonly good: string;
  readonly bad: string;
}

const EXAMPLES = /```yaml\n(.*?)^```\n\n```yaml\n(.*?)^```\n\n```text\n/ms;
const read: readonly WordSection[] = sections.map((section) => {
  const [heading = ''] = section.split('\n');
  const words = [...heading.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  const [, good = '', bad = ''] = EXAMPLES.exec(section) ?? [];
  return { words, good, bad };
});

/** The choices of a place of the schema. */
function choicesAt(...path: readonly (string | number)[]): readonly string[] {
  return schemasAt(rulesForm, path).flatMap((schema) => {
    const inner = 'unwrap' in schema ? (schema as { unwrap: () => unknown }).unwrap() : schema;
    return 'options' in (inner as object) ? (inner as { options: string[] }).options : [];
  });
}

const WORDS: readonly string[] = [
  'variables',
  ...allowedKeys(rulesForm, ['rules', 0]),
  ...allowedKeys(rulesForm, ['rules', 0, 'when']),
  ...allowedKeys(rulesForm, ['rules', 0, 'if']),
  ...allowedKeys(rulesForm, ['rules', 0, 'then', 0]),
  ...choicesAt('rules', 0, 'mode'),
  ...choicesAt('rules', 0, 'then', 0, 'severity'),
  ...Object.keys(NAMES),
  ...Object.keys(BINDING).filter((word) => word !== 'sign'),
  ...['%', 'rupees', 'points', 'h', 'm', 's', 'ms'],
];

describe('the page of rules', () => {
  it('shows the file that ships', () => {
    const shipped = new URL('../../strategies/afternoon-straddle.yaml', import.meta.url);
    expect(intro).toContain(readFileSync(shipped, 'utf8'));
  });

  it.each([...new Set(WORDS)])('has an example of `%s`, and one that is refused', (word) => {
    const own = read.filter(({ words }) => words.includes(word));
    expect(own).toHaveLength(1);
    expect(own[0]?.good).toContain(word);
    expect(own[0]?.bad).not.toBe('');
  });

  it.each(read)('compiles the example of $words', ({ good }) => {
    expect(said(good)).toBe('compiled\n');
  });

  it.each(read)('refuses the other one of $words', ({ bad }) => {
    expect(said(bad)).not.toBe('compiled\n');
  });

  it('says what `check` says; run with --update to write it again', async () => {
    const rewritten = page.replaceAll(
      /(?<=```yaml\n(?<bad>[^`]*?)```\n\n```text\n)[^`]*?(?=```\n)/g,
      (...found: unknown[]) => said((found.at(-1) as { readonly bad: string }).bad),
    );
    await expect(rewritten).toMatchFileSnapshot(PAGE);
  });
});
