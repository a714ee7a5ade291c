import { expect, it } from 'vitest';

import { writeAll } from './write-all.ts';

it('goes on with what was left', () => {
  const taken: Buffer[] = [];
  writeAll(7, '₹ 5\n', (_, rest) => {
    taken.push(Buffer.from(rest.subarray(0, 1)));
    return 1;
  });
  expect(taken).toHaveLength(6);
  expect(Buffer.concat(taken).toString('utf8')).toBe('₹ 5\n');
});

it('fails where nothing is taken', () => {
  let calls = 0;
  const write = (): number => {
    calls += 1;
    return 0;
  };
  expect(() => {
    writeAll(7, 'a line\n', write);
  }).toThrow('took nothing');
  expect(calls).toBe(1);
});
