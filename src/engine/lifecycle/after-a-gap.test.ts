import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  at,
  CE,
  type EngineRig,
  filled,
  noticesOf,
  PE,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { type Order } from '../../model/orders/order.ts';

const GAPS: Record<string, (rig: EngineRig) => void> = {
  'a restart': (rig) => {
    rig.nowMs += 60_000;
    rig.step({ kind: 'restarted', lastAtMs: rig.nowMs - 60_000 });
  },
  'polls that failed': (rig) => {
    for (let polls = 0; polls < 5; polls += 1) {
      rig.pass(5_000);
      const startedAtMs = rig.nowMs;
      rig.step({ kind: 'poll-ended', startedAtMs, subject: 'orders', outcome: TIMEOUT });
    }
  },
};

/**
 * A leg with a stop; the attempt of a second leg had no answer when the gap began.
 *
 * @throws {Error} when nothing was sent
 */
function before(): { rig: EngineRig; entry: Order; stop: Order; unanswered: Order } {
  const rig = startedRig();
  const entry = rig.hold(aLeg({ quantityUnits: 150 }));
  const terms = { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_500 } as const;
  const stop = rig.work(aLeg({ role: 'stop', side: 'buy', quantityUnits: 150, terms }));
  rig.pass(2_000);
  rig.fresh(...rig.book.values());
  rig.sent('place');
  rig.place(aLeg({ leg: 'pe', contract: PE }));
  const [element] = rig.sent('place')[0]?.request.elements ?? [];
  if (element === undefined) throw new RigProblem('nothing sent');
  return { rig, entry, stop, unanswered: aRecord(element) };
}

describe.each(Object.entries(GAPS))('the first list after %s', (_, gap) => {
  it('is worked in whole: fills, orders found, orders of others', () => {
    const { rig, entry, stop, unanswered } = before();
    gap(rig);
    const byHand = {
      ...entry,
      orderId: 'by-hand',
      tag: '',
      side: 'buy',
      quantityUnits: 75,
    } as const;
    rig.orders(
      { ...filled(byHand, 9_000), filledUnits: 75 },
      entry,
      filled(stop, 12_000, 75),
      filled(unanswered, 8_000),
    );
    const { positions, intents, halt } = rig.engine.view();
    expect(positions).toMatchObject([
      { leg: 'ce', netUnits: 0 },
      { leg: 'pe', netUnits: -75 },
    ]);
    expect(intents.at(-1)).toMatchObject({ leg: 'pe', filledUnits: 75 });
    expect(halt.state).toBe('active');
    expect(rig.sent('cancel').flatMap(({ orderIds }) => orderIds)).toEqual([stop.orderId]);
  });

  it('still measures by the lists before it: a shorter one carries no entry', () => {
    const { rig, entry } = before();
    gap(rig);
    rig.orders(entry);
    expect(rig.engine.view().lastGoodPolls.ordersAtMs ?? at('09:00')).toBeLessThan(rig.nowMs);
  });

  it('tells at once of an order of ours that no intent has', () => {
    const { rig, entry, stop } = before();
    gap(rig);
    const orphan = { ...stop, orderId: 'orphan', tag: 'spzzzzzzzzzzzzzzzz', symbol: CE.symbol };
    rig.orders(entry, stop, orphan);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('Order orphan');
  });
});
