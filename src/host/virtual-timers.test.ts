import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { VirtualTimers } from './virtual-timers.ts';

/** Fires everything due by a time; returns what `fired` held then. */
function fireAll(timers: VirtualTimers, atMs: number): void {
  for (let timer = timers.takeDue(atMs); timer !== null; timer = timers.takeDue(atMs)) {
    timers.fire(timer);
  }
}

describe('VirtualTimers', () => {
  it('fires what was not cancelled, by due time and then by order of setting', () => {
    const set = fc.record({ dueMs: fc.nat(50), isCancelled: fc.boolean() });
    fc.assert(
      fc.property(fc.array(set, { maxLength: 200 }), (plan) => {
        const timers = new VirtualTimers();
        const fired: number[] = [];
        const all = plan.map(({ dueMs }, index) => timers.set(dueMs, () => fired.push(index)));
        plan.forEach(({ isCancelled }, index) => {
          if (isCancelled) all[index]?.cancel();
        });
        fireAll(timers, 50);
        const expected = plan
          .map(({ dueMs, isCancelled }, index) => ({ dueMs, isCancelled, index }))
          .filter(({ isCancelled }) => !isCancelled)
          .sort((left, right) => left.dueMs - right.dueMs || left.index - right.index)
          .map(({ index }) => index);
        expect(fired).toEqual(expected);
        expect(timers.nextDueMs()).toBeNull();
      }),
    );
  });

  it('repeats until it is cancelled, from its own callback too', () => {
    const timers = new VirtualTimers();
    let count = 0;
    const timer = timers.set(
      10,
      () => {
        count += 1;
        if (count === 3) timer.cancel();
      },
      10,
    );
    fireAll(timers, 1_000);
    expect(count).toBe(3);
    expect(timers.nextDueMs()).toBeNull();
  });

  it('never fires what is due at infinity', () => {
    const timers = new VirtualTimers();
    timers.set(Infinity, () => undefined).cancel();
    timers.set(Infinity, () => undefined);
    expect(timers.nextDueMs()).toBeNull();
    expect(timers.takeDue(Infinity)).toBeNull();
  });

  it('does not pile up timers that were cancelled', () => {
    const timers = new VirtualTimers();
    const last = timers.set(7, () => undefined);
    for (let index = 0; index < 100_000; index += 1) {
      timers.set(1_000_000, () => undefined).cancel();
    }
    expect(timers.size).toBeLessThan(3_000);
    expect(timers.nextDueMs()).toBe(7);
    last.cancel();
    expect(timers.nextDueMs()).toBeNull();
  });
});
