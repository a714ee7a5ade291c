import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  filled,
  moved,
  noticesOf,
  PE,
  REFUSED,
  RigProblem,
} from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';
import { type Order } from '../../model/orders/order.ts';
import { type PlaceElement } from '../../ports/orders.ts';

const ACCEPTED = { kind: 'accepted', orderId: null, detail: '' } as const;
const SQUARE_OFF = { kind: 'squareOff', legs: 'all', reason: '15:10' } as const;

/** Two records under one tag, the second as `second` makes it. */
function twice(rig: UnseenRig, second: (order: Order) => Order): PlaceElement {
  const element = rig.send(ACCEPTED);
  rig.show(filled(aRecord(element), 10_000));
  rig.show(second(aRecord(element, { orderId: 'second' })));
  rig.fresh(...rig.book.values());
  return element;
}

function held(rig: UnseenRig): readonly number[] {
  return rig.engine.view().positions.map(({ netUnits }) => netUnits);
}

describe('two orders under one tag', () => {
  it('are an alarm and nothing else by default', () => {
    const rig = new UnseenRig();
    twice(rig, (order) => filled(order, 10_000));
    expect(noticesOf(rig.effects, 'critical')).toHaveLength(1);
    expect(noticesOf(rig.effects, 'critical')[0]).toContain('Duplicate: Two orders carry');
    expect(held(rig)).toEqual([-150]);
    expect(rig.sent('place')).toEqual([]);
    expect(rig.sent('cancel')).toEqual([]);
  });

  it('say nothing of how late the platform shows what is sent', () => {
    const rig = new UnseenRig();
    const element = rig.send(ACCEPTED);
    rig.show(filled(aRecord(element), 10_000));
    rig.look(900);
    rig.show(filled(aRecord(element, { orderId: 'second' }), 10_000));
    expect(noticesOf(rig.effects, 'warning').join()).not.toContain('counts as absent after');
  });

  it('are brought back to one: what the second filled is closed, and nothing more', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    twice(rig, (order) => filled(order, 10_000));
    const exit = rig.answerLast(ACCEPTED);
    expect(exit).toMatchObject({ side: 'buy', quantityUnits: 75, extraTags: { role: 'exit' } });
    expect(rig.engine.view().intents).toMatchObject([{ origin: 'command' }, { origin: 'surplus' }]);
    rig.show(filled(aRecord(exit), 10_000));
    rig.look(20);
    expect(held(rig)).toEqual([-75]);
    expect(rig.sent('place')).toEqual([]);
  });

  it('are brought back to one: the second is cancelled while it works', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    twice(rig, (order) => order);
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: ['second'] }]);
    rig.look(4);
    expect(rig.sent('cancel')).toEqual([]);
    rig.look(2);
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: ['second'] }]);
    const second = rig.book.get('second');
    if (second === undefined) throw new RigProblem('nothing was sent');
    rig.show(moved(second, { status: 'cancelled', filledUnits: 75, filledValuePaise: 750_000 }));
    rig.fresh(...rig.book.values());
    expect(rig.answerLast(ACCEPTED)).toMatchObject({ side: 'buy', quantityUnits: 75 });
  });

  it('keep the first where both work, and the second where the first was rejected', () => {
    const both = new UnseenRig({ duplicates: 'flatten-extra' });
    const element = both.send(ACCEPTED);
    both.show(aRecord(element), aRecord(element, { orderId: 'second' }));
    expect(both.sent('cancel')).toMatchObject([{ orderIds: ['second'] }]);
    const one = new UnseenRig({ duplicates: 'flatten-extra' });
    const other = one.send(ACCEPTED);
    one.show(
      aRecord(other, { status: 'rejected' }),
      aRecord(other, { orderId: 'second', updatedAtMs: 1 }),
    );
    one.look(10);
    expect(one.sent('cancel')).toEqual([]);
  });

  it('never open the other way: what was closed meanwhile is not closed again', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    rig.hold(aLeg());
    rig.command(SQUARE_OFF);
    const exit = rig.answerLast(ACCEPTED);
    rig.show(filled(aRecord(exit), 10_000));
    expect(held(rig)).toEqual([0]);
    const [entry] = rig.book.values();
    if (entry === undefined) throw new RigProblem('nothing was sent');
    rig.show({ ...entry, orderId: 'second', filledUnits: 0, filledValuePaise: 0, status: 'open' });
    rig.look(10);
    expect(rig.sent('place')).toEqual([]);
  });

  it('of an exit do not leave the leg the other way round', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    rig.hold(aLeg());
    const exit = rig.send(ACCEPTED, aLeg({ role: 'exit', side: 'buy' }));
    rig.show(filled(aRecord(exit), 9_000), filled(aRecord(exit, { orderId: 'second' }), 9_000));
    expect(held(rig)).toEqual([75]);
    rig.fresh(...rig.book.values());
    expect(rig.answerLast(ACCEPTED)).toMatchObject({ side: 'sell', quantityUnits: 75 });
  });

  it('are closed again, later, when the exit that should close them is rejected', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    twice(rig, (order) => filled(order, 10_000));
    rig.answerLast({ kind: 'rejected', detail: 'margin' });
    rig.look(4);
    expect(rig.sent('place')).toEqual([]);
    rig.look(2);
    expect(rig.answerLast(ACCEPTED)).toMatchObject({ side: 'buy', quantityUnits: 75 });
  });

  it('are closed again at most every 80 s', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    twice(rig, (order) => filled(order, 10_000));
    const waitsMs: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      rig.answerLast({ kind: 'rejected', detail: 'margin' });
      const fromMs = rig.nowMs;
      const { length } = rig.attempts();
      while (rig.attempts().length === length) {
        rig.pass(1_000);
        rig.fresh(...rig.book.values());
      }
      waitsMs.push(rig.nowMs - fromMs);
    }
    expect(waitsMs).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 80_000]);
  });
});

describe('what an exit covers already', () => {
  it('is not closed a second time', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    twice(rig, (order) => filled(order, 10_000));
    rig.answerLast({ kind: 'rejected', detail: 'margin' });
    const exit = aLeg({ role: 'exit', side: 'buy', quantityUnits: 150 });
    rig.show(aRecord(rig.send(ACCEPTED, exit)));
    const intents = rig.engine.view().intents.length;
    rig.look(30);
    expect(rig.engine.view().intents).toHaveLength(intents);
  });
});

describe('an order that was taken for over and appears', () => {
  const ways: Readonly<Record<string, (rig: UnseenRig) => PlaceElement>> = {
    rejected: (rig) => {
      rig.fresh();
      rig.place(aLeg());
      const [attempt] = rig.sent('place');
      const [element] = attempt?.request.elements ?? [];
      if (attempt === undefined || element === undefined) throw new RigProblem('nothing was sent');
      rig.answer(attempt, REFUSED);
      return element;
    },
    'refused by the operator': (rig) => {
      const element = rig.send('lost');
      rig.resolve(element.tag, 'absent');
      return element;
    },
  };

  it.each(Object.keys(ways))('%s: is an alarm, is booked, and is closed if asked for', (name) => {
    for (const duplicates of ['alert', 'flatten-extra'] as const) {
      const rig = new UnseenRig({ duplicates });
      const element = ways[name]?.(rig);
      if (element === undefined) throw new RigProblem('nothing was sent');
      rig.pass(8_000);
      rig.show(filled(aRecord(element), 10_000));
      rig.fresh(...rig.book.values());
      expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('Duplicate: ');
      expect(held(rig)).toEqual([-75]);
      const closing = rig.sent('place').flatMap(({ request }) => request.elements);
      expect(closing.map(({ side }) => side)).toEqual(duplicates === 'alert' ? [] : ['buy']);
    }
  });

  it('as an exit that was given up: the one too many is cancelled', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    rig.hold(aLeg());
    rig.command(SQUARE_OFF);
    const first = rig.answerLast('lost');
    rig.look(61);
    const second = rig.answerLast(ACCEPTED);
    rig.show(aRecord(first), aRecord(second));
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [`id-${first.tag}`] }]);
  });

  it('as an exit that has filled: the exit in its place is cancelled, and nothing is opened', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    rig.hold(aLeg());
    rig.command(SQUARE_OFF);
    const first = rig.answerLast('lost');
    rig.look(61);
    const second = aRecord(rig.answerLast(ACCEPTED));
    const intents = rig.engine.view().intents.length;
    rig.show(filled(aRecord(first), 10_000), second);
    expect(held(rig)).toEqual([0]);
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [second.orderId] }]);
    expect(rig.engine.view().intents).toHaveLength(intents);
    rig.show(filled(second, 10_000));
    rig.fresh(...rig.book.values());
    expect(rig.answerLast(ACCEPTED)).toMatchObject({ side: 'sell', quantityUnits: 75 });
  });

  it('twice as an exit: another exit that would close one unit too many is cancelled', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    const entry = rig.work(aLeg({ quantityUnits: 225 }));
    rig.show(filled(entry, 10_000, 224));
    const terms = { kind: 'limit', pricePaise: 5_000 } as const;
    const exit = rig.send(ACCEPTED, aLeg({ role: 'exit', side: 'buy' }));
    const target = aRecord(rig.send(ACCEPTED, aLeg({ role: 'target', side: 'buy', terms })));
    rig.show(target, filled(aRecord(exit), 9_000));
    expect(rig.sent('cancel')).toEqual([]);
    rig.show(filled(aRecord(exit, { orderId: 'second' }), 9_000));
    expect(held(rig)).toEqual([-74]);
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [target.orderId] }]);
  });

  it('after it was sent once more: the second is one too many', () => {
    const rig = new UnseenRig({ absentEntries: 'resend-once', duplicates: 'flatten-extra' });
    const element = rig.send('lost');
    rig.look(61);
    rig.fresh();
    rig.answerLast(ACCEPTED);
    rig.show(filled(aRecord(element), 10_000));
    expect(noticesOf(rig.effects, 'critical').join('\n')).not.toContain('Duplicate');
    rig.show(filled(aRecord(element, { orderId: 'late' }), 10_000));
    rig.fresh(...rig.book.values());
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('Duplicate: ');
    expect(rig.answerLast(ACCEPTED)).toMatchObject({ side: 'buy', quantityUnits: 75 });
  });
});

describe('units that may still fill', () => {
  it('count both of two working orders under one tag: no exit may cover what is not held', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg({ quantityUnits: 150 }));
    const exit = rig.send(ACCEPTED, aLeg({ role: 'exit', side: 'buy' }));
    rig.show(aRecord(exit), aRecord(exit, { orderId: 'second' }));
    rig.place(aLeg({ role: 'exit', side: 'buy' }), aLeg({ leg: 'pe', contract: PE }));
    rig.fresh(...rig.book.values());
    const [batch] = rig.sent('place');
    expect(batch?.request.elements.map(({ symbol }) => symbol)).toEqual([PE.symbol]);
  });
});
