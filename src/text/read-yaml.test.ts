import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Path, placeAt } from './finding.ts';
import { readYaml, YAML_BYTES_MAX } from './read-yaml.ts';

function parsed(text: string): unknown {
  const result = readYaml(text, 'a.yaml');
  return result.ok ? result.value.value : result.error.map(({ message }) => message);
}

test('times, dates and words of older YAML stay texts', () => {
  expect(parsed('at: 09:15\nday: 2026-11-20\nanswer: no\nmode: on\noctal: 0o17\n')).toEqual({
    at: '09:15',
    day: '2026-11-20',
    answer: 'no',
    mode: 'on',
    octal: 15,
  });
});

test.each([
  ['a directive that asks for the rules of YAML 1.1', '%YAML 1.1\n---\nat: 09:15\n'],
  ['a key twice', 'a: 1\na: 2\n'],
  ['a tab for indentation', 'a:\n\tb: 1\n'],
  ['two documents', 'a: 1\n---\nb: 2\n'],
  ['an unknown tag', 'a: !!js/function x\n'],
  ['a list as a key', '? [a]\n: b\n'],
  ['an alias without its anchor', 'a: *b\n'],
  ['a file that is too big', `a: ${'x'.repeat(YAML_BYTES_MAX)}\n`],
])('refuses %s', (_, text) => {
  expect(readYaml(text, 'a.yaml').ok).toBe(false);
});

test('says where a key stands for the second time, however it is written', () => {
  expect(readYaml('a: 1\n"a": 2\n', 'a.yaml')).toMatchObject({ error: [{ line: 2, column: 1 }] });
  expect(readYaml('{ 1: a, "1": b }', 'a.yaml')).toMatchObject({ error: [{ column: 9 }] });
});

test('an alias stands for the value above it, and points there', () => {
  const result = readYaml('a: &low {x: 1}\nb: *low\nc: [*low, *low]\n', 'a.yaml');
  const source = result.ok ? result.value : null;
  expect(source?.value).toEqual({ a: { x: 1 }, b: { x: 1 }, c: [{ x: 1 }, { x: 1 }] });
  expect(source && placeAt(source, ['b'])).toEqual({ line: 2, column: 4 });
  expect(source && placeAt(source, ['b', 'x'])).toEqual({ line: 1, column: 13 });
});

test.each([
  ['of what holds it', 'a: &a [*a]\n'],
  ['of what comes later', 'a: *b\nb: &b 1\n'],
  ['more often than is allowed', `a: &a 1\nb: [${'*a, '.repeat(51)}]\n`],
])('refuses an alias %s', (_, text) => {
  expect(readYaml(text, 'a.yaml').ok).toBe(false);
});

test('refuses aliases that multiply', () => {
  const levels = 'abcdefghi'.split('').map((name, index, all) => {
    const before = all[index - 1];
    const item = before === undefined ? 'x' : `*${before}`;
    return `${name}: &${name} [${Array.from({ length: 9 }, () => item).join(', ')}]`;
  });
  expect(readYaml(levels.join('\n'), 'a.yaml').ok).toBe(false);
});

test('an error names its line and column and does not quote the file', () => {
  const result = readYaml('mode: paper\npassword: "canary\n', 'a.yaml');
  expect(result).toMatchObject({ ok: false, error: [{ file: 'a.yaml', line: 2, column: 11 }] });
  expect(JSON.stringify(result)).not.toContain('canary');
});

test('knows where keys and values stand', () => {
  const result = readYaml('a:\n  - one\n  - b: two\n', 'a.yaml');
  const source = result.ok ? result.value : null;
  const at = (path: Path, isKey?: boolean): unknown => source && placeAt(source, path, isKey);
  expect(at(['a', 1, 'b'])).toEqual({ line: 3, column: 8 });
  expect(at(['a', 1, 'b'], true)).toEqual({ line: 3, column: 5 });
  expect(at(['a', 1, 'missing'])).toEqual({ line: 3, column: 5 });
});

test('any text gives a value or problems, never a throw', () => {
  const pieces = fc.constantFrom(
    'a',
    ': ',
    '\n',
    '  ',
    '- ',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    '&',
    '*',
    '%',
    '!',
    '|',
    '\t',
    '#',
    '?',
    '<<',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      expect(typeof readYaml(parts.join(''), 'a.yaml').ok).toBe('boolean');
    }),
    { numRuns: 300 },
  );
});
