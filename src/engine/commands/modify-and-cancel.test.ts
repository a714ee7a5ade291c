import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  CE,
  each,
  filled,
  moved,
  noticesOf,
  refusalsOf,
  REFUSED,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { type Command } from '../../model/orders/command.ts';
import { type OrderTerms } from '../../model/orders/order.ts';

const STOP_TERMS: OrderTerms = { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 13_500 };
const STOP = aLeg({ role: 'stop', side: 'buy', terms: STOP_TERMS });
const TIGHTER: OrderTerms = { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_500 };

function modifyTo(terms: OrderTerms): Command {
  return { kind: 'modify', leg: 'ce', role: 'stop', terms };
}

describe('modify', () => {
  it('reaches the working order of the leg and role', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(modifyTo(TIGHTER));
    expect(rig.sent('modify')).toMatchObject([
      { elements: [{ orderId: stop.orderId, terms: TIGHTER }] },
    ]);
  });

  it('that meets a square-off of its leg is refused without an alarm', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(STOP);
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' }, modifyTo(TIGHTER));
    expect(refusalsOf(rig.effects)).toEqual([
      'Leg "ce" is being squared off: found modify, allowed none until flat',
    ]);
    expect(noticesOf(rig.effects, 'warning')).toEqual([]);
  });

  it('waits until the order is acknowledged', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.place(STOP);
    const [place] = rig.sent('place');
    const [element] = place?.request.elements ?? [];
    if (place === undefined || element === undefined) throw new RigProblem('nothing sent');
    rig.command(modifyTo(TIGHTER));
    rig.answer(place, each([element.tag]));
    const stop = aRecord(element, { status: 'place-pending' });
    rig.show(stop);
    expect(rig.sent('modify')).toEqual([]);
    rig.show(moved(stop, { status: 'trigger-pending' }));
    expect(rig.sent('modify')).toMatchObject([{ elements: [{ terms: TIGHTER }] }]);
  });

  it.each(['modify-pending', 'cancel-pending'] as const)(
    'waits while its order is %s',
    (status) => {
      const rig = startedRig();
      rig.hold(aLeg());
      const stop = moved(rig.work(STOP), { status });
      rig.show(stop);
      rig.command(modifyTo(TIGHTER));
      expect(rig.sent('modify')).toEqual([]);
      rig.show(moved(stop, { status: 'trigger-pending' }));
      expect(rig.sent('modify')).toHaveLength(1);
    },
  );

  it('sends the newest wish once the one under way is answered', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(modifyTo(TIGHTER));
    const [first] = rig.sent('modify');
    const last: OrderTerms = { ...TIGHTER, limitPricePaise: 12_600 };
    rig.command(modifyTo({ ...TIGHTER, limitPricePaise: 12_550 }), modifyTo(last));
    expect(rig.sent('modify')).toEqual([]);
    if (first === undefined) return;
    rig.answer(first, each([stop.orderId]));
    expect(rig.sent('modify')).toMatchObject([{ elements: [{ terms: last }] }]);
  });

  it('tells the run of a rejection and does not insist', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(STOP);
    rig.command(modifyTo(TIGHTER));
    const [modify] = rig.sent('modify');
    if (modify === undefined) throw new RigProblem('nothing sent');
    rig.answer(modify, REFUSED);
    rig.pass(60_000);
    expect(refusalsOf(rig.effects)).toEqual(['Modify not sent: connection refused']);
    expect(rig.sent('modify')).toEqual([]);
  });

  it('repeats a modify without an answer only after a later poll shows the old terms', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(modifyTo(TIGHTER));
    const [modify] = rig.sent('modify');
    if (modify === undefined) throw new RigProblem('nothing sent');
    rig.answer(modify, TIMEOUT);
    rig.pass(10_000);
    expect(rig.sent('modify')).toEqual([]);
    rig.show(moved(stop, {}));
    expect(rig.sent('modify')).toHaveLength(1);
  });

  it('is content when a poll shows that a modify without an answer took effect', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(modifyTo(TIGHTER));
    const [modify] = rig.sent('modify');
    if (modify === undefined) throw new RigProblem('nothing sent');
    rig.answer(modify, TIMEOUT);
    rig.pass(10_000);
    rig.show(moved(stop, { terms: TIGHTER }));
    rig.pass(10_000);
    rig.show();
    expect(rig.sent('modify')).toEqual([]);
  });

  it('cancels and places anew what cannot be modified any more', () => {
    const rig = startedRig({ limits: { modificationsMax: 1 } });
    rig.hold(aLeg());
    let stop = rig.work(STOP);
    rig.command(modifyTo(TIGHTER));
    const [modify] = rig.sent('modify');
    if (modify === undefined) throw new RigProblem('nothing sent');
    rig.answer(modify, each([stop.orderId]));
    stop = moved(stop, { terms: TIGHTER });
    rig.show(stop);
    const last: OrderTerms = { ...TIGHTER, triggerPricePaise: 11_000 };
    rig.command(modifyTo(last));
    rig.pass(1);
    expect(rig.attempts().at(-1)).toMatchObject({ kind: 'cancel', orderIds: [stop.orderId] });
    rig.show(moved(stop, { status: 'cancelled' }));
    expect(rig.sent('place')).toMatchObject([
      { request: { elements: [{ terms: last, quantityUnits: 75, side: 'buy' }] } },
    ]);
  });

  it('that is rejected leaves the terms that the platform took last, for the next order too', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command(modifyTo(TIGHTER));
    rig.settle();
    const tighter = moved(stop, { terms: TIGHTER });
    rig.show(tighter);
    expect(rig.engine.view().intents.at(-1)).toMatchObject({ role: 'stop', terms: TIGHTER });
    rig.command(modifyTo({ ...TIGHTER, triggerPricePaise: 11_000 }));
    rig.settle({ kind: 'rejected', detail: 'price band' });
    expect(refusalsOf(rig.effects)).toEqual(['Modify rejected by the platform: price band']);
    rig.sent('place');
    rig.show(moved(tighter, { status: 'cancelled' }));
    expect(rig.sent('place')).toMatchObject([{ request: { elements: [{ terms: TIGHTER }] } }]);
  });

  describe('of an entry that can be modified no more', () => {
    const LIMIT = { kind: 'limit', pricePaise: 10_000 } as const;
    const DEARER = { kind: 'limit', pricePaise: 10_100 } as const;

    function exhausted() {
      const rig = startedRig({ limits: { modificationsMax: 0 } });
      const entry = filled(rig.work(aLeg({ quantityUnits: 225, terms: LIMIT })), 10_000, 75);
      rig.show(entry);
      rig.command({ kind: 'modify', leg: 'ce', role: 'entry', terms: DEARER });
      rig.pass(1);
      expect(rig.sent('cancel')).toMatchObject([{ orderIds: [entry.orderId] }]);
      return { rig, cancelled: moved(entry, { status: 'cancelled' }) };
    }

    it('places what has not filled anew on those terms', () => {
      const { rig, cancelled } = exhausted();
      rig.show(cancelled);
      rig.fresh(...rig.book.values());
      expect(rig.sent('place')).toMatchObject([
        { request: { elements: [{ terms: DEARER, quantityUnits: 150, side: 'sell' }] } },
      ]);
      expect(rig.engine.view().intents.at(-1)).toMatchObject({ origin: 'replacement' });
    });

    it('places nothing where it has filled meanwhile, is cancelled, or its leg is squared off', () => {
      const quiet = (end: (of: ReturnType<typeof exhausted>) => void): void => {
        const of = exhausted();
        end(of);
        of.rig.fresh(...of.rig.book.values());
        const entries = of.rig.sent('place').flatMap(({ request }) => request.elements);
        expect(entries.filter(({ side }) => side === 'sell')).toEqual([]);
      };
      quiet(({ rig, cancelled }) => rig.show(filled(cancelled, 10_000)));
      quiet(({ rig, cancelled }) => {
        rig.command({ kind: 'cancel', legs: 'all', role: null });
        rig.show(cancelled);
      });
      quiet(({ rig, cancelled }) => {
        rig.command({ kind: 'squareOff', legs: 'all', reason: 'end' });
        rig.show(cancelled);
      });
    });
  });

  it('refuses what is not a price, and legs that are not there', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(STOP);
    rig.command(modifyTo({ ...TIGHTER, limitPricePaise: 12_501 }));
    rig.command({ kind: 'modify', leg: 'cf', role: 'stop', terms: TIGHTER });
    rig.command({ kind: 'modify', leg: 'ce', role: 'target', terms: TIGHTER });
    expect(refusalsOf(rig.effects)).toEqual([
      `Price of ${CE.symbol}: found 12501 paise, allowed multiples of the tick, 5 paise`,
      'The run has no such leg: found "cf", allowed "ce" (did you mean "ce"?)',
      'Nothing to modify: found no working target order of leg "ce"',
    ]);
    expect(rig.sent('modify')).toEqual([]);
  });
});

describe('cancel', () => {
  it('reaches only the named role', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.command({ kind: 'cancel', legs: ['ce'], role: 'target' });
    expect(rig.sent('cancel')).toEqual([]);
    rig.command({ kind: 'cancel', legs: 'all', role: 'stop' });
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [stop.orderId] }]);
  });

  it('drops an order that was not sent yet, and tells the run', () => {
    const rig = startedRig();
    rig.place(aLeg());
    rig.command({ kind: 'cancel', legs: ['ce'], role: null });
    rig.fresh();
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects)).toEqual(['Not sent: cancelled before']);
  });

  it('refuses a leg that the run never used', () => {
    const rig = startedRig();
    rig.command({ kind: 'cancel', legs: ['ce'], role: null });
    expect(refusalsOf(rig.effects)).toEqual([
      'The run has no such leg: found "ce", allowed none yet',
    ]);
  });

  it('sends ids in calls of at most ten', () => {
    const rig = startedRig({
      limits: { messagesPerSecondMax: 30, messagesKeptForExits: 0, duplicateWithinMs: 0 },
    });
    const legs = Array.from({ length: 12 }, (_, index) => aLeg({ leg: `l${String(index)}` }));
    for (const leg of legs) rig.work(leg);
    rig.pass(2_000);
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    expect(rig.sent('cancel').map(({ orderIds }) => orderIds.length)).toEqual([10, 2]);
  });
});
