import { afterEach, describe, expect, it, vi } from 'vitest';

import { aDesk } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aRecord,
  CE,
  each,
  filled,
  noticesOf,
  REFUSED,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import {
  countPlan,
  countPoll,
  countSend,
  ELEMENT,
  FILLED,
} from '../../../test/support/recount-rig.ts';
import { type Desk } from '../desk.ts';
import { compareCounts } from './compare-counts.ts';
import { Recount } from './recount.ts';

/** What the comparison says; empty when all agrees. */
function compared(desk: Desk): string {
  compareCounts(desk);
  return desk.halt.by === 'comparator' ? `${desk.halt.state}: ${desk.halt.reason}` : '';
}

describe('the recount', () => {
  it('agrees with books in which nothing happened', () => {
    expect(compared(aDesk())).toBe('');
  });

  it('halts when a fill is not in the ledger', () => {
    const desk = aDesk();
    countPlan(desk.recount);
    countSend(desk.recount);
    countPoll(desk.recount, FILLED);
    expect(compared(desk)).toContain(
      `halted: the books differ from the recount: orders of run "${RUN}": counted 1 sent = 1 seen + 0 rejected + 0 open, booked 0 sent`,
    );
    expect(desk.halt.reason).toContain(
      `net of ${CE.symbol} in run "${RUN}": counted -75 units, booked 0`,
    );
  });

  it('counts every order that was seen under a tag before its intent was planned', () => {
    const desk = aDesk();
    countPoll(desk.recount, FILLED);
    countPoll(desk.recount, { ...FILLED, orderId: 'second' });
    countPoll(desk.recount, { ...FILLED, orderId: 'second', updatedAtMs: 9 });
    countPlan(desk.recount);
    expect(compared(desk)).toContain('counted -150 units, booked 0');
  });

  it('halts when the ledger has a fill that nobody saw', () => {
    const desk = aDesk();
    const seen = { observedAtMs: desk.nowMs, ageMsMax: 0 };
    const fill = { fillUnits: 75, fillValuePaise: 750_000, seen };
    desk.ledger.apply(
      { kind: 'filled', order: FILLED, legRef: null, ...fill },
      { runId: RUN, leg: 'ce', contract: CE },
    );
    countPlan(desk.recount);
    expect(compared(desk)).toContain('counted 0 units, booked -75');
  });

  it('halts when one tag leaves twice, or without an intent', () => {
    const twice = aDesk();
    countPlan(twice.recount);
    countSend(twice.recount);
    countSend(twice.recount, 'a1');
    expect(compared(twice)).toContain(`tag ${ELEMENT.tag} was sent 2 times, allowed 1`);
    const unplanned = aDesk();
    countSend(unplanned.recount);
    expect(compared(unplanned)).toContain('was sent without an intent');
  });

  it('halts when more is adopted than an order filled', () => {
    const desk = aDesk();
    const order = { ...FILLED, tag: '', orderId: 'by-hand', side: 'buy' } as const;
    countPoll(desk.recount, order);
    desk.recount.noteAdoption({ order, fillUnits: 150 }, { runId: RUN, symbol: CE.symbol });
    expect(compared(desk)).toContain('more was taken off legs for order by-hand than it filled');
  });

  it('halts once for one difference, so that the operator can go on', () => {
    const desk = aDesk();
    countSend(desk.recount);
    compareCounts(desk);
    desk.halt = { ...desk.halt, state: 'active', by: 'operator' };
    countPoll(desk.recount, { ...FILLED, tag: '' });
    expect(compared(desk)).toBe('');
  });

  it('tells of a difference though the account is halted already', () => {
    const desk = aDesk();
    desk.halt = { state: 'halted', sinceMs: 0, reason: 'lunch', by: 'operator' };
    countSend(desk.recount);
    compareCounts(desk);
    expect(noticesOf(desk.outbox.take(), 'critical').join()).toContain('stays halted');
  });
});

describe('a day on which all goes as it should', () => {
  it('is never halted: accepted, rejected, unknown, found, closed by hand', () => {
    const rig = startedRig();
    const mine = rig.hold(aLeg());
    rig.pass(2_000);
    rig.place(aLeg({ leg: 'lost' }));
    rig.fresh(...rig.book.values());
    const [lost] = rig.sent('place');
    if (lost !== undefined) rig.answer(lost, TIMEOUT);
    rig.pass(2_000);
    rig.show(...(lost?.request.elements ?? []).map((element) => aRecord(element)));
    rig.place(aLeg({ leg: 'refused' }));
    const [refused] = rig.sent('place');
    if (refused !== undefined) rig.answer(refused, REFUSED);
    rig.show({ ...mine, orderId: 'by-hand', tag: '', side: 'buy' });
    expect(noticesOf(rig.effects, 'critical').join()).not.toContain('recount');
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: 0 }]);
  });

  it('is not halted by a record under our tag with the other side, which is no order of ours', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing was placed');
    rig.answer(attempt, each([element.tag]));
    rig.show(filled(aRecord(element, { side: 'buy' }), 10_000));
    rig.pass(2_000);
    expect(rig.engine.view().halt.state).toBe('active');
  });
});

describe('the books of a day are compared', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('at the answer to what was sent, and not before', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    const [attempt] = rig.sent('place');
    if (attempt === undefined) throw new RigProblem('nothing was placed');
    vi.spyOn(Recount.prototype, 'overAdopted').mockReturnValue(['by-hand']);
    rig.pass(500);
    expect(rig.engine.view().halt.state).toBe('active');
    rig.answer(attempt, each(attempt.request.elements.map(({ tag }) => tag)));
    expect(rig.engine.view().halt).toMatchObject({ state: 'halted', by: 'comparator' });
  });

  it('at a poll that shows a fill', () => {
    const rig = startedRig();
    const order = rig.work(aLeg());
    vi.spyOn(Recount.prototype, 'overAdopted').mockReturnValue(['by-hand']);
    rig.show(filled(order, 10_000));
    expect(rig.engine.view().halt).toMatchObject({ state: 'halted', by: 'comparator' });
  });
});

it('an exit that is sent twice is one too many, also where entries may be sent again', () => {
  const desk = aDesk({ policies: { absentEntries: 'resend-once' } });
  const provenance = { mode: 'paper', account: 'default', build: 'test' } as const;
  const line = { atMs: 0, runId: RUN, leg: 'ce', role: 'exit', parametersHash: '' };
  const entry = { kind: 'intent', tag: ELEMENT.tag, ...line, ...provenance } as const;
  desk.recount.noteEffects([{ kind: 'record', entry }]);
  countSend(desk.recount, 'a0');
  countSend(desk.recount, 'a1');
  expect(compared(desk)).toContain('was sent 2 times, allowed 1');
});
