import { describe, expect, it } from 'vitest';

import { type PriceSubscription } from '../ports/price-feed.ts';
import { createPolledPrices, type PolledPricesParts } from './polled-prices.ts';
import { type PollAnswer } from './venue.ts';

const EVERY_MS = 1_000;
const SESSIONS = [
  { startMs: 100_000, endMs: 200_000 },
  { startMs: 300_000, endMs: 400_000 },
];

function answer(over: Partial<PollAnswer> = {}): PollAnswer {
  return { subject: 'quotes', outcome: { kind: 'accepted', value: [] }, ...over } as PollAnswer;
}

/** A subscription from an instant on, whose polls bring this. */
function polled(
  fromMs: number,
  bring: PolledPricesParts['poll'] = () => answer(),
  nowMs = (): number => fromMs,
): PriceSubscription {
  const feed = createPolledPrices({ poll: bring, sessions: SESSIONS, nowMs });
  return feed.subscribe({ symbols: ['A'], fromMs, everyMs: EVERY_MS });
}

describe('polls of prices', () => {
  it.each([
    [50_000, 100_000],
    [150_000, 150_000],
    [200_000, 300_000],
    [400_000, Infinity],
  ])('begin at %i, or with the next session: %i', (fromMs, firstMs) => {
    expect(polled(fromMs).nextMs).toBe(firstMs);
  });

  it('are due a while after the last one began, however late that was, and end with the session', () => {
    const looks = polled(150_000);
    void looks.look(150_700);
    expect(looks.nextMs).toBe(151_700);
    void looks.look(199_500);
    expect(looks.nextMs).toBe(300_000);
  });

  it.each([
    [160_000, 160_000],
    // However long no session can be had: whether that is still so is asked again.
    [900_000, 180_000],
  ])(
    'wait until %i where one could not leave before: %i, whatever is wanted',
    (retryAtMs, dueMs) => {
      const rejection = { form: 'not-sent', reason: 'no session', retryAtMs } as const;
      const feed = createPolledPrices({
        poll: () => answer({ outcome: { kind: 'rejected', rejection } }),
        sessions: SESSIONS,
        nowMs: () => 150_000,
      });
      const looks = feed.subscribe({ symbols: ['A'], fromMs: 150_000, everyMs: EVERY_MS });
      void looks.look(150_000);
      expect(looks.nextMs).toBe(dueMs);
      expect(feed.subscribe({ symbols: ['B'], fromMs: 151_000, everyMs: EVERY_MS }).nextMs).toBe(
        dueMs,
      );
    },
  );
});

describe('polls that are left out', () => {
  const looked = (): PriceSubscription => {
    const looks = polled(150_300);
    void looks.look(150_300);
    return looks;
  };

  it.each([
    [150_400, 151_300],
    [155_300, 155_300],
    [155_301, 156_300],
  ])('end with the first in step that is not before %i: %i', (untilMs, nextMs) => {
    const looks = looked();
    looks.leaveOut?.(untilMs, 150_300);
    expect(looks.nextMs).toBe(nextMs);
  });

  it('are made again from the next in step on once each is wanted', () => {
    const looks = looked();
    looks.leaveOut?.(170_000, 150_300);
    looks.leaveOut?.(null, 153_500);
    looks.leaveOut?.(null, 153_900);
    expect(looks.nextMs).toBe(154_300);
  });

  it('are none once their time is over', () => {
    const looks = looked();
    looks.leaveOut?.(155_000, 150_300);
    void looks.look(155_300);
    expect(looks.nextMs).toBe(156_300);
  });
});
