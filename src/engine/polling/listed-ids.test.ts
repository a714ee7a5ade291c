import fc from 'fast-check';
import { expect, it } from 'vitest';

import { ListedIds } from './listed-ids.ts';

const lists = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 }));

it('has the different orders of the last list, whatever the lists before', () => {
  fc.assert(
    fc.property(lists, (polls) => {
      const listed = new ListedIds();
      for (const poll of polls) {
        listed.take(poll.map((orderId) => ({ orderId })));
        expect(new Set(listed.ids)).toEqual(new Set(poll));
      }
    }),
  );
});

it('says from where on a list is news', () => {
  const listed = new ListedIds();
  const take = (...ids: readonly string[]) => listed.take(ids.map((orderId) => ({ orderId })));
  expect([take('a'), take('a', 'b'), take('a', 'b'), take('b', 'a'), take('b')]).toEqual([
    0, 1, 2, 0, 0,
  ]);
});
