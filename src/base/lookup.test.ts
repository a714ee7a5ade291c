import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Lookup } from './lookup.ts';

describe('a lookup', () => {
  it('finds what a map of all would, however much it is asked', () => {
    const items = fc.array(fc.record({ key: fc.string({ maxLength: 2 }), value: fc.nat() }));
    const keys = fc.array(fc.string({ maxLength: 2 }), { maxLength: 60 });
    fc.assert(
      fc.property(items, keys, (all, asked) => {
        const lookup = new Lookup(all, ({ key }) => key);
        const byKey = new Map(all.map((item) => [item.key, item]));
        for (const key of [...asked, ...asked]) {
          expect(lookup.find(key)).toBe(byKey.get(key));
          // One that none passes, or all do, changes nothing.
          const isLikely = key.length === 1;
          expect(new Lookup(all, ({ key: own }) => own).find(key, () => () => isLikely)).toBe(
            byKey.get(key),
          );
        }
      }),
    );
  });

  it('makes an index once more than a few are asked for', () => {
    let looks = 0;
    const lookup = new Lookup(
      Array.from({ length: 100 }, (_, place) => String(place)),
      (item) => {
        looks += 1;
        return item;
      },
    );
    for (let place = 0; place < 100; place += 1) expect(lookup.find(String(place))).toBeDefined();
    expect(looks).toBeLessThan(2_000);
  });
});
