import { EMPTY } from 'rxjs';
import { expect, test } from 'vitest';

import { compileStrategy } from '../../language/compile-strategy.ts';
import { clockTime, lots, percentNumber, z } from '../../strategy/parameters.ts';
import { defineStrategy, type Strategy } from '../../strategy/define-strategy.ts';
import { parseParam } from './parse-param.ts';
import { typedValues } from './typed-values.ts';

const typed = defineStrategy({
  name: 'typed',
  params: z.object({
    lots: lots().default(1),
    entry: clockTime().default('09:20'),
    stopPercent: percentNumber().default(30),
    isHedged: z.boolean().default(false),
    side: z.enum(['buy', 'sell']).default('sell'),
    label: z.string().default('x'),
    holdMinutes: z.number().max(60).default(5),
    waitMs: z.number().default(1_000),
  }),
  run: () => EMPTY,
});

function read(text: string, strategy: Strategy = typed) {
  const written = parseParam(text);
  return written.ok ? typedValues(strategy, written.value) : written;
}

test.each([
  ['lots=1..3', 'lots', [1, 2, 3]],
  ['stopPercent=10..50:20', 'stopPercent', [10, 30, 50]],
  ['stopPercent = 10, 20..40:10', 'stopPercent', [10, 20, 30, 40]],
  ['entry=09:20,09:30', 'entry', ['09:20', '09:30']],
  ['entry=09:20..09:30:5m', 'entry', ['09:20', '09:25', '09:30']],
  ['isHedged=true,false', 'isHedged', [true, false]],
  ['side=buy,sell', 'side', ['buy', 'sell']],
  ['label=7,true', 'label', ['7', 'true']],
  ['holdMinutes=5m..15m:5m', 'holdMinutes', [5, 10, 15]],
  ['holdMinutes=1h', 'holdMinutes', [60]],
  ['waitMs=1s,90s', 'waitMs', [1_000, 90_000]],
])('%s', (text, name, values) => {
  expect(read(text)).toEqual({ ok: true, value: { name, values } });
});

test.each([
  ['lots=1,1', '1'],
  ['lots=1,1.0,2', '1.0'],
  ['stopPercent=10..30:10,20', '20'],
  ['holdMinutes=60,1h', '1h'],
  ['side=buy,sell,buy', 'buy'],
])('%s is refused, which has one value twice', (text, found) => {
  const [, name = ''] = /^(\w+)=/.exec(text) ?? [];
  const message = `Parameter "${name}" is given the same value twice`;
  const allowed = 'each value once, in lists and ranges together';
  expect(read(text)).toMatchObject({ ok: false, error: [{ message, found, allowed }] });
});

test.each([
  ['lots', { message: 'Cannot read --param "lots"' }],
  ['lots=', { message: 'A value of parameter "lots" is empty' }],
  ['lots=1,,2', { message: 'A value of parameter "lots" is empty' }],
  [
    'lots=3..1',
    {
      message: 'Cannot read a range of parameter "lots": the first value is above the last',
      found: '3..1',
    },
  ],
])('%s is refused as it is written', (text, wanted) => {
  expect(parseParam(text)).toMatchObject({ ok: false, error: wanted });
});

test.each([
  ['lot=1', { message: 'Strategy "typed" has no parameter "lot"', found: 'lot', nearest: 'lots' }],
  [
    'stop=10..50:5',
    { message: 'Strategy "typed" has no parameter "stop"', nearest: 'stopPercent' },
  ],
  [
    'lots=1,1.5',
    {
      message: 'Parameter "lots" of strategy "typed": Wanted whole lots',
      found: '1.5',
    },
  ],
  [
    'stopPercent=30%',
    { message: expect.stringContaining('Parameter "stopPercent" of strategy "typed"') as string },
  ],
  [
    'entry=24:00',
    {
      message: expect.stringContaining('Wanted a time of day') as string,
      found: '24:00',
      allowed: 'HH:MM or HH:MM:SS (24 hours, IST)',
    },
  ],
  ['holdMinutes=2h', { found: '2h' }],
])('%s is refused by the strategy', (text, wanted) => {
  expect(read(text)).toMatchObject({ ok: false, error: [wanted] });
});

test('a YAML strategy takes its own words, and a number without its unit is told the unit', () => {
  const text = [
    'name: y',
    'schemaVersion: 1',
    'underlying: NIFTY',
    'entry: 09:20',
    'exit: 15:10',
    'stop: 30%',
    'legs: { ce: { side: sell, type: CE, strike: ATM } }',
  ].join('\n');
  const compiled = compileStrategy(text, 'y.yaml', { underlyings: ['NIFTY'] });
  if (!compiled.ok) throw new TypeError(JSON.stringify(compiled.error));
  expect(read('stop=10%..30%:10%', compiled.value)).toEqual({
    ok: true,
    value: { name: 'stop', values: ['10%', '20%', '30%'] },
  });
  expect(read('stop=10..30:10', compiled.value)).toMatchObject({
    ok: false,
    error: [{ found: '10', nearest: '10%' }],
  });
});
