import { describe, expect, it } from 'vitest';

import { Sight } from './sight.ts';

describe('when something was last seen', () => {
  it('is when its poll was, where nothing is known of later ones', () => {
    const seen = { observedAtMs: 10_000, ageMsMax: 80 };
    expect(new Sight({ seen }, () => 60_000).shown).toBe(seen);
  });

  it.each([
    [10_000, 10_000],
    [11_000, 10_000],
    [11_001, 11_000],
    [13_999, 13_000],
    [15_000, 14_000],
    // The poll that would begin as the time ends is a new one.
    [90_000, 14_000],
  ])('is, read at %i, the start of the poll at %i', (nowMs, observedAtMs) => {
    const seen = { observedAtMs: 10_000, ageMsMax: 0 };
    const repeats = { everyMs: 1_000, untilMs: 15_000 };
    const sight = new Sight({ seen, repeats }, () => nowMs);
    expect(sight.shown).toEqual({ observedAtMs, ageMsMax: 0 });
    expect(sight.observedAtMs).toBe(observedAtMs);
  });
});
