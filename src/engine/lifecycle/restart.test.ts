import { describe, expect, it } from 'vitest';

import {
  aCalendar,
  aLeg,
  aRecord,
  each,
  filled,
  inputsOf,
  noticesOf,
  pollsOf,
  refusalsOf,
  RigProblem,
  RUN,
} from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';
import { Engine } from '../engine.ts';

const SQUARE_OFF = { kind: 'squareOff', legs: 'all', reason: '15:10' } as const;
const EXIT = aLeg({ role: 'exit', side: 'buy' });
const STOP = aLeg({
  role: 'stop',
  side: 'buy',
  terms: { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 13_500 },
});
const LOWER = { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_500 } as const;
const ACCEPTED = { kind: 'accepted', orderId: null, detail: '' } as const;

/** Places an entry that is never answered. */
function sending(rig: UnseenRig): { readonly attemptId: string; readonly tag: string } {
  rig.fresh();
  rig.place(aLeg());
  const [attempt] = rig.sent('place');
  const [element] = attempt?.request.elements ?? [];
  expect(element).toBeDefined();
  return { attemptId: attempt?.attemptId ?? '', tag: element?.tag ?? '' };
}

describe('an order that was being sent when the process ended', () => {
  it('is unknown, is not sent again, and is looked for from then on', () => {
    const rig = new UnseenRig();
    const { tag } = sending(rig);
    rig.restart(30_000);
    expect(rig.stateOf(tag)).toBe('unknown');
    rig.look(60);
    rig.fresh();
    expect(rig.stateOf(tag)).toBe('unknown');
    expect(rig.sent('place')).toEqual([]);
    rig.look(1);
    expect(rig.stateOf(tag)).toBe('absent');
  });

  it('is looked up by its tag again where a look-up was under way', () => {
    const rig = new UnseenRig();
    const { tag } = rig.send('lost');
    const asked = pollsOf(rig.pass(5_000)).map(({ subject }) => subject);
    expect(asked).toContain('orders-of-tag');
    rig.restart(1_000);
    rig.show();
    rig.look(6);
    expect(rig.tagsAsked).toEqual([tag]);
  });

  it('is rejected where it is certain that not a byte of it left', () => {
    const rig = new UnseenRig();
    const { attemptId, tag } = sending(rig);
    rig.restart(30_000, [attemptId]);
    expect(rig.stateOf(tag)).toBe('rejected');
    expect(refusalsOf(rig.effects).at(-1)).toContain('before a byte of it was sent');
  });

  it('is what the polls show where they show it', () => {
    const rig = new UnseenRig();
    rig.fresh();
    rig.place(aLeg());
    const element = rig.sent('place')[0]?.request.elements[0];
    if (element === undefined) throw new RigProblem('nothing was sent');
    rig.restart(30_000);
    rig.show(filled(aRecord(element), 10_000));
    expect(rig.stateOf(element.tag)).toBe('accepted');
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: -75 }]);
    expect(inputsOf(rig.effects).at(-1)).toMatchObject({ kind: 'orders-observed' });
  });
});

describe('a change that was being sent when the process ended', () => {
  it('is asked for again where it is a cancel', () => {
    const rig = new UnseenRig();
    const order = rig.work(aLeg());
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    rig.sent('cancel');
    rig.restart(6_000);
    rig.show();
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [order.orderId] }]);
  });

  it('is asked for again where it is a modify that a later poll does not show', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg());
    const order = rig.work(STOP);
    rig.command({ kind: 'modify', leg: 'ce', role: 'stop', terms: LOWER });
    expect(rig.sent('modify')).toHaveLength(1);
    rig.restart(6_000);
    rig.show();
    expect(rig.sent('modify')).toEqual([]);
    rig.pass(6_000);
    rig.show();
    expect(rig.sent('modify')).toMatchObject([{ elements: [{ orderId: order.orderId }] }]);
  });

  it('is not asked for again where it is a modify that a later poll shows', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg());
    const order = rig.work(STOP);
    rig.command({ kind: 'modify', leg: 'ce', role: 'stop', terms: LOWER });
    rig.sent('modify');
    rig.restart(6_000);
    rig.show({ ...order, terms: LOWER, updatedAtMs: 5 });
    rig.pass(6_000);
    rig.show();
    expect(rig.sent('modify')).toEqual([]);
  });
});

describe('a webhook that was being called when the process ended', () => {
  const START = {
    kind: 'startPosition',
    position: 'straddle',
    alertName: 'alert',
    exitTime: null,
    ticker: 'NIFTY',
    legs: [{ any: 'thing' }],
  } as const;

  it('leaves a start unknown and never starts again', () => {
    const rig = new UnseenRig({}, 'live');
    rig.command(START);
    expect(rig.sent('start-position')).toHaveLength(1);
    rig.restart(1_000);
    rig.pass(60_000);
    expect(rig.sent('start-position')).toEqual([]);
    expect(rig.engine.view().customPositions).toMatchObject([{ state: 'start-unknown' }]);
  });

  it('squares a position off again, by its identifier', () => {
    const rig = new UnseenRig({}, 'live');
    rig.command(START);
    const [start] = rig.sent('start-position');
    if (start === undefined) throw new RigProblem('nothing was sent');
    rig.answer(start, { kind: 'accepted', value: { positionId: 'p1' } });
    rig.command({ kind: 'squareOffPosition', position: 'straddle' });
    expect(rig.sent('square-off-position')).toHaveLength(1);
    rig.restart(1_000);
    rig.pass(6_000);
    expect(rig.sent('square-off-position')).toMatchObject([{ positionId: 'p1' }]);
  });

  it('tells that a signal may have been taken, and does not repeat it', () => {
    const rig = new UnseenRig({}, 'live');
    const trades = [{ ticker: 'NIFTY', side: 'buy', quantity: 1 } as const];
    rig.command({ kind: 'signal', trades, signalTag: 't', brokerIds: ['broker'] });
    expect(rig.sent('signal')).toHaveLength(1);
    rig.restart(1_000);
    rig.pass(60_000);
    expect(rig.sent('signal')).toEqual([]);
    expect(inputsOf(rig.effects)).toContainEqual(
      expect.objectContaining({ kind: 'signal-answered', state: 'unknown' }),
    );
  });
});

describe('after the process began anew', () => {
  it('no entry and no exit leaves before the orders were polled', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg());
    rig.restart(1_000);
    rig.place(EXIT);
    rig.place(aLeg({ leg: 'again' }));
    rig.pass(1_000);
    expect(rig.sent('place')).toEqual([]);
    rig.fresh(...rig.book.values());
    const sides = rig.sent('place').map(({ request }) => request.elements[0]?.side);
    expect(sides).toEqual(['buy', 'sell']);
  });

  it('a square-off closes what the first poll shows, not what was held before', () => {
    const rig = new UnseenRig();
    const entry = rig.work(aLeg({ quantityUnits: 150 }));
    rig.show({ ...filled(entry, 10_000, 75), status: 'cancelled' });
    rig.restart(1_000);
    rig.command(SQUARE_OFF);
    rig.pass(1_000);
    expect(rig.sent('place')).toEqual([]);
    rig.show({ ...filled(entry, 10_000), updatedAtMs: 9 });
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([{ quantityUnits: 150 }]);
  });

  it('exits go on though a record cannot be read', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg());
    rig.restart(1_000);
    rig.place(EXIT);
    const malformed = [{ index: 1, problem: 'no tag' }];
    const orders = [...rig.book.values()];
    const value = { orders, changed: orders, malformed, isUnchanged: false };
    const outcome = { kind: 'accepted', value } as const;
    rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, subject: 'orders', outcome });
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('the gap is told', () => {
    const rig = new UnseenRig();
    rig.restart(90_000);
    expect(noticesOf(rig.effects, 'warning').at(-1)).toContain('restarted after 90 s');
  });

  it('all is as the same events make it again, the next tag too', () => {
    const rig = new UnseenRig({ absentEntries: 'resend-once' });
    rig.send('lost');
    rig.look(61);
    rig.fresh();
    rig.answerLast(ACCEPTED);
    rig.look(61);
    sendAndRestart(rig);
    const options = { mode: 'paper', account: 'default', brokerId: 'broker' } as const;
    const again = new Engine({ ...options, calendar: aCalendar() });
    const effects = rig.events.flatMap((event) => again.step(event));
    expect(effects).toEqual(rig.effects);
    expect(again.view()).toEqual(rig.engine.view());
    const next = { kind: 'commands-emitted', atMs: rig.nowMs, runId: RUN } as const;
    const commands = [{ kind: 'place', orders: [aLeg({ leg: 'pe' })] }] as const;
    expect(again.step({ ...next, commands })).toEqual(rig.command(...commands));
  });

  it('no attempt has the identifier of an earlier one', () => {
    const rig = new UnseenRig();
    sendAndRestart(rig);
    rig.fresh();
    rig.place(aLeg({ leg: 'third' }));
    const ids = rig.attempts().map(({ attemptId }) => attemptId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

function sendAndRestart(rig: UnseenRig): void {
  rig.sent('place');
  rig.fresh();
  rig.place(aLeg({ leg: 'pe' }));
  const [attempt] = rig.sent('place');
  if (attempt === undefined) throw new RigProblem('nothing was sent');
  rig.answer(attempt, each(attempt.request.elements.map(({ tag }) => tag)));
  rig.place(aLeg({ leg: 'other' }));
  rig.restart(1_000);
}
