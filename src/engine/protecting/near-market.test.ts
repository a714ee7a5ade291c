import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRun,
  CE,
  EngineRig,
  filled,
  HEDGE,
  noticesOf,
  PE,
  refusalsOf,
  REFUSED,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { protection, STOP } from '../../../test/support/stop-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';

/** The ask of a call at 10,000. */
const ASK_PAISE = 10_005;
const BID_PAISE = 9_995;
const LIMIT = { kind: 'limit', pricePaise: 11_000 } as const;

describe('an exit beside a stop', () => {
  it.each<[string, 'closing' | 'placing', LegOrder['terms']]>([
    ['through the market', 'closing', { kind: 'marketable', bufferPercent: null }],
    ['at the ask', 'closing', { kind: 'limit', pricePaise: ASK_PAISE }],
    ['above the ask', 'closing', { kind: 'limit', pricePaise: ASK_PAISE + 5 }],
    ['below the ask', 'placing', { kind: 'limit', pricePaise: ASK_PAISE - 5 }],
  ])('of a short %s leaves it %s', (_, state, terms) => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(aLeg({ role: 'exit', side: 'buy', terms }));
    rig.place(STOP);
    expect(protection(rig).state).toBe(state);
  });

  it.each([
    [BID_PAISE, 'closing'],
    [BID_PAISE - 5, 'closing'],
    [BID_PAISE + 5, 'placing'],
  ] as const)('of a long at %i leaves it %s', (pricePaise, state) => {
    const rig = startedRig();
    rig.hold(aLeg({ side: 'buy' }));
    rig.work(aLeg({ role: 'exit', side: 'sell', terms: { kind: 'limit', pricePaise } }));
    const terms = { kind: 'stop', triggerPricePaise: 7_000, limitPricePaise: 6_440 } as const;
    rig.place({ ...STOP, side: 'sell', terms });
    expect(protection(rig).state).toBe(state);
  });

  it('in another contract of the leg leaves the stop alone', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.hold(aLeg({ contract: PE }));
    rig.work(aLeg({ contract: PE, role: 'exit', side: 'buy' }));
    rig.place(STOP);
    expect(protection(rig)).toMatchObject({ state: 'placing', heldUnits: 75 });
    expect(rig.sent('place').flatMap(({ request }) => request.elements)).toHaveLength(1);
    expect(rig.sent('cancel')).toEqual([]);
  });
});

describe('changes of terms', () => {
  it('are messages like others: what is too much for a second waits', () => {
    const rig = startedRig({ limits: { messagesPerSecondMax: 2, messagesKeptForExits: 1 } });
    rig.work(aLeg({ terms: LIMIT }));
    rig.pass(2_000);
    rig.fresh(...rig.book.values());
    rig.work(aLeg({ leg: 'pe', contract: PE, terms: LIMIT }));
    rig.pass(2_000);
    const terms = { kind: 'limit', pricePaise: 10_900 } as const;
    rig.command({ kind: 'modify', leg: 'ce', role: 'entry', terms });
    rig.command({ kind: 'modify', leg: 'pe', role: 'entry', terms });
    expect(rig.sent('modify')).toHaveLength(1);
    rig.settle();
    rig.pass(999);
    expect(rig.sent('modify')).toEqual([]);
    rig.pass(1);
    expect(rig.sent('modify')).toHaveLength(1);
  });

  it('of an exit are not made from a price that is old', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'r' });
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    const [entry] = rig.book.values();
    rig.settle();
    if (element !== undefined && entry !== undefined) {
      const blank = { filledUnits: 0, filledValuePaise: 0, status: 'open' } as const;
      rig.show({ ...entry, ...element, ...blank, orderId: 'exit' });
    }
    rig.quotes(aQuote(CE, 12_000));
    rig.pass(5_001);
    rig.pass(1_000);
    expect(rig.sent('modify')).toEqual([]);
    rig.quotes(aQuote(CE, 12_000));
    expect(rig.sent('modify')).toHaveLength(1);
  });
});

describe('polls that cannot leave', () => {
  it.each([
    [true, '. Something is open or working: look at it on the platform'],
    [false, ''],
  ])('say so where something is held: %s', (isHeld, words) => {
    const rig = startedRig();
    if (isHeld) rig.hold(aLeg());
    const { nowMs: startedAtMs } = rig;
    rig.step({ kind: 'poll-ended', startedAtMs, subject: 'orders', outcome: REFUSED });
    expect(noticesOf(rig.effects, isHeld ? 'critical' : 'warning').at(-1)).toBe(
      `Poll of orders failed (entries are blocked once the data is stale, exits are not): connection refused${words}`,
    );
  });

  it('are a warning while an answer is only late', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const { nowMs: startedAtMs } = rig;
    rig.step({ kind: 'poll-ended', startedAtMs, subject: 'orders', outcome: TIMEOUT });
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
    expect(noticesOf(rig.effects, 'warning')).toHaveLength(1);
  });
});

describe('what is held from an earlier day', () => {
  const held = { openValuePaise: 750_000, lastPaise: 10_000 };

  it('takes no intraday entry under its leg, which names what is held, until it is flat', () => {
    const rig = new EngineRig();
    const carried = [
      { leg: 'ce', contract: CE, netUnits: -75, ...held },
      { leg: 'ce', contract: PE, netUnits: -150, ...held },
    ];
    rig.step({ kind: 'run-started', run: aRun(), carried });
    rig.fresh();
    rig.place(aLeg());
    expect(refusalsOf(rig.effects)[0]).toBe(
      `Leg "ce" holds -75 units of ${CE.symbol} from an earlier day: found an entry that is intraday, allowed carry-forward, or another leg`,
    );
    rig.place(aLeg({ leg: 'new' }));
    expect(rig.sent('place')).toHaveLength(1);
  });

  it.each([
    ['shorts that longs cover', [-75, 75], 1],
    ['shorts that longs cover in part', [-150, 75], 0],
    ['longs alone', [75, 75], 0],
    ['shorts alone', [-75, -75], 0],
  ] as const)('is watched as a basket where it is %s', (_, [first, second], count) => {
    const rig = new EngineRig();
    const carried = [
      { leg: 'ce', contract: CE, netUnits: first, ...held },
      { leg: 'hedge', contract: HEDGE, netUnits: second, ...held },
    ];
    rig.step({ kind: 'run-started', run: aRun(), carried });
    rig.pass(1_000);
    expect(rig.engine.view().baskets).toHaveLength(count);
    const exit = aLeg({ role: 'exit', side: first < 0 ? 'buy' : 'sell', product: 'carry-forward' });
    rig.fresh();
    rig.show(filled(rig.work({ ...exit, quantityUnits: Math.abs(first) }), 10_000));
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: 0 }, { netUnits: second }]);
  });
});
