import { describe, expect, it } from 'vitest';

import { PlatformClock } from './platform-clock.ts';

const NOW_MS = 1_795_000_000_000;

/** An answer that took `tookMs`, made half-way by a clock that the day's is ahead of. */
function answer(
  aheadMs: number,
  tookMs = 100,
): { readonly sentAtMs: number; readonly receivedAtMs: number; readonly dateMs: number } {
  const madeAtMs = NOW_MS + tookMs / 2 - aheadMs;
  const dateMs = Math.floor(madeAtMs / 1_000) * 1_000;
  return { sentAtMs: NOW_MS, receivedAtMs: NOW_MS + tookMs, dateMs };
}

function heard(clock: PlatformClock, ...aheadMs: readonly number[]): readonly (number | null)[] {
  return aheadMs.map((one) => {
    clock.take(answer(one));
    return clock.news();
  });
}

describe("the platform's clock", () => {
  it('is news from the first answer on, once for each change, by what is certain of it', () => {
    const clock = new PlatformClock();
    const [first, ...rest] = heard(clock, 90_000, 90_000, 90_300, 90_900);
    expect(first).toBeGreaterThan(88_500);
    expect(first).toBeLessThanOrEqual(90_000);
    expect(rest).toEqual([null, null, null]);
    expect(heard(clock, 0, 0)).toEqual([0, null]);
    expect(heard(clock, ...Array<number>(6).fill(-60_000)).at(-1)).toBeLessThan(-59_000);
  });

  it.each([0, 900, -900, 4_900, -4_900])('agrees when it is %i ms off', (aheadMs) => {
    expect(heard(new PlatformClock(), aheadMs, aheadMs, aheadMs)).toEqual([null, null, null]);
  });

  it('counts nothing that the way there and back leaves open', () => {
    const clock = new PlatformClock();
    for (const dateMs of [NOW_MS, NOW_MS + 59_000]) {
      clock.take({ sentAtMs: NOW_MS, receivedAtMs: NOW_MS + 60_000, dateMs });
      expect(clock.news()).toBeNull();
    }
  });

  it('is not taken from one answer among others: a cache keeps an old one', () => {
    const clock = new PlatformClock();
    expect(heard(clock, 0, 3_600_000, 0, 3_600_000, 3_600_000, 3_600_000)).toEqual(
      Array(6).fill(null),
    );
    expect(heard(clock, 0, -3_600_000)).toEqual([null, null]);
  });

  it('is judged anew once what was heard is forgotten', () => {
    const clock = new PlatformClock();
    heard(clock, 0, 0, 0);
    clock.forget();
    expect(heard(clock, 90_000)[0]).toBeGreaterThan(88_500);
  });

  it("goes by real seconds, and leaves out servers that send the machine's time", () => {
    const clock = new PlatformClock({ speed: 60, machineMs: () => NOW_MS - 86_400_000 });
    expect(heard(clock, 290_000)).toEqual([null]);
    clock.forget();
    expect(heard(clock, 86_400_000)).toEqual([null]);
    expect(heard(clock, 600_000)[0]).toBeGreaterThan(598_000);
  });
});
