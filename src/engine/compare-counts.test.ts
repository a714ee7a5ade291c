import { describe, expect, it } from 'vitest';

import {
  aCalendar,
  aDay,
  aLeg,
  aRecord,
  aRun,
  at,
  CE,
  each,
  filled,
  noticesOf,
  REFUSED,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../test/support/engine-rig.ts';
import { DEFAULT_RUN_POLICIES } from '../model/run-policies.ts';
import { type PlaceElement } from '../ports/orders.ts';
import { compareCounts } from './compare-counts.ts';
import { createDesk, type Desk } from './desk.ts';
import { type Effect } from './effect.ts';
import { DEFAULT_ENGINE_LIMITS } from './engine-limits.ts';

const ELEMENT: PlaceElement = {
  tag: 'spaaaaaaaaaaaaaaaa',
  extraTags: {},
  instrumentId: CE.instrumentId,
  symbol: CE.symbol,
  side: 'sell',
  quantityUnits: 75,
  product: 'intraday',
  terms: { kind: 'limit', pricePaise: 10_000 },
};
const FILLED = filled(aRecord(ELEMENT), 10_000);

function aDesk(): Desk {
  const desk = createDesk(
    {
      mode: 'paper',
      account: 'default',
      brokerId: 'broker',
      calendar: aCalendar(),
      build: 'test',
      limits: DEFAULT_ENGINE_LIMITS,
    },
    aDay(),
  );
  desk.nowMs = at('09:20');
  desk.runs.start(aRun(), DEFAULT_RUN_POLICIES);
  return desk;
}

function leave(desk: Desk, attemptId = 'a0'): void {
  const request = { brokerId: 'broker', elements: [ELEMENT] };
  const attempt: Effect = { kind: 'attempt', attempt: { attemptId, kind: 'place', request } };
  desk.recount.noteEffects([attempt]);
}

function plan(desk: Desk): void {
  const { tag } = ELEMENT;
  const provenance = { mode: 'paper', account: 'default', build: 'test' } as const;
  const line = { atMs: desk.nowMs, runId: RUN, tag, leg: 'ce', role: 'entry', parametersHash: '' };
  const entry = { kind: 'intent', ...line, ...provenance } as const;
  desk.recount.noteEffects([{ kind: 'record', entry }]);
}

function show(desk: Desk, order = FILLED): void {
  const value = { orders: [order], changed: [], malformed: [], isUnchanged: false };
  desk.recount.noteEvent({
    kind: 'poll-ended',
    atMs: desk.nowMs,
    startedAtMs: desk.nowMs,
    subject: 'orders',
    outcome: { kind: 'accepted', value },
  });
}

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
    plan(desk);
    leave(desk);
    show(desk);
    expect(compared(desk)).toContain(
      `halted: the books differ from the recount: orders of run "${RUN}": counted 1 sent = 1 seen + 0 rejected + 0 open, booked 0 sent`,
    );
    expect(desk.halt.reason).toContain(
      `net of ${CE.symbol} in run "${RUN}": counted -75 units, booked 0`,
    );
  });

  it('counts every order that was seen under a tag before its intent was planned', () => {
    const desk = aDesk();
    show(desk);
    show(desk, { ...FILLED, orderId: 'second' });
    show(desk, { ...FILLED, orderId: 'second', updatedAtMs: 9 });
    plan(desk);
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
    plan(desk);
    expect(compared(desk)).toContain('counted 0 units, booked -75');
  });

  it('halts when one tag leaves twice, or without an intent', () => {
    const twice = aDesk();
    plan(twice);
    leave(twice);
    leave(twice, 'a1');
    expect(compared(twice)).toContain(`tag ${ELEMENT.tag} was sent 2 times, allowed 1`);
    const unplanned = aDesk();
    leave(unplanned);
    expect(compared(unplanned)).toContain('was sent without an intent');
  });

  it('halts when more is adopted than an order filled', () => {
    const desk = aDesk();
    const order = { ...FILLED, tag: '', orderId: 'by-hand', side: 'buy' } as const;
    show(desk, order);
    desk.recount.noteAdoption({ order, fillUnits: 150 }, { runId: RUN, symbol: CE.symbol });
    expect(compared(desk)).toContain('more was taken off legs for order by-hand than it filled');
  });

  it('halts once for one difference, so that the operator can go on', () => {
    const desk = aDesk();
    leave(desk);
    compareCounts(desk);
    desk.halt = { ...desk.halt, state: 'active', by: 'operator' };
    show(desk, { ...FILLED, tag: '' });
    expect(compared(desk)).toBe('');
  });

  it('tells of a difference though the account is halted already', () => {
    const desk = aDesk();
    desk.halt = { state: 'halted', sinceMs: 0, reason: 'lunch', by: 'operator' };
    leave(desk);
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
