import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  aRun,
  CE,
  each,
  EngineRig,
  filled,
  inputsOf,
  moved,
  noticesOf,
  PE,
  refusalsOf,
  RigProblem,
  RUN,
  startedRig,
} from '../../test/support/engine-rig.ts';
import { UnseenRig } from '../../test/support/unseen-rig.ts';
import { type Order } from '../model/orders/order.ts';

const LIMIT = { kind: 'limit', pricePaise: 10_000 } as const;
const TARGET = aLeg({ role: 'target', side: 'buy', terms: { kind: 'limit', pricePaise: 5_000 } });
const ACCEPTED = { kind: 'accepted', orderId: null, detail: '' } as const;

function byHand(order: Order, over: Partial<Order> = {}): Order {
  const blank = { status: 'open', filledUnits: 0, filledValuePaise: 0 } as const;
  return { ...order, ...blank, orderId: 'by-hand', tag: '', side: 'buy', ...over } as const;
}

describe('an order by hand', () => {
  it('that fills against an entry that still works is critical, and of other contracts no word', () => {
    const rig = startedRig();
    const entry = rig.work(aLeg({ terms: LIMIT }));
    rig.work(aLeg({ leg: 'pe', contract: PE, terms: LIMIT }));
    rig.show(filled(byHand(entry), 9_000));
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      `Order by-hand (buy 75 ${CE.symbol}) belongs to no run and fills against an entry of leg "ce" that still works: what it closes is not taken off the leg`,
    ]);
  });

  it('that buys what an entry buys is no word', () => {
    const rig = startedRig();
    const entry = rig.work(aLeg({ side: 'buy', terms: LIMIT }));
    rig.show(filled(byHand(entry), 9_000));
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
  });

  it('that closes two legs is shared: each up to flat, the value by units', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const second = rig.hold(aLeg({ leg: 'second', quantityUnits: 150 }));
    rig.show(filled(byHand(second, { quantityUnits: 225 }), 9_000));
    expect(rig.engine.view().positions).toMatchObject([
      { leg: 'ce', netUnits: 0, realisedPaise: 75_000 },
      { leg: 'second', netUnits: 0, realisedPaise: 150_000 },
    ]);
    expect(noticesOf(rig.effects, 'critical')).toHaveLength(2);
    rig.show(filled(byHand(second, { orderId: 'more', quantityUnits: 75 }), 9_000));
    expect(noticesOf(rig.effects, 'critical')).toHaveLength(2);
  });

  it('of which the price is corrected later is corrected in every leg that it closed', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const second = rig.hold(aLeg({ leg: 'second', quantityUnits: 150 }));
    const order = filled(byHand(second, { quantityUnits: 225 }), 9_000);
    rig.show(order);
    rig.show(moved(order, { filledValuePaise: 225 * 9_100 }));
    expect(rig.engine.view().positions).toMatchObject([
      { leg: 'ce', cashPaise: 67_500 },
      { leg: 'second', cashPaise: 135_000 },
    ]);
  });
});

describe('a leg that is paused', () => {
  it('keeps its exits, and loses what waits, what would add to it, and wishes for new terms', () => {
    const rig = new EngineRig();
    rig.step({ kind: 'run-started', run: aRun(), policies: { foreignOrders: 'pause-leg' } });
    const held = rig.hold(aLeg({ quantityUnits: 225 }));
    const target = rig.work(TARGET);
    const entry = rig.work(aLeg({ quantityUnits: 150, terms: LIMIT }));
    rig.show(moved(target, { status: 'modify-pending' }));
    const terms = { kind: 'limit', pricePaise: 6_000 } as const;
    rig.command({ kind: 'modify', leg: 'ce', role: 'target', terms });
    rig.show(filled(byHand(held, { quantityUnits: 75 }), 9_000));
    expect(rig.engine.view().pausedLegs).toMatchObject([{ runId: RUN, leg: 'ce' }]);
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [entry.orderId] }]);
    rig.show(moved(moved(target, {}), { status: 'open' }));
    rig.pass(1_000);
    expect(rig.sent('modify')).toEqual([]);
    expect(noticesOf(rig.effects, 'critical')[0]).toMatch(
      /the leg is paused, nothing is sent for it/,
    );
  });
});

it('an entry that is held for the operator stays so while its leg is paused', () => {
  const rig = new UnseenRig({ foreignOrders: 'pause-leg' });
  const held = rig.hold(aLeg({ quantityUnits: 150 }));
  const { tag } = rig.send('lost', aLeg({ quantityUnits: 75, terms: LIMIT }));
  rig.look(61);
  rig.show(filled(byHand(held, { quantityUnits: 75 }), 9_000));
  expect(rig.engine.view().pausedLegs).toHaveLength(1);
  expect(rig.stateOf(tag)).toBe('absent');
});

describe('an order that is found after all', () => {
  it('is a word to people where it was unknown', () => {
    const rig = new UnseenRig();
    const element = rig.send('lost');
    rig.show(aRecord(element));
    expect(noticesOf(rig.effects, 'info')).toEqual([
      `Order id-${element.tag} of leg "ce" was unknown and has been found`,
    ]);
  });

  it('is reckoned with from half the quiet period on', () => {
    for (const [seconds, isTold] of [
      [30, false],
      [31, true],
    ] as const) {
      const rig = new UnseenRig();
      const element = rig.send('lost');
      rig.look(seconds);
      rig.show(aRecord(element));
      expect(noticesOf(rig.effects, 'warning').join().includes('counts as absent after')).toBe(
        isTold,
      );
    }
  });

  it('with a second one beside it, where it was held: what is too much is closed', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    const element = rig.send('lost');
    rig.look(61);
    const second = aRecord(element, { orderId: 'second' });
    rig.show(filled(aRecord(element), 10_000), filled(second, 10_000));
    rig.fresh(...rig.book.values());
    expect(rig.answerLast(ACCEPTED)).toMatchObject({ side: 'buy', quantityUnits: 75 });
  });
});

describe('a program that ends', () => {
  it('says so, and is settled with what was seen after the last answer alone', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.pass(1_000);
    rig.fresh(...rig.book.values());
    rig.place(aLeg({ leg: 'pe', contract: PE }));
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing was sent');
    expect(noticesOf(rig.step({ kind: 'winding-down' }))).toEqual([
      'The program is ending: it still sends exits, and stops for what fills; entries, starts and signals are over',
    ]);
    rig.pass(1_000);
    rig.answer(attempt, each([element.tag]));
    rig.quotes();
    expect(rig.engine.isSettled()).toBe(false);
    rig.pass(1_000);
    rig.show(aRecord(element));
    expect(rig.engine.isSettled()).toBe(true);
    expect(noticesOf(rig.effects, 'info')).toHaveLength(1);
  });

  it('is not settled while an exit waits, and is with an entry that waits or an exit that works', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(TARGET);
    rig.step({ kind: 'winding-down' });
    expect(rig.engine.isSettled()).toBe(true);
    rig.place(aLeg({ leg: 'pe', contract: PE }));
    expect(rig.engine.isSettled()).toBe(true);
    rig.nowMs += 60_000;
    rig.step({ kind: 'stalled', fromMs: rig.nowMs - 60_000 });
    rig.command({ kind: 'squareOff', legs: ['ce'], reason: 'r' });
    rig.place(aLeg({ leg: 'ce', role: 'exit', side: 'buy' }));
    expect(rig.engine.isSettled()).toBe(false);
  });
});

describe('a change', () => {
  it('of a leg that is paused, or not there, is refused, and nothing else comes of it', () => {
    const rig = startedRig();
    rig.work(aLeg({ terms: LIMIT }));
    const before = rig.effects.length;
    rig.command({ kind: 'cancel', legs: ['ce', 'x', 'y'], role: null });
    expect(refusalsOf(rig.effects.slice(before))[0]).toContain('found "x", allowed "ce"');
    expect(rig.sent('cancel')).toEqual([]);
    rig.command({ kind: 'modify', leg: 'x', role: 'entry', terms: LIMIT });
    expect(refusalsOf(rig.effects)).toHaveLength(2);
    rig.command({ kind: 'modify', leg: 'ce', role: 'target', terms: LIMIT });
    expect(refusalsOf(rig.effects).at(-1)).toBe(
      'Nothing to modify: found no working target order of leg "ce"',
    );
  });

  it('that meets a square-off of its leg is no warning', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(TARGET);
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'r' });
    rig.command({ kind: 'modify', leg: 'ce', role: 'target', terms: LIMIT });
    expect(noticesOf(rig.effects, 'info').at(-1)).toMatch(
      /^Refused leg "ce": .* being squared off/,
    );
    expect(noticesOf(rig.effects, 'warning')).toEqual([]);
  });

  it('of role and leg cancels no exit of a square-off', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'r' });
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing was sent');
    rig.answer(attempt, each([element.tag]));
    rig.show(aRecord(element));
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    rig.command({ kind: 'cancel', legs: 'all', role: 'exit' });
    expect(rig.sent('cancel')).toEqual([]);
  });
});

it('an order that a run claims later is shown to it with the age of the poll that saw it', () => {
  const record = filled(startedRig().work(aLeg()), 10_000);
  const rig = startedRig();
  rig.show(record);
  rig.pass(700);
  rig.place(aLeg());
  expect(inputsOf(rig.effects).at(-1)).toMatchObject({
    kind: 'orders-observed',
    seen: { observedAtMs: rig.nowMs, ageMsMax: 700 },
  });
  expect(rig.engine.view().intents).toMatchObject([{ orders: [{ orderId: record.orderId }] }]);
  rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
});
