import fc from 'fast-check';
import { expect, it, test } from 'vitest';

import { rangeAtoms } from './parse-param.ts';

const RANGES: Readonly<Record<string, readonly string[]>> = {
  '10': ['10'],
  buy: ['buy'],
  '09:20': ['09:20'],
  '10..50:10': ['10', '20', '30', '40', '50'],
  '10..25:10': ['10', '20'],
  '1..4': ['1', '2', '3', '4'],
  '-2..2:2': ['-2', '0', '2'],
  '0.1..0.5:0.1': ['0.1', '0.2', '0.3', '0.4', '0.5'],
  '1.50..2:0.25': ['1.5', '1.75', '2'],
  '20%..40%:10%': ['20%', '30%', '40%'],
  '20..40:10%': ['20%', '30%', '40%'],
  '20 points..40 points:20 points': ['20 points', '40 points'],
  '5m..15m:5m': ['5m', '10m', '15m'],
  '09:20..09:35:5m': ['09:20', '09:25', '09:30', '09:35'],
  '9:20..9:21:30s': ['09:20:00', '09:20:30', '09:21:00'],
  '09:15..15:15:2h': ['09:15', '11:15', '13:15', '15:15'],
};

test.each(Object.entries(RANGES))('%s', (text, values) => {
  expect(rangeAtoms(text)).toEqual({ ok: true, value: values });
});

const WRONG: Readonly<Record<string, string>> = {
  '50..10:5': 'the first value is above the last',
  '10..50:0': 'the step must be above 0',
  '10..50:-5': 'the step must be above 0',
  '10..x:5': 'wanted two numbers or two times of day',
  '10..': 'wanted two numbers or two times of day',
  '1..2..3': 'wanted one ".." between two values',
  '1..2:1:1': 'wanted two numbers or two times of day',
  '0.5..1': 'a range of fractions needs a step',
  '5m..1h:5m': 'wanted one unit, found m and h',
  '09:20..10:00': 'a range of times needs a step, such as :5m',
  '09:20..25:00:5m': 'wanted a time of day after ".."',
  '09:20..10:00:0m': 'the step must be above 0',
  '1..100000': '100000 values, at most 10000',
};

test.each(Object.entries(WRONG))('%s is no range', (text, why) => {
  expect(rangeAtoms(text)).toEqual({ ok: false, error: why });
});

it('steps through decimals exactly, as whole numbers of the smallest digit do', () => {
  const cents = fc.integer({ min: -100_000, max: 100_000 });
  const range = fc.record({
    from: cents,
    count: fc.integer({ min: 0, max: 50 }),
    by: fc.integer({ min: 1, max: 500 }),
  });
  fc.assert(
    fc.property(range, ({ from, count, by }) => {
      const text = (value: number): string => (value / 100).toFixed(2);
      const read = rangeAtoms(`${text(from)}..${text(from + count * by)}:${text(by)}`);
      const values = read.ok ? read.value.map((value) => Math.round(Number(value) * 100)) : null;
      expect(values).toEqual(Array.from({ length: count + 1 }, (_, step) => from + step * by));
    }),
  );
});
