import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compileStrategy } from './compile-strategy.ts';
import { YAML_BYTES_MAX } from '../text/read-yaml.ts';
import { PROBLEMS_MAX } from '../text/yaml-source.ts';

const GOOD = `name: straddle
schemaVersion: 1
underlying: NIFTY
days: [monday, friday]
entry: 09:20
exit: 15:10
stop: 30%
legs:
  ce: { side: sell, type: CE, strike: ATM, trail: { move: 10 points, step: 5 points } }
  pe: { side: sell, type: PE, strike: premium ~120, expiry: monthly, lots: 2 }
whole: { stop: 5000 rupees, target: 50% }
`;
const RULES = `name: rules
schemaVersion: 1
underlying: NIFTY
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM }
rules:
  - when: { every: 5m, from: 09:20 }
    if: { or: ["price('ce') > 1.5 * 40 points", { not: index > 24500 }] }
    then: [{ enter: all }, { wait: 5m }, { exit: [ce] }]
  - when:
      becomes: >-
        profit < -5000 rupees
        and time > 10:15
    then: [{ alert: a loss, severity: warning }]
    mode: queued
`;
const PIECES = [
  '\n',
  '  ',
  ': ',
  '- ',
  '{',
  '}',
  '[',
  ']',
  "'",
  '"',
  '&a',
  '*a',
  '!',
  '|',
  '#',
  '%',
  '\t',
  '\u202e',
  '__proto__',
  'legs',
  'ATM',
  '09:20',
  '30%',
  '---',
  '? ',
  ',',
];

/** Every problem names the file and shows at most a screen's width of it, free of control characters. */
function expectExplained(text: string): void {
  const compiled = compileStrategy(text, 'x.yaml');
  if (compiled.ok) return;
  expect(compiled.error.length).toBeGreaterThan(0);
  expect(compiled.error.length).toBeLessThanOrEqual(PROBLEMS_MAX + 1);
  for (const { file, line, column, excerpt = '', found } of compiled.error) {
    expect(file).toBe('x.yaml');
    expect(line ?? 1).toBeGreaterThan(0);
    expect(line ?? 1).toBeLessThanOrEqual(text.split('\n').length);
    expect(column ?? 1).toBeGreaterThan(0);
    expect(Math.max(...excerpt.split('\n').map((shown) => shown.length))).toBeLessThanOrEqual(80);
    expect(`${excerpt}${found ?? ''}`).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  }
}

describe('any text at all', { timeout: 120_000 }, () => {
  it('is compiled or explained', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), expectExplained));
  });

  it('shows the end of a line that just fits, caret included', () => {
    const text = `legs: {${' '.repeat(73)}`;
    expect(text).toHaveLength(80);
    expectExplained(text);
  });

  it('is compiled or explained when it is nearly YAML', () => {
    const soup = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(soup, (pieces) => {
        expectExplained(pieces.join(''));
      }),
      { numRuns: 300 },
    );
  });

  it('is compiled or explained when it is a good file with a slip', () => {
    const slip = fc.tuple(
      fc.nat(Math.max(GOOD.length, RULES.length)),
      fc.nat(6),
      fc.oneof(fc.constantFrom(...PIECES, ''), fc.string({ maxLength: 4 })),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(GOOD, RULES),
        fc.array(slip, { minLength: 1, maxLength: 3 }),
        (good, slips) => {
          expectExplained(
            slips.reduce<string>(
              (text, [at, drop, put]) => text.slice(0, at) + put + text.slice(at + drop),
              good,
            ),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('that is any JSON of the right keys is compiled or explained', () => {
    const keys = [
      'name',
      'schemaVersion',
      'entry',
      'exit',
      'legs',
      'ce',
      'stop',
      'strike',
      'whole',
      'position',
      'signals',
      'days',
      ...['rules', 'when', 'if', 'and', 'not', 'then', 'enter', 'becomes'],
    ];
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 0 }),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expectExplained(JSON.stringify(value, null, 1));
      }),
    );
  });
});

/** Of this process alone: the worst of them takes a second of it, what is quadratic takes minutes. */
const CPU_MICROS_MAX = 4_000_000;

describe('a text that is made to be slow', { timeout: 120_000 }, () => {
  const bytes = YAML_BYTES_MAX;
  it.each([
    ['nests lists', '['.repeat(bytes)],
    ['is full of braces', '{}'.repeat(bytes / 2)],
    [
      'has thousands of keys',
      Array.from({ length: 7_000 }, (_, i) => `k${String(i)}: 1`).join('\n'),
    ],
    [
      'has thousands of wrong legs',
      `legs:\n${Array.from({ length: 3_400 }, (_, i) => `  l${String(i)}: {x: 1}`).join('\n')}`,
    ],
    ['is one long word', `name: ${'a'.repeat(bytes - 10)}`],
    [
      'is one long line of keys',
      `{${Array.from({ length: 7_000 }, (_, i) => `k${String(i)}`).join(',')}}`,
    ],
    ['is too big', 'a'.repeat(bytes + 1)],
    ['closes what was never opened', '}'.repeat(bytes)],
    ['nests mappings', '{a: '.repeat(bytes / 4)],
    ['nests conditions', `rules: [{if: ${'{not: '.repeat(400)}x${'}'.repeat(400)}}]`],
    [
      'has thousands of long conditions',
      `rules:\n${Array.from({ length: 130 }, () => `- if: ${'not '.repeat(120)}`).join('\n')}`,
    ],
    [
      'has thousands of wrong rules',
      `rules:\n${Array.from({ length: 3_400 }, () => '- {when: {at: 1}}').join('\n')}`,
    ],
    ['has an anchor on every word', '&a '.repeat(bytes / 3)],
    ['is a list of nothing', `[${','.repeat(bytes - 1)}`],
    ['repeats the same key', 'a: 1\n'.repeat(bytes / 5)],
    ['begins a list of texts again and again', '- [>-\n'.repeat(bytes / 6)],
    [
      'says a long list fifty times',
      `a: &a [${'1,'.repeat(bytes / 3)}]\nb: [${'*a,'.repeat(49)}]\n`,
    ],
  ])('%s is refused in bounded time', (_, text) => {
    const start = process.cpuUsage();
    expectExplained(text);
    expect(process.cpuUsage(start).user).toBeLessThan(CPU_MICROS_MAX);
  });
});
