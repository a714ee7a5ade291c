import { describe, expect, it } from 'vitest';

import { Sighting } from './sighting.ts';

const SEEN = { observedAtMs: 10_000, ageMsMax: 0 };

describe('a sighting', () => {
  it('is as old as its poll when nothing is known of later ones', () => {
    const sighting = new Sighting({ seen: { observedAtMs: 10_000, ageMsMax: 80 } });
    expect(sighting.before(60_000)).toEqual({ observedAtMs: 10_000, ageMsMax: 80 });
  });

  it.each([
    [10_000, 10_000],
    [11_000, 10_000],
    [11_001, 11_000],
    [13_999, 13_000],
    [15_000, 14_000],
    // The poll that would begin as the time ends is a new one.
    [90_000, 14_000],
  ])('before %i is that of the poll at %i', (atMs, observedAtMs) => {
    const sighting = new Sighting({ seen: SEEN, repeats: { everyMs: 1_000, untilMs: 15_000 } });
    expect(sighting.before(atMs)).toEqual({ observedAtMs, ageMsMax: 0 });
  });
});
