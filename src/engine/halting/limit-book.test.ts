import { describe, expect, it } from 'vitest';

import { ProfitWatch } from './limit-book.ts';

describe('a round trip', () => {
  const standing = (cashPaise: number, isFlat = true) => ({ isFlat, cashPaise, profitPaise: 0 });

  it('brings what came in since the run was flat before', () => {
    const watch = new ProfitWatch();
    expect(watch.tripEnded('run', standing(-500))).toBe(-500);
    expect(watch.tripEnded('run', standing(200))).toBe(700);
    expect(watch.tripEnded('other', standing(100))).toBe(100);
  });

  it('has not ended while the run holds something, nor while nothing came', () => {
    const watch = new ProfitWatch();
    expect(watch.tripEnded('run', standing(0))).toBeNull();
    expect(watch.tripEnded('run', standing(900, false))).toBeNull();
    expect(watch.tripEnded('run', standing(1))).toBe(1);
    expect(watch.tripEnded('run', standing(1))).toBeNull();
  });
});

it('keeps one record of a run', () => {
  const watch = new ProfitWatch();
  watch.of('run').highPaise = 5;
  expect(watch.of('run')).toEqual({ highPaise: 5, lostInRow: 0, exceeded: new Map() });
  expect(watch.of(null).highPaise).toBe(0);
});
