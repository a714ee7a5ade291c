import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { aResult } from '../../../test/support/results/a-result.ts';
import { readResult } from './read-result.ts';

const RESULT = aResult({ dates: 20 });
const TEXT = JSON.stringify(RESULT);

/** The problems of the result after an edit of its JSON. */
function problemsAfter(edit: (result: Editable) => void) {
  const result = JSON.parse(TEXT) as Editable;
  edit(result);
  return problemsOf(JSON.stringify(result));
}

function problemsOf(text: string) {
  const read = readResult(text, 'a.json');
  return read.ok ? [] : read.error;
}

type Editable = Record<string, unknown> & {
  days: Record<string, unknown>[];
  trades: Record<string, unknown>[];
  totals: Record<string, unknown>;
};

/** Every place in a value of JSON, as a list of keys. */
function places(value: unknown, above: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [above];
  const below = Object.entries(value).flatMap(([key, part]) => places(part, [...above, key]));
  return [above, ...below];
}

describe('a result that is read', () => {
  it('is what was written', () => {
    expect(readResult(TEXT, 'a.json')).toEqual({ ok: true, value: RESULT });
  });

  it('may have parts that a later program added', () => {
    const more = (result: Editable): void => {
      result['later'] = 1;
      result.totals['later'] = 1;
      const [day = {}] = result.days;
      day['later'] = 1;
    };
    expect(problemsAfter(more)).toEqual([]);
  });

  it.each<[string, (result: Editable) => void, object]>([
    [
      'an amount with a fraction',
      ({ days }) => Object.assign(days[3] ?? {}, { netPaise: 1.5 }),
      { message: 'Wrong value of "days[3].netPaise"', found: '1.5', allowed: 'a whole number' },
    ],
    [
      'a missing part',
      (result) => Reflect.deleteProperty(result, 'totals'),
      {
        message: '"totals" is missing',
        found: null,
        allowed: expect.stringMatching(/^a mapping with /) as unknown,
      },
    ],
    [
      'a word that is none',
      ({ days }) => Object.assign(days[0] ?? {}, { status: 'fine' }),
      { found: '"fine"', allowed: 'ok, ran-with-problems, missing, skipped or failed' },
    ],
    [
      'a list that is none',
      (result) => Object.assign(result, { trades: {} }),
      { message: 'Wrong value of "trades"', found: 'an empty mapping', allowed: 'a list' },
    ],
    [
      'a date that does not exist',
      ({ trades }) => Object.assign(trades[0] ?? {}, { expiry: '2024-02-30' }),
      { message: 'Not a date: "trades[0].expiry"', allowed: 'a date, YYYY-MM-DD' },
    ],
    [
      'a text where null may stand too',
      ({ trades }) => Object.assign(trades[1] ?? {}, { optionType: 'call' }),
      { allowed: 'CE or PE, or null' },
    ],
    [
      'a hash that was cut',
      ({ days }) => Object.assign(days[0] ?? {}, { commandLogSha256: 'abc' }),
      { allowed: '64 hexadecimal digits' },
    ],
    [
      'days that do not add up',
      ({ days }) => days.pop(),
      { message: 'Wrong value of "totals.netPaise"', found: String(RESULT.totals.netPaise) },
    ],
    [
      'a date that comes twice',
      ({ days }) => Object.assign(days[1] ?? {}, { date: days[0]?.['date'] }),
      { message: 'Wrong value of "days[1].date"', found: JSON.stringify(RESULT.days[0]?.date) },
    ],
    [
      'days out of order',
      ({ days }) => days.reverse(),
      {
        message: 'Wrong value of "days[1].date"',
        allowed: expect.stringContaining('a date after ') as unknown,
      },
    ],
  ])('is refused for %s', (_, edit, expected) => {
    const [first] = problemsAfter(edit);
    expect(first).toMatchObject({ file: 'a.json', ...expected });
  });

  it('is refused whichever part is taken out', () => {
    const small = JSON.stringify(aResult({ dates: 2 }));
    const optional = new Set(['reason', 'mae', 'mfe', 'years', 'benchmarks']);
    const required = places(JSON.parse(small)).filter(
      (keys) => keys.length > 0 && !keys.includes('params') && !optional.has(keys.at(-1) ?? ''),
    );
    const named = required.filter((keys) => !/^\d+$/.test(keys.at(-1) ?? ''));
    const inRecord = named.filter((keys) => keys[0] !== 'problemCounts' || keys.length === 1);
    fc.assert(
      fc.property(fc.constantFrom(...inRecord), (keys) => {
        const copy = JSON.parse(small) as Record<string, unknown>;
        const holder = keys
          .slice(0, -1)
          .reduce((at, key) => at[key] as Record<string, unknown>, copy);
        Reflect.deleteProperty(holder, keys.at(-1) ?? '');
        expect(problemsOf(JSON.stringify(copy))).not.toEqual([]);
      }),
    );
  });

  it('tells the first twenty problems, and how many more there are', () => {
    const problems = problemsAfter((result) => {
      for (const trade of result.trades) trade['units'] = -1;
      for (const day of result.days) day['bars'] = 'many';
    });
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)?.message).toBe('There are at least 38 problems more');
  });

  it.each([
    ['', 'Not the result of a backtest', 'an empty file'],
    [
      '{"schemaVersion":2,',
      'Not the result of a backtest',
      'JSON that is not whole, 19 characters',
    ],
    ['import a\nimport b', 'Not the result of a backtest', 'a file that begins with: import a'],
    ['[]', 'Not the result of a backtest: it has no "schemaVersion"', 'an empty list'],
    ['{}', 'Not the result of a backtest: it has no "schemaVersion"', 'an empty mapping'],
    ['null', 'Not the result of a backtest: it has no "schemaVersion"', 'nothing'],
    ['{"schemaVersion":1}', 'The result is in a form that an older sauda wrote', '1'],
    ['{"schemaVersion":3}', 'The result is in a form that a newer sauda wrote', '3'],
    ['{"error":{"message":"No day"}}', 'Holds why a command failed, not a result', 'No day'],
    ['{"schemaVersion":2}', '"strategies" is missing', null],
  ])('is refused when it is %j', (text, message, found) => {
    const [first] = problemsOf(text);
    expect(first).toMatchObject({ message, file: 'a.json' });
    expect(first?.found?.slice(0, found?.length) ?? null).toBe(found);
  });

  it('never throws, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(40), (value, cut) => {
        expect(readResult(JSON.stringify(value), 'a.json').ok).toBe(false);
        const part = { ...RESULT, days: value, trades: [value], totals: value };
        expect(readResult(JSON.stringify(part), 'a.json').ok).toBe(false);
        expect(readResult(TEXT.slice(0, TEXT.length - 1 - cut), 'a.json').ok).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});
