import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk, planned, shownAs } from '../../../test/support/desk-rig.ts';
import { noticesOf } from '../../../test/support/engine-rig.ts';
import { type Intent } from './intent.ts';
import { sightOrder } from './sight-order.ts';

/** What is said of an order that is seen now, and how long it was late by the last clean list before it. */
function seen(over: Partial<Intent>, createdAtMs: number, cleanAtMs: number) {
  const desk = aDesk();
  const intent = Object.assign(planned(desk), { state: 'accepted', ...over });
  desk.doubts.lastCleanAtMs = cleanAtMs;
  leftDesk(desk);
  sightOrder(desk, intent, shownAs(intent, { createdAtMs }));
  return { lagMs: desk.doubts.longestLagMs, told: noticesOf(leftDesk(desk)), desk };
}

describe('an order that a poll shows for the first time', () => {
  it('was late by the last clean list that did not show it', () => {
    expect(seen({ sentAtMs: 1_000, firstSentAtMs: 1_000 }, 1_500, 4_000).lagMs).toBe(3_000);
    expect(seen({ sentAtMs: 5_000, firstSentAtMs: 5_000 }, 5_500, 4_000).lagMs).toBe(0);
  });

  it('was sent first where it was created before it was sent once more', () => {
    const twice = { sentAtMs: 9_000, firstSentAtMs: 1_000 };
    expect(seen(twice, 8_999, 11_000).lagMs).toBe(10_000);
    expect(seen(twice, 9_000, 11_000).lagMs).toBe(2_000);
  });

  it('that was never sent says nothing of how late the platform is', () => {
    expect(seen({ sentAtMs: null, firstSentAtMs: null }, 5, 9_000).lagMs).toBe(0);
    expect(seen({ sentAtMs: null, firstSentAtMs: 1_000 }, 5, 9_000).lagMs).toBe(0);
  });

  it('so late that absence must be proven for longer is a warning, in whole seconds', () => {
    const { told } = seen({ sentAtMs: 0, firstSentAtMs: 0 }, 0, 40_499);
    expect(told).toEqual([
      expect.stringContaining(
        'was not shown for 40 s after it was sent: from now on an order counts as absent after 121 s, not 60',
      ),
    ]);
    expect(seen({ sentAtMs: 0, firstSentAtMs: 0 }, 0, 30_000).told).toEqual([]);
  });
});
