import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { defineStrategy } from '../strategy/define-strategy.ts';
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
