import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  aRun,
  attemptsOf,
  each,
  type EngineRig,
  filled,
  inputsOf,
  moved,
  noticesOf,
  PE,
  refusalsOf,
  REFUSED,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';

describe('outcomes', () => {
  function sentRig(): {
    rig: EngineRig;
    send: (outcome: Parameters<EngineRig['answer']>[1]) => void;
  } {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    const [attempt] = attemptsOf(rig.effects);
    if (attempt === undefined) throw new RigProblem('nothing sent');
    return {
      rig,
      send: (outcome) => {
        rig.answer(attempt, outcome);
      },
    };
  }

  it('tells the run of a rejection', () => {
    const { rig, send } = sentRig();
    send(REFUSED);
    expect(refusalsOf(rig.effects)).toEqual(['Not sent: connection refused']);
    expect(rig.engine.view().intents).toMatchObject([{ state: 'rejected' }]);
  });

  it('keeps an unknown order unknown all day and never sends it again', () => {
    const { rig, send } = sentRig();
    send(TIMEOUT);
    expect(rig.engine.view()).toMatchObject({ unknownCount: 1, intents: [{ state: 'unknown' }] });
    for (let minute = 0; minute < 300; minute += 1) {
      rig.pass(60_000);
      rig.orders();
    }
    expect(rig.attempts()).toHaveLength(1);
    expect(rig.engine.view().unknownCount).toBe(1);
    expect(refusalsOf(rig.effects)).toEqual([]);
    expect(noticesOf(rig.effects, 'critical')).toHaveLength(2);
  });

  it('finds an unknown order by its tag in any later poll', () => {
    const { rig, send } = sentRig();
    send(TIMEOUT);
    rig.pass(3_600_000);
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (element === undefined) throw new RigProblem('nothing sent');
    rig.orders(filled(aRecord(element), 10_000));
    expect(rig.engine.view()).toMatchObject({ unknownCount: 0, intents: [{ state: 'accepted' }] });
    const input = inputsOf(rig.effects).findLast(({ kind }) => kind === 'orders-observed');
    expect(input).toMatchObject({
      events: [{ kind: 'appeared' }, { kind: 'filled', fillUnits: 75 }],
    });
  });

  it('takes an element that the answer does not name as unknown', () => {
    const { rig, send } = sentRig();
    send(each(['another-tag']));
    expect(rig.engine.view().unknownCount).toBe(1);
  });

  it('believes the book, not an answer that says rejected', () => {
    const { rig, send } = sentRig();
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (element === undefined) throw new RigProblem('nothing sent');
    rig.orders(aRecord(element));
    send(REFUSED);
    expect(rig.engine.view().intents).toMatchObject([{ state: 'accepted' }]);
    expect(noticesOf(rig.effects, 'critical')[0]).toContain('a poll has shown it');
  });

  it('raises an alarm when a rejected order appears, and counts it', () => {
    const { rig, send } = sentRig();
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (element === undefined) throw new RigProblem('nothing sent');
    send(REFUSED);
    rig.pass(8_000);
    rig.orders(filled(aRecord(element), 10_000));
    expect(noticesOf(rig.effects, 'critical')[0]).toContain(
      'exists although it counts as rejected',
    );
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: -75 }]);
  });

  it('takes an order that was held to be rejected back into its care', () => {
    const { rig, send } = sentRig();
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (element === undefined) throw new RigProblem('nothing sent');
    send(REFUSED);
    rig.pass(8_000);
    const order = aRecord(element);
    rig.orders(order);
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [order.orderId] }]);
  });

  it('raises an alarm when two orders carry one tag', () => {
    const { rig } = sentRig();
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (element === undefined) throw new RigProblem('nothing sent');
    const order = filled(aRecord(element), 10_000);
    rig.orders(order, { ...order, orderId: 'second' });
    expect(noticesOf(rig.effects, 'critical')[0]).toContain('Two orders carry the tag');
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: -150 }]);
  });

  it('notices an asynchronous rejection with its reason', () => {
    const rig = startedRig();
    const order = rig.work(aLeg());
    rig.show(moved(order, { status: 'rejected', rejectionCode: 'RMS', rejectionReason: 'margin' }));
    expect(noticesOf(rig.effects, 'warning').at(-1)).toContain('was rejected: RMS: margin');
    expect(inputsOf(rig.effects).at(-1)).toMatchObject({ events: [{ kind: 'rejected' }] });
  });
});

describe('the budget', () => {
  it('lets at most 6 entries and 8 messages be out, and leave until a second after their answers, exits first', () => {
    const rig = startedRig();
    const held = rig.hold(aLeg({ quantityUnits: 750 }));
    expect(held.filledUnits).toBe(750);
    rig.pass(2_000);
    rig.fresh(held);
    const entries = Array.from({ length: 8 }, (_, index) =>
      aLeg({ leg: `e${String(index)}`, contract: PE }),
    );
    const exits = Array.from({ length: 3 }, () =>
      aLeg({ role: 'exit', side: 'buy', quantityUnits: 75 }),
    );
    rig.place(...entries, ...exits);
    const now = rig.sent('place').map(({ request }) => request.elements.map(({ side }) => side));
    expect(now).toEqual([Array(3).fill('buy'), Array(3).fill('sell')]);
    rig.pass(5_000);
    rig.fresh(held);
    expect(rig.sent('place')).toEqual([]);
    rig.settle();
    rig.pass(999);
    expect(rig.sent('place')).toEqual([]);
    rig.pass(1);
    expect(rig.sent('place')[0]?.request.elements).toHaveLength(5);
  });

  it('lets entries leave even where the whole budget is as small as the part kept for exits', () => {
    const rig = startedRig({ limits: { messagesPerSecondMax: 2 } });
    rig.fresh();
    rig.place(aLeg(), aLeg({ leg: 'pe', contract: PE }));
    expect(rig.sent('place').flatMap(({ request }) => request.elements)).toHaveLength(1);
    rig.settle();
    rig.pass(1_000);
    expect(rig.sent('place').flatMap(({ request }) => request.elements)).toHaveLength(1);
  });

  it('wakes when the budget frees', () => {
    const rarePollsMs = { quotesPollMs: 60_000, ordersWorkingPollMs: 60_000 };
    const limits = { messagesPerSecondMax: 1, messagesKeptForExits: 0, ...rarePollsMs };
    const rig = startedRig({ limits });
    rig.fresh();
    rig.place(aLeg(), aLeg({ leg: 'pe', contract: PE }));
    rig.settle();
    expect(rig.effects).toContainEqual({ kind: 'wake', atMs: rig.nowMs + 1_000 });
  });

  it('keeps the orders of two runs in calls of their own', () => {
    const rig = startedRig();
    const other = aRun({ runId: 'other@2026-11-20/paper', strategy: 'other' });
    rig.start(other);
    rig.place(aLeg());
    rig.step({
      kind: 'commands-emitted',
      runId: other.runId,
      commands: [{ kind: 'place', orders: [aLeg()] }],
    });
    rig.fresh();
    expect(rig.sent('place').map(({ request }) => request.elements.length)).toEqual([1, 1]);
  });
});

const STATUS = { status: 500 } as const;
const FORMS = [
  ['not-sent', { form: 'not-sent', reason: 'r' }, 'Not sent: r'],
  ['refused-by-mode', { form: 'refused-by-mode', reason: 'r' }, 'Not sent: r'],
  ['message', { form: 'message', ...STATUS, msg: 'r' }, 'Rejected by the platform: '],
] as const;

it.each(FORMS)('a run hears who rejected its order: %s', (_, rejection, words) => {
  const rig = startedRig();
  rig.fresh();
  rig.place(aLeg());
  const [attempt] = rig.attempts();
  if (attempt === undefined) throw new RigProblem('nothing sent');
  rig.answer(attempt, { kind: 'rejected', rejection });
  expect(refusalsOf(rig.effects)[0]).toContain(words);
});

it.each<[string, number, Parameters<EngineRig['answer']>[1]]>([
  ['was answered', 1_000, { kind: 'accepted', value: new Map() }],
  ['was rejected by the platform', 1_000, { kind: 'rejected', rejection: FORMS[2][1] }],
  ['never left', 0, REFUSED],
  ['came to nothing anybody knows of', 2_000, TIMEOUT],
  [
    'was answered with an error',
    1_000,
    { kind: 'unknown', cause: { reason: 'unexpected-status', ...STATUS, detail: '' } },
  ],
])('a call that %s keeps the next waiting for %i ms', (_, waitMs, outcome) => {
  const rig = startedRig({ limits: { messagesPerSecondMax: 1, messagesKeptForExits: 0 } });
  rig.fresh();
  rig.place(aLeg({ leg: 'pe', contract: PE }));
  rig.place(aLeg());
  const [attempt] = rig.sent('place');
  if (attempt === undefined) throw new RigProblem('nothing sent');
  rig.pass(1_000);
  rig.fresh();
  expect(rig.sent('place')).toEqual([]);
  rig.answer(attempt, outcome);
  if (waitMs > 0) rig.pass(waitMs - 1);
  expect(rig.sent('place')).toHaveLength(waitMs > 0 ? 0 : 1);
  rig.pass(1);
  expect(rig.sent('place')).toHaveLength(waitMs > 0 ? 1 : 0);
});

it('an answer is recorded whole, with what became of each element', () => {
  const rig = startedRig();
  rig.fresh();
  rig.place(aLeg());
  const [attempt] = rig.sent('place');
  const [element] = attempt?.request.elements ?? [];
  if (attempt === undefined || element === undefined) throw new RigProblem('nothing sent');
  const effects = rig.answer(attempt, each([element.tag], { kind: 'rejected', detail: 'margin' }));
  const value = [[element.tag, { kind: 'rejected', detail: 'margin' }]];
  expect(effects[0]).toEqual({
    kind: 'record',
    entry: {
      kind: 'outcome',
      atMs: rig.nowMs,
      attemptId: attempt.attemptId,
      outcome: { kind: 'accepted', value },
    },
  });
  rig.command({
    kind: 'startPosition',
    position: 'p',
    alertName: 'a',
    exitTime: null,
    ticker: 'T',
    legs: [{}],
  });
  const [start] = rig.sent('start-position');
  if (start === undefined) throw new RigProblem('nothing sent');
  expect(rig.answer(start, { kind: 'accepted', value: { positionId: 'p1' } })[0]).toMatchObject({
    entry: { outcome: { kind: 'accepted', value: { positionId: 'p1' } } },
  });
});

it('a cancel whose answer is out is not sent again for the answer to a modify', () => {
  const rig = startedRig();
  const limit = { kind: 'limit', pricePaise: 10_000 } as const;
  const order = rig.work(aLeg({ terms: limit }));
  rig.command({ kind: 'modify', leg: 'ce', role: 'entry', terms: { ...limit, pricePaise: 9_900 } });
  const [modify] = rig.sent('modify');
  rig.command({ kind: 'cancel', legs: 'all', role: null });
  expect(rig.sent('cancel')).toHaveLength(1);
  if (modify === undefined) throw new RigProblem('nothing sent');
  rig.answer(modify, each([order.orderId]));
  rig.pass(60_000);
  expect(rig.sent('cancel')).toEqual([]);
});
