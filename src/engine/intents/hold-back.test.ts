import { describe, expect, it } from 'vitest';

import { aDesk, planned } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aRecord,
  attemptsOf,
  CE,
  each,
  type EngineRig,
  HEDGE,
  noticesOf,
  refusalsOf,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';
import { endHoldBack, holdBackPlace } from './hold-back.ts';
import { cancelWish } from './intent.ts';

const HELD_BACK = {
  kind: 'rejected',
  rejection: { form: 'not-sent', reason: 'Not logged in yet', isTransient: true },
} as const;

/** Answers whatever is sent with the same, every 250 ms. */
function holdBackFor(rig: EngineRig, ms: number): void {
  for (let passedMs = 0; passedMs < ms; passedMs += 250) {
    for (const attempt of rig.sent('place')) rig.answer(attempt, HELD_BACK);
    rig.pass(250);
    rig.fresh(...rig.book.values());
  }
}

describe('a call that never left for want of a session', () => {
  it('is made again under the same tag, not at once, and is no refusal', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    const [first] = rig.sent('place');
    if (first === undefined) throw new RigProblem('nothing sent');
    rig.answer(first, HELD_BACK);
    expect(rig.engine.view().intents).toMatchObject([{ state: 'waiting' }]);
    rig.pass(249);
    expect(rig.sent('place')).toEqual([]);
    rig.pass(1);
    const [again] = rig.sent('place');
    expect(again?.request).toEqual(first.request);
    expect(refusalsOf(rig.effects)).toEqual([]);
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
    expect(rig.engine.view().halt.state).toBe('active');
  });

  it('counts as no send where the books are compared', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    holdBackFor(rig, 750);
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing sent');
    rig.answer(attempt, each([element.tag]));
    rig.show(aRecord(element));
    expect(rig.engine.view()).toMatchObject({
      halt: { state: 'active' },
      intents: [{ state: 'accepted' }],
    });
  });

  it('is made again later each time, up to 4 s, and quickly again another time', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    const triedMs: number[] = [];
    for (let passedMs = 0; passedMs < 17_000; passedMs += 250) {
      for (const attempt of rig.sent('place')) {
        triedMs.push(passedMs);
        rig.answer(attempt, HELD_BACK);
      }
      rig.pass(250);
      rig.fresh(...rig.book.values());
    }
    expect(triedMs).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 11_750, 15_750]);
  });

  it('refuses an entry that comes too late', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    holdBackFor(rig, 10_000);
    expect(refusalsOf(rig.effects)).toEqual(['Not sent in time: Not logged in yet']);
    expect(rig.engine.view()).toMatchObject({
      halt: { state: 'active' },
      intents: [{ state: 'refused' }],
    });
    expect(rig.sent('place')).toEqual([]);
  });

  it('lets exits wait on, and says so once', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    holdBackFor(rig, 30_000);
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      expect.stringContaining('cannot be sent and is retried: Not logged in yet'),
    ]);
    const exits = rig.engine.view().intents.filter(({ role }) => role === 'exit');
    expect(exits).toHaveLength(1);
    rig.pass(4_000);
    expect(rig.sent('place')).toHaveLength(1);
  });

  it('is made again later each time where an entry is to be cancelled', () => {
    const rig = startedRig();
    const order = rig.work(aLeg({ terms: { kind: 'limit', pricePaise: 10_000 } }));
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    const triedMs: number[] = [];
    for (let passedMs = 0; passedMs < 17_000; passedMs += 250) {
      for (const attempt of rig.sent('cancel')) {
        triedMs.push(passedMs);
        rig.answer(attempt, HELD_BACK);
      }
      rig.pass(250);
      rig.fresh(...rig.book.values());
    }
    expect(order.status).toBe('open');
    expect(triedMs).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 11_750, 15_750]);
  });

  it('is not made again where a poll has shown its order all the same', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing sent');
    rig.show(aRecord(element));
    rig.answer(attempt, HELD_BACK);
    for (let passedMs = 0; passedMs < 10_000; passedMs += 250) {
      rig.pass(250);
      rig.fresh(...rig.book.values());
    }
    expect(rig.sent('place')).toEqual([]);
    expect(rig.engine.view().intents).toMatchObject([{ state: 'accepted' }]);
    expect(noticesOf(rig.effects, 'critical')[0]).toContain('but a poll has shown it');
  });

  it('is none of the modifications that an order may have', () => {
    const rig = startedRig({ limits: { modificationsMax: 1 } });
    const order = rig.work(aLeg({ terms: { kind: 'limit', pricePaise: 10_000 } }));
    const terms = { kind: 'limit', pricePaise: 10_500 } as const;
    rig.command({ kind: 'modify', leg: aLeg().leg, role: 'entry', terms });
    for (let tries = 0; tries < 3; tries += 1) {
      const [modify] = rig.sent('modify');
      if (modify === undefined) throw new RigProblem('nothing modified');
      rig.answer(modify, HELD_BACK);
      rig.pass(4_000);
      rig.fresh(...rig.book.values());
    }
    expect(rig.sent('modify')).toMatchObject([{ elements: [{ orderId: order.orderId, terms }] }]);
    expect(rig.attempts().filter(({ kind }) => kind === 'cancel')).toEqual([]);
  });

  it('leaves an entry that was lost before as sent: it may still be found', () => {
    const rig = new UnseenRig({ absentEntries: 'resend-once' });
    rig.send('lost');
    rig.look(61);
    rig.fresh();
    const [again] = rig.sent('place');
    if (again === undefined) throw new RigProblem('nothing sent once more');
    const { terms } = rig.engine.view().intents[0] ?? {};
    rig.answer(again, HELD_BACK);
    rig.look(1);
    expect(rig.engine.view()).toMatchObject({ halt: { state: 'active' }, intents: [{ terms }] });
    expect(terms).toMatchObject({ kind: 'limit' });
  });

  it('does not send an order that was cancelled meanwhile', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    const [attempt] = rig.sent('place');
    if (attempt === undefined) throw new RigProblem('nothing sent');
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    rig.answer(attempt, HELD_BACK);
    rig.pass(1_000);
    expect(rig.sent('place')).toEqual([]);
    expect(rig.engine.view().intents).toMatchObject([{ state: 'refused' }]);
  });

  it('goes on wishing a cancel and a modify', () => {
    const rig = startedRig();
    const order = rig.work(aLeg({ terms: { kind: 'limit', pricePaise: 10_000 } }));
    const terms = { kind: 'limit', pricePaise: 10_500 } as const;
    rig.command({ kind: 'modify', leg: aLeg().leg, role: 'entry', terms });
    const [modify] = rig.sent('modify');
    if (modify === undefined) throw new RigProblem('nothing modified');
    rig.answer(modify, HELD_BACK);
    expect(rig.sent('modify')).toEqual([]);
    rig.pass(250);
    const [modifyAgain] = rig.sent('modify');
    expect(modifyAgain?.elements).toEqual(modify.elements);
    if (modifyAgain === undefined) throw new RigProblem('nothing modified');
    rig.answer(modifyAgain, each([order.orderId]));
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    const [cancel] = rig.sent('cancel');
    if (cancel === undefined) throw new RigProblem('nothing cancelled');
    rig.answer(cancel, HELD_BACK);
    rig.pass(250);
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [order.orderId] }]);
    expect(refusalsOf(rig.effects)).toEqual([]);
  });

  it('keeps the hedge before the short', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg({ contract: CE }), aLeg({ leg: 'hedge', side: 'buy', contract: HEDGE }));
    holdBackFor(rig, 1_000);
    const sides = attemptsOf(rig.effects).flatMap((attempt) =>
      attempt.kind === 'place' ? attempt.request.elements.map(({ side }) => side) : [],
    );
    expect(new Set(sides)).toEqual(new Set(['buy']));
  });
});

describe('a wish whose call never left', () => {
  const STOP = aLeg({
    role: 'stop',
    side: 'buy',
    terms: { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 13_500 },
  });

  /** A stop whose cancel has just left. */
  function cancelling(limits: object = {}): EngineRig {
    const rig = startedRig({ limits });
    rig.hold(aLeg());
    rig.pass(2_000);
    rig.work(STOP);
    rig.pass(2_000);
    return rig;
  }

  function holdCancelBack(rig: EngineRig): number {
    const attempt = rig.attempts().at(-1);
    if (attempt?.kind !== 'cancel') throw new RigProblem('no cancel was sent');
    rig.answer(attempt, HELD_BACK);
    rig.sent('cancel');
    const fromMs = rig.nowMs;
    while (rig.sent('cancel').length === 0) rig.pass(125);
    return rig.nowMs - fromMs;
  }

  it('is tried again later each time, at most every 4 s, and from the start once a call left', () => {
    const rig = cancelling();
    rig.command({ kind: 'cancel', legs: 'all', role: 'stop' });
    const waitsMs = [1, 2, 3, 4, 5, 6].map(() => holdCancelBack(rig));
    expect(waitsMs).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
    const left = rig.attempts().at(-1);
    if (left === undefined) throw new RigProblem('no cancel was sent');
    rig.answer(left, TIMEOUT);
    while (rig.attempts().at(-1) === left) rig.pass(1_000);
    expect(holdCancelBack(rig)).toBe(250);
  });

  it('is as urgent as it was the first time', () => {
    const rig = cancelling({ messagesPerSecondMax: 2, messagesKeptForExits: 1 });
    rig.command({
      kind: 'startPosition',
      position: 'p',
      alertName: 'a',
      exitTime: null,
      ticker: 'T',
      legs: [{}],
    });
    rig.command({ kind: 'cancel', legs: 'all', role: 'stop' });
    expect(holdCancelBack(rig)).toBe(250);
  });

  it('that was cancelled meanwhile is refused once, however late it is', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    const [attempt] = rig.sent('place');
    if (attempt === undefined) throw new RigProblem('nothing sent');
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    rig.pass(9_000);
    rig.answer(attempt, HELD_BACK);
    expect(refusalsOf(rig.effects)).toEqual([expect.stringMatching(/^Not sent: cancelled before/)]);
  });
});

describe('an order whose call never left', () => {
  const sending = { state: 'sending', sentAtMs: 1, firstSentAtMs: 1 } as const;

  it('is as if it had never been sent', () => {
    const desk = aDesk();
    const terms = { pricedAtMs: 1, sentTerms: { kind: 'limit', pricePaise: 1 } };
    const intent = Object.assign(planned(desk), { ...sending, ...terms });
    holdBackPlace(desk, intent, { kind: 'rejected', detail: 'no session' });
    const unsent = { sentAtMs: null, firstSentAtMs: null, pricedAtMs: null, sentTerms: null };
    expect(intent).toMatchObject({ state: 'waiting', ...unsent });
  });

  it('keeps when it left first where it was sent before', () => {
    const desk = aDesk();
    const intent = Object.assign(planned(desk), { ...sending, resends: 1 });
    holdBackPlace(desk, intent, { kind: 'rejected', detail: 'no session' });
    expect(intent).toMatchObject({ sentAtMs: 1, firstSentAtMs: 1 });
  });

  it('is over, with its cancel, where it was to be cancelled', () => {
    const desk = aDesk();
    const intent = Object.assign(planned(desk), { ...sending, cancel: cancelWish() });
    holdBackPlace(desk, intent, { kind: 'rejected', detail: 'no session' });
    expect(intent).toMatchObject({ state: 'refused', cancel: null });
  });

  it('waits for nothing where it was never held back', () => {
    const intent = planned(aDesk());
    endHoldBack(intent);
    expect(intent.heldBack).toBeNull();
  });
});
