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

it('a day begins with nothing that the day before had', () => {
  const watch = new ProfitWatch();
  expect(watch.turnTo('2026-11-20')).toBe(true);
  const record = watch.of('run');
  record.highPaise = 5;
  expect(watch.of('run')).toBe(record);
  expect(watch.turnTo('2026-11-20')).toBe(false);
  expect(watch.of('run')).toBe(record);
  expect(watch.turnTo('2026-11-23')).toBe(true);
  expect(watch.of('run')).toEqual({ highPaise: 0, lostInRow: 0, exceeded: new Map() });
});
