import { expect, test } from 'vitest';
import { partBatch } from './part-batch.ts';

/** A draw by which the first of two elements is refused and the second is not. */
const LEAVES_THE_SECOND = 8;
const REQUEST = { role: 'orders', method: 'POST', path: '/cancel', headers: {} } as const;

test('a part of a batch is taken, and the rest refused', () => {
  const part = partBatch({ ...REQUEST, body: '["a","b"]' }, LEAVES_THE_SECOND);
  expect(part?.request?.body).toBe('["b"]');
  expect(part?.join('{"b":{"success":true}}')).toBe(
    '{"a":{"success":false,"msg":"Not taken by the broker"},"b":{"success":true}}',
  );
});

test.each(['', '{', '7', '{"orders":7}', '[]'])('%s is no batch', (body) => {
  expect(partBatch({ ...REQUEST, body }, 0)).toBeNull();
});

test('a batch nested too deeply to be written again ends nothing', () => {
  const body = `["x",${'['.repeat(200_000)}${']'.repeat(200_000)}]`;
  expect(() => partBatch({ ...REQUEST, body }, LEAVES_THE_SECOND)).not.toThrow();
});
