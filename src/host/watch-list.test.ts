import fc from 'fast-check';
import { expect, it } from 'vitest';

import { WatchList } from './scope.ts';

const SYMBOLS = ['A', 'B', 'C'] as const;

it('what is watched is what somebody needs, whatever is taken back, how often and when', () => {
  const steps = fc.array(
    fc.record({ symbol: fc.constantFrom(...SYMBOLS), isAdd: fc.boolean(), which: fc.nat(20) }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const watches = new WatchList();
      const added: { readonly symbol: string; readonly release: () => void; isHeld: boolean }[] =
        [];
      let reported = '';
      for (const { symbol, isAdd, which } of all) {
        const one = added[which % Math.max(1, added.length)];
        if (isAdd || one === undefined) {
          const release = watches.add({ kind: 'contracts', underlying: symbol });
          added.push({ symbol, release, isHeld: true });
        } else {
          one.release();
          one.isHeld = false;
        }
        const held = added.filter(({ isHeld }) => isHeld).map((each) => each.symbol);
        const due = [...new Set(held)].toSorted().join();
        const changes = watches.takeChanges();
        const told = changes
          ?.map((watch) => ('underlying' in watch ? watch.underlying : ''))
          .join();
        expect(told ?? null).toBe(due === reported ? null : due);
        reported = due;
      }
    }),
  );
});

it('a watch that is taken back after all were changes nothing', () => {
  const watches = new WatchList();
  const release = watches.add({ kind: 'contracts', underlying: 'A' });
  watches.clear();
  watches.add({ kind: 'contracts', underlying: 'A' });
  release();
  expect(watches.takeChanges()).toEqual([{ kind: 'contracts', underlying: 'A' }]);
});
