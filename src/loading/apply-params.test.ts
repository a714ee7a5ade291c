import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { defineStrategy } from '../strategy/define-strategy.ts';
import { clockTime } from '../strategy/parameters.ts';
import { applyParams } from './apply-params.ts';

const strategy = defineStrategy({
  name: 'named',
  params: z.object({
    lots: z.int().default(1),
    stop: z.number().max(100).default(30),
    underlying: z.string().default('NIFTY'),
  }),
  run: () => of(),
});

function messages(overrides: Parameters<typeof applyParams>[1]): readonly string[] {
  const applied = applyParams(strategy, overrides, 's.ts');
  return applied.ok ? [] : applied.error.map(({ message }) => message);
}

it('tells unknown names and wrong values together', () => {
  expect(messages({ lotz: 2, lots: 1.5, stop: 200, stopp: 1 })).toEqual([
    'Strategy "named" has no parameter "lotz"',
    'Strategy "named" has no parameter "stopp"',
    expect.stringMatching(/^Parameter "lots" of strategy "named": /),
    expect.stringMatching(/^Parameter "stop" of strategy "named": /),
  ]);
});

it('tells an unknown name and an unknown underlying together', () => {
  expect(messages({ lotz: 2, underlying: 'NIFTYY' })).toEqual([
    'Strategy "named" has no parameter "lotz"',
    'Parameter "underlying" of strategy "named": unknown underlying',
  ]);
});

it('says nothing of what a strategy takes', () => {
  expect(applyParams(strategy, { lots: 2 }, 's.ts')).toMatchObject({
    ok: true,
    value: { lots: 2 },
  });
});

it("says what was found, what is allowed and what to write, in its own words or the author's", () => {
  const own = defineStrategy({
    name: 'own',
    params: z.object({
      legs: z.int().max(20).default(2),
      entry: clockTime().default('09:20'),
      wings: z.number().max(9, { error: 'Nine wings are enough' }).default(1),
    }),
    run: () => of(),
  });
  expect(applyParams(own, { legs: 2.5, entry: '9:30', wings: 10 }, 's.ts')).toMatchObject({
    error: [
      {
        message: 'Parameter "legs" of strategy "own": wrong value',
        found: '2.5',
        allowed: 'a whole number',
      },
      {
        message: 'Parameter "entry" of strategy "own": Wanted a time of day',
        found: '"9:30"',
        allowed: 'HH:MM or HH:MM:SS (24 hours, IST)',
        next: 'Write for example 09:30',
      },
      {
        message: 'Parameter "wings" of strategy "own": Nine wings are enough',
        found: '10',
        allowed: 'at most 9',
      },
    ],
  });
});
