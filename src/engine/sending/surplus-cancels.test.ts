import { describe, expect, it } from 'vitest';

import { aDesk, shownAs, working } from '../../../test/support/desk-rig.ts';
import { attemptsOf, RUN } from '../../../test/support/engine-rig.ts';
import { type Desk } from '../desk.ts';
import { cancelWish, type Intent } from '../intents/intent.ts';
import { dueCancels, dueSurplusCancels, sendCancels, sendSurplusCancels } from './send-changes.ts';

describe('cancels of what would fill too much', () => {
  /** An entry with two working orders under its tag, of which the second is too much. */
  function surplus(): { readonly desk: Desk; readonly intent: Intent } {
    const desk = aDesk();
    const intent = working(desk);
    shownAs(intent, { orderId: 'second' });
    desk.surplus.add(intent);
    return { desk, intent };
  }

  it('are urgent the first time, repeat themselves, and later each time', () => {
    const { desk, intent } = surplus();
    const fromMs = desk.nowMs;
    const sentAfterMs: number[] = [];
    for (let second = 0; second < 60; second += 1) {
      desk.nowMs = fromMs + second * 1_000;
      for (const what of ['urgent', 'steady'] as const) {
        const cancels = dueSurplusCancels(desk, what);
        if (cancels.length === 0) continue;
        expect(cancels).toMatchObject([{ orderId: 'second', intent }]);
        expect(what).toBe(second === 0 ? 'urgent' : 'steady');
        sendSurplusCancels(desk, cancels, what);
        sentAfterMs.push(second * 1_000);
      }
    }
    expect(sentAfterMs).toEqual([0, 5_000, 15_000, 35_000, 55_000]);
  });

  it('are answered like any other', () => {
    const { desk } = surplus();
    sendSurplusCancels(desk, dueSurplusCancels(desk, 'urgent'), 'urgent');
    expect(attemptsOf(desk.outbox.take())).toMatchObject([{ kind: 'cancel' }]);
    expect([...desk.attempts.closeAll()]).toMatchObject([['a0', { kind: 'cancel' }]]);
  });

  it('are urgent each time where an exit of the leg waits for them', () => {
    const { desk } = surplus();
    const about = { reason: '', startedAtMs: 0, isTold: true, isOverdueNoticed: false };
    desk.squareOffs.add({ runId: RUN, scope: ['ce'], origin: 'strategy', ...about });
    sendSurplusCancels(desk, dueSurplusCancels(desk, 'urgent'), 'urgent');
    desk.nowMs += 5_000;
    expect(dueSurplusCancels(desk, 'steady')).toEqual([]);
    expect(dueSurplusCancels(desk, 'urgent')).toHaveLength(1);
  });
});

it('a cancel that was sent counts its tries from one', () => {
  const desk = aDesk();
  const intent = Object.assign(working(desk), { cancel: cancelWish() });
  sendCancels(desk, dueCancels(desk, 'urgent'), 'urgent');
  expect(intent.cancel).toMatchObject({ sentAtMs: desk.nowMs, isUnderWay: true, tries: 1 });
});
