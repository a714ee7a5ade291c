import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type Json } from '../../src/base/json.ts';
import { type Problem } from '../../src/base/problem.ts';
import { fail, ok } from '../../src/base/result.ts';
import { type ReadPart } from '../../src/language/blueprints/read-part.ts';
import { compileStrategy } from '../../src/language/compile-strategy.ts';
import { applyParams } from '../../src/loading/apply-params.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';

/** A strategy of four files. */
const FILES = {
  'mine.yaml': `name: mine
schemaVersion: 1
use: blueprint.yaml
inputs: { away: 25%, at: 09:20, size: 2 }
`,
  'blueprint.yaml': `name: straddle
schemaVersion: 1
include: [limits.yaml, legs.yaml]
blueprint:
  inputs:
    away: { type: percent, default: 30%, min: 5%, max: 60% }
    at: { type: time }
    size: { type: number, default: 1 }
    week: { type: choice, choices: [weekly, monthly], default: weekly }
underlying: NIFTY
exit: 15:10
expiry: { input: week }
rules: [{ when: { at: { input: at } }, then: [{ enter: all }] }]
`,
  'limits.yaml': `schemaVersion: 1
lots: { input: size }
stop: { input: away }
protections: { dayLoss: 9000 rupees }
`,
  'legs.yaml': `schemaVersion: 1
legs: { ce: { side: sell, type: CE, strike: ATM } }
`,
};
const NAMES = Object.keys(FILES) as (keyof typeof FILES)[];
const PIECES = [
  ...NAMES,
  ...[
    '{ input: away }',
    '{ input: nothing }',
    'input:',
    'blueprint:',
    'include:',
    'use:',
    'name: x',
  ],
  ...['inputs:', 'legs:', 'rules:', 'stop: 20%', '30%', '[', ']', '{', '}', ': ', '\n', '  ', ', '],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '\0',
    '\uFEFF',
    '\u2028',
    '💥',
    '&a',
    '*a',
    '!x',
    '-1e999',
  ],
];

interface Edit {
  readonly file: keyof typeof FILES;
  readonly at: number;
  readonly cut: number;
  readonly piece: string;
}

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  file: fc.constantFrom(...NAMES),
  at: fc.nat(400),
  cut: fc.oneof(fc.nat(12), fc.constant(0)),
  piece: fc.oneof(fc.constantFrom(...PIECES), fc.constant('')),
});

function edited(edits: readonly Edit[]): Readonly<Record<string, string>> {
  const files: Record<string, string> = { ...FILES };
  for (const { file, at, cut, piece } of edits) {
    const text = files[file] ?? '';
    const from = at % (text.length + 1);
    files[file] = text.slice(0, from) + piece + text.slice(from + cut);
  }
  return files;
}

function compile(files: Readonly<Record<string, string>>): ReturnType<typeof compileStrategy> {
  const readPart: ReadPart = (asked) => {
    const text = Object.hasOwn(files, asked) ? files[asked] : undefined;
    if (text === undefined) return fail({ message: 'No such file', parts: {} });
    return ok({ file: asked, path: `/${asked}`, text });
  };
  return compileStrategy(files['mine.yaml'] ?? '', 'mine.yaml', { readPart });
}

/** A problem without its place; the last one may only count those that are not shown. */
function isLost({ file, line, message }: Problem): boolean {
  const isCount = message.startsWith('There are at least');
  return !NAMES.some((name) => name === file) || (line === null && !isCount);
}

/** @throws where it cannot run with its defaults */
function applyAll(strategy: Strategy, given: Json): void {
  strategy.params.parse({});
  for (const name of ['away', 'size', 'stop', 'toString']) {
    applyParams(strategy, { [name]: given }, 'mine.yaml');
  }
}

it('a strategy of several files compiles', () => {
  expect(compile(FILES)).toMatchObject({ ok: true, value: { name: 'mine' } });
});

it('no file of a strategy crashes it, or is refused without its place', () => {
  const counts = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(anyEdit, { minLength: 1, maxLength: 3 }), fc.json(), (edits, json) => {
      const compiled = compile(edited(edits));
      counts[compiled.ok ? 'taken' : 'refused'] += 1;
      const problems = compiled.ok ? [] : compiled.error;
      expect(compiled.ok || problems.length > 0).toBe(true);
      expect(problems.filter(isLost)).toEqual([]);
      if (compiled.ok) applyAll(compiled.value, JSON.parse(json) as Json);
    }),
    { numRuns: 1_500 },
  );
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(100);
});
