import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseYaml, YAML_BYTES_MAX } from './yaml-source.ts';

function parsed(text: string): unknown {
  const result = parseYaml(text, 'a.yaml');
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
  expect(parseYaml(text, 'a.yaml').ok).toBe(false);
});

test('says where a key stands for the second time, however it is written', () => {
  expect(parseYaml('a: 1\n"a": 2\n', 'a.yaml')).toMatchObject({ error: [{ line: 2, column: 1 }] });
  expect(parseYaml('{ 1: a, "1": b }', 'a.yaml')).toMatchObject({ error: [{ column: 9 }] });
});

test('refuses aliases that multiply', () => {
  const levels = 'abcdefghi'.split('').map((name, index, all) => {
    const before = all[index - 1];
    const item = before === undefined ? 'x' : `*${before}`;
    return `${name}: &${name} [${Array.from({ length: 9 }, () => item).join(', ')}]`;
  });
  expect(parseYaml(levels.join('\n'), 'a.yaml').ok).toBe(false);
});

test('an error names its line and column and does not quote the file', () => {
  const result = parseYaml('mode: paper\npassword: "canary\n', 'a.yaml');
  expect(result).toMatchObject({ ok: false, error: [{ file: 'a.yaml', line: 3, column: 1 }] });
  expect(JSON.stringify(result)).not.toContain('canary');
});

test('knows where keys and values stand', () => {
  const result = parseYaml('a:\n  - one\n  - b: two\n', 'a.yaml');
  const source = result.ok ? result.value : null;
  expect(source?.locate(['a', 1, 'b'])).toEqual({ line: 3, column: 8 });
  expect(source?.locateKey(['a', 1, 'b'])).toEqual({ line: 3, column: 5 });
  expect(source?.locate(['a', 1, 'missing'])).toEqual({ line: 3, column: 5 });
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
      expect(typeof parseYaml(parts.join(''), 'a.yaml').ok).toBe('boolean');
    }),
    { numRuns: 300 },
  );
});
