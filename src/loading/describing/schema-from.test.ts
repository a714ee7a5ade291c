import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { type Json } from '../../base/json.ts';
import { schemaFrom } from './schema-from.ts';

const SCHEMA = z.object({
  price: z.number().positive(),
  side: z.enum(['buy', 'sell']).optional(),
  levels: z.array(z.int()).max(2),
  by: z.union([z.literal('hand'), z.object({ name: z.string() })]),
  more: z.record(z.string(), z.number()),
});
const FITTING = { price: 1, levels: [1], by: 'hand', more: { a: 1 } };

const fits = (said: unknown, value: Json): boolean =>
  schemaFrom(said)?.safeParse(value).success ?? true;

describe('what another process says that values are', () => {
  it.each([
    ['a bound', { price: 0 }],
    ['an alternative', { by: { name: 1 } }],
    ['a word of a list', { side: 'hold' }],
    ['an item', { levels: [1.5] }],
    ['the size of a list', { levels: [1, 2, 3] }],
    ['the value of any key', { more: { a: '1' } }],
    ['a key that is not known', { other: 1 }],
  ])('is checked as its author wrote it: %s', (_, wrong) => {
    const said = z.toJSONSchema(SCHEMA);
    expect(fits(said, FITTING)).toBe(true);
    expect(fits(said, { ...FITTING, ...wrong })).toBe(false);
  });

  it('takes no time that an author chose: neither patterns nor references are followed', () => {
    const slow = { type: 'string', pattern: '^(a+)+$' };
    const twice = { anyOf: [{ type: 'array', items: { $ref: '#' } }, { $ref: '#' }] };
    let deep: Json = 'end';
    for (let level = 0; level < 1_000; level += 1) deep = [deep];
    expect(fits(slow, `${'a'.repeat(64)}!`)).toBe(true);
    expect(fits(twice, deep)).toBe(true);
  });

  it('has at most 1,000 parts: others allow anything', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`key${String(at)}`, { type: 'number' }]),
    );
    const said = { type: 'object', properties };
    expect(fits(said, { key1: 'x' })).toBe(false);
    expect(fits(said, { key4999: 'x' })).toBe(true);
  });

  it.each([null, 'text', { type: 'nonsense' }])('is nothing where it says %j', (of) => {
    expect(fits(of, { any: 1 })).toBe(true);
  });
});
