import { describe, expect, it } from 'vitest';

import { compileCondition, compileExpression } from './compile-expression.ts';
import { factKey, type Facts, type NamesInFile } from './names.ts';

const NAMES = { legs: ['ce', 'sold-pe'] };
const SEEN: Readonly<Record<string, number>> = {
  index: 2_418_705,
  time: (10 * 60 + 15) * 60_000,
  profit: -250_050,
  'close(5)': 2_400_000,
  'price(sold-pe)': 4_005,
  'lots(ce)': -2,
};
const facts: Facts = { get: (key) => SEEN[key] };

function valueOf(text: string): unknown {
  const compiled = compileExpression(text, NAMES);
  return compiled.ok ? compiled.value.evaluate(facts) : compiled.error.message;
}

describe('a value', () => {
  it.each([
    ['1 + 2 * 3 - 4 / 8', 6.5],
    ['-(2 - 5)', 3],
    // Paise: what is money or a price stays whole.
    ['index - close(5m)', 18_705],
    ['index * 101%', 2_442_892],
    ['101% * index', 2_442_892],
    ['index + 0.05', 2_418_710],
    ['24500 - index', 31_295],
    ['index / close(5m)', 2_418_705 / 2_400_000],
    ['5000 rupees / 3', 166_667],
    ['5000 rupees / 50%', 1_000_000],
    ['10% * 5', 0.5],
    ['50 / 20%', 250],
    ['10% + 5%', 15],
    ['10:15 - 09:15', 3_600_000],
    ['time + 45m', 11 * 3_600_000],
    ['5m * 2', 600_000],
    ['profit * 2', -500_100],
    ['index + lots(ce) * 10 points', 2_416_705],
  ])('%s is %s', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each([
    ['index = 24187.05', true],
    ['24187.05 = index', true],
    ['index != 24187.05', false],
    ['index > 24187.05', false],
    ['index >= 24187.05', true],
    ['close(5m) < index', true],
    ['profit <= -2500.50 rupees', true],
    ['price("sold-pe") = 40.05 points', true],
    ['lots(ce) = -2', true],
    ['time >= 10:15 and time < 10:15:01', true],
    ['not (time >= 10:15)', false],
    ['index / close(5m) > 100.5%', true],
    ['100.5% < index / close(5m)', true],
    ['(index > 1) = (index > 2)', true],
  ])('%s is %s', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each([
    ['entry(ce) > 5', null],
    ['not (entry(ce) > 5)', null],
    ['-entry(ce) > 5', null],
    ['1 / 0 > 5', null],
    ['index > 1 and entry(ce) > 5', null],
    ['index < 1 and entry(ce) > 5', false],
    ['entry(ce) > 5 and index < 1', false],
    ['entry(ce) > 5 or index > 1', true],
    ['entry(ce) > 5 or index < 1', null],
    ['999999999 rupees * 999999999 > 1 rupee', null],
  ])('%s, of which something is not known, is %s', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it('needs what it names', () => {
    const compiled = compileExpression(
      'index > close(5m) and price(ce) < 5 points * (profit / 5 rupees)',
      NAMES,
    );
    expect(compiled.ok && compiled.value.facts.map(factKey)).toEqual([
      ...['index', 'close(5)', 'price(ce)', 'profit'],
    ]);
  });
});

describe('what does not fit', () => {
  it.each([
    ['index + 10:15', '"+" does not fit a price and a time of day'],
    ['10:15 + 10:15', '"+" does not fit a time of day and a time of day'],
    ['5m - 10:15', '"-" does not fit a duration and a time of day'],
    ['index + 30%', '"+" does not fit a price and a percentage'],
    ['index > 30%', '">" does not fit a price and a percentage'],
    ['5% < 14', '"<" does not fit a percentage and a number'],
    ['1 + 5%', '"+" does not fit a number and a percentage'],
    ['lots(ce) >= 5%', '">=" does not fit a number and a percentage'],
    ['lots(ce) = 0 points', '"=" does not fit a number and a price'],
    ['index + lots(ce)', '"+" does not fit a price and a number'],
    ['index * index', '"*" does not fit a price and a price'],
    ['profit > 5000', '">" does not fit an amount in rupees and a number'],
    ['profit > 5000 points', '">" does not fit an amount in rupees and a price'],
    ['10:15 * 2', '"*" does not fit a time of day and a number'],
    ['2 / 5m', '"/" does not fit a number and a duration'],
    ['index and time > 10:15', '"and" does not fit a price and a condition'],
    ['(index > 1) < (index > 2)', '"<" does not fit a condition and a condition'],
    ['not index', '"not" needs a condition, not a price'],
    ['-10:15', 'There is no negative of a time of day'],
    ['"ce"', 'A text has no value'],
    ['indx', 'Unknown name "indx"'],
    ['constructor > 1', 'Unknown name "constructor"'],
    ['ema(9)', '"ema" needs the length of its bars'],
    ['emma(9)', 'Unknown name "emma"'],
    ['price', '"price" needs a leg'],
    ['close', '"close" needs a bar length'],
    ['index(5m)', '"index" is not used like this'],
    ['price()', '"price" is not used like this'],
    ['price(ce, ce)', '"price" is not used like this'],
    ['price(pe)', 'No such leg'],
    ['close(0m)', 'Wrong length of a bar'],
    ['close(90s)', 'Wrong length of a bar'],
    ['close(5h)', 'Wrong length of a bar'],
    ['close(5)', 'Wrong length of a bar'],
  ])('%s: %s', (text, message) => {
    expect(valueOf(text)).toBe(message);
  });

  it.each([
    [['sold-ce', 'pe'], 'price("sold-ce")'],
    [[], 'profit'],
  ])('offers in place of an unknown name only what compiles, with legs %j', (legs, one) => {
    const read = compileExpression('indx > 1', { legs });
    const offered = read.ok ? [] : (read.error.allowed ?? '').split(/, | or an indicator.*/);
    const names = offered.filter((name) => name !== '');
    expect(names).toContain(one);
    for (const name of names) {
      expect(compileExpression(`${name} = ${name}`, { legs })).toMatchObject({ ok: true });
    }
  });

  it('says where, what is allowed, and what was meant', () => {
    expect(compileExpression('1 = 1 and profit > 5000', NAMES)).toMatchObject({
      error: {
        span: { startOffset: 10, endOffset: 23 },
        allowed: 'after an amount in rupees: an amount in rupees',
        next: 'Write an amount with its unit, for example 5000 rupees',
      },
    });
    expect(compileExpression('spot > 1', NAMES)).toMatchObject({ error: { nearest: 'index' } });
    expect(compileExpression('price(sold-pe)', NAMES)).toMatchObject({
      error: { span: { startOffset: 6, endOffset: 13 }, next: 'Write "sold-pe"' },
    });
    expect(compileCondition('index', NAMES)).toMatchObject({
      error: { message: 'This is a price, not a condition' },
    });
  });
});

describe('a percentage beside a plain number', () => {
  const names: NamesInFile = {
    legs: ['ce'],
    variables: new Map([['count', 'number']]),
    parameters: new Map([
      ['cap', 'percent'],
      ['limit', 'number'],
    ]),
    sources: new Map([['vix', new Map([['level', 'percent']])]]),
  };

  it.each([
    ['cap < 14', 'a percentage, such as 14%', 'Write 14%'],
    ['vix.level != 14', 'a percentage, such as 14%', 'Write 14%'],
    ['14 > vix.level', 'a percentage, such as 14%', 'Write 14%'],
    ['cap > 0', 'a percentage, such as 0%', 'Write 0%'],
    ['cap > -1.5', 'a percentage, such as -1.5%', 'Write -1.5%'],
    ['cap - 2 < 5%', 'a percentage, such as 2%', 'Write 2%'],
    ['vix.level < 0.07', 'a percentage, such as 7%', 'Write 7% or 0.07%'],
    [
      'vix.level < limit',
      'a percentage, such as 14%',
      'Make limit a percentage, or write one instead of it',
    ],
    [
      'cap < 10 + 4',
      'a percentage, such as 14%',
      'Make 10 + 4 a percentage, or write one instead of it',
    ],
    ['count < 7%', 'a number, such as 7', 'Write the number without %: 7, or 0.07 as a share of 1'],
  ])('%s', (text, allowed, next) => {
    expect(compileExpression(text, names)).toMatchObject({ error: { allowed, next } });
  });

  it.each([
    'cap < 14%',
    'vix.level + 1% > cap',
    'index / close(5m) > 101%',
    'index / close(5m) - 1 > cap',
    'index * (100% + cap) > close(5m)',
    'cap * 2 < 30%',
    'cap / 2 < 1',
    'vix.level / cap > 2',
  ])('%s stands', (text) => {
    expect(compileExpression(text, names).ok).toBe(true);
  });
});
