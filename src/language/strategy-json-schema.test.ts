import { expect, it } from 'vitest';

import { strategyJsonSchema } from './strategy-json-schema.ts';

it('tells editors the keys and words of each form', () => {
  const schema = JSON.parse(JSON.stringify(strategyJsonSchema())) as {
    $schema: string;
    anyOf: {
      properties: Record<string, unknown>;
      required: string[];
      additionalProperties: boolean;
    }[];
  };
  expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
  expect(schema.anyOf.map(({ required }) => required)).toEqual([
    ['name', 'schemaVersion', 'underlying', 'entry', 'exit', 'legs'],
    ['name', 'schemaVersion', 'position'],
    ['name', 'schemaVersion', 'signals'],
  ]);
  expect(schema.anyOf.every(({ additionalProperties }) => !additionalProperties)).toBe(true);
  expect(schema.anyOf[0]?.properties).toMatchObject({
    product: { default: 'intraday', enum: ['intraday', 'carry-forward'] },
    legs: {
      propertyNames: { pattern: '^[a-z0-9._-]{1,20}$' },
      additionalProperties: { properties: { side: { enum: ['buy', 'sell'] } } },
    },
  });
});

it('holds no trace of how messages are carried', () => {
  expect(JSON.stringify(strategyJsonSchema())).not.toContain('\\u001f');
});
