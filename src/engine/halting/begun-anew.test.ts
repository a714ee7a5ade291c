import { describe, expect, it } from 'vitest';

import { aDesk, deskOptions } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aRecord,
  at,
  type EngineRig,
  filled,
  noticesOf,
  refusalsOf,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { ELEMENT } from '../../../test/support/recount-rig.ts';
import { type Command } from '../../model/orders/command.ts';
import { type Order } from '../../model/orders/order.ts';
import { type Mode } from '../../model/runs/run.ts';
import { haltForEarlier } from './halt.ts';

const START: Command = {
  kind: 'startPosition',
  position: 'morning',
  alertName: 'morning',
  exitTime: null,
  ticker: 'NIFTY',
  legs: [{}],
};
const detail = 'the journal begins anew';

function anew(mode: Mode): EngineRig {
  const rig = startedRig({ mode });
  rig.step({ kind: 'begun-anew', detail });
  return rig;
}

function resume(rig: EngineRig): void {
  rig.step({ kind: 'operator-asked', request: { action: 'resume', reason: 'looked' } });
}

describe('a journal that begins anew in the middle of a live day', () => {
  it('takes no entry and no start until the operator confirms', () => {
    const rig = anew('live');
    expect(rig.engine.view().halt).toMatchObject({ state: 'reducing', by: 'start' });
    rig.command(START);
    rig.fresh();
    rig.place(aLeg());
    rig.fresh();
    expect(rig.attempts()).toEqual([]);
    expect(refusalsOf(rig.effects)).toHaveLength(2);
    resume(rig);
    rig.command(START);
    expect(rig.sent('start-position')).toHaveLength(1);
  });

  it('still takes over an order that was sent before, whose leg is then followed', () => {
    const other = startedRig({ mode: 'live' });
    const record = filled(other.work(aLeg()), 10_000);
    const rig = anew('live');
    rig.place(aLeg(), aLeg({ leg: 'second' }));
    rig.fresh(record);
    const { positions, orphans } = rig.engine.view();
    expect(positions).toMatchObject([{ leg: 'ce', netUnits: -75 }]);
    expect(orphans).toEqual([]);
    rig.fresh(record);
    expect(rig.attempts()).toEqual([]);
    expect(refusalsOf(rig.effects).join()).toContain('the account is reducing');
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'done' });
    expect(rig.sent('place')).toHaveLength(1);
  });
});

describe('a journal that begins anew in the middle of a paper day', () => {
  it('holds nothing back but position starts, which reach the platform', () => {
    const rig = anew('paper');
    rig.fresh();
    rig.place(aLeg());
    rig.fresh();
    expect(rig.sent('place')).toHaveLength(1);
    rig.command(START);
    expect(rig.sent('start-position')).toEqual([]);
    expect(rig.engine.view().halt).toMatchObject({ state: 'reducing', by: 'start' });
    resume(rig);
    rig.command(START);
    expect(rig.sent('start-position')).toHaveLength(1);
  });

  it('can be confirmed before the first start', () => {
    const rig = anew('paper');
    resume(rig);
    expect(noticesOf(rig.effects, 'warning')).toEqual([]);
    rig.command(START);
    expect(rig.sent('start-position')).toHaveLength(1);
  });
});

describe('orders of ours that no intent has', () => {
  it.each([
    ['from before the day of this journal, halt a live account', at('09:00'), 'reducing'],
    ['of later, are only told', at('09:30'), 'active'],
  ] as const)('%s', (_, createdAtMs, state) => {
    const record = startedRig({ mode: 'live' }).work(aLeg());
    const rig = startedRig({ mode: 'live' });
    rig.show({ ...record, createdAtMs });
    expect(rig.engine.view().halt.state).toBe(state);
  });
});

it('a notice names what orders of an earlier life hold, by contract and with its sign, while it is open', () => {
  const rig = startedRig();
  const mine = rig.work(aLeg());
  const orphan = (orderId: string, over: Partial<Order>): Order => {
    return filled({ ...mine, orderId, tag: 'spaaaaaaaaaaaaaaaa', createdAtMs: 7, ...over }, 10_000);
  };
  rig.show(orphan('a', { side: 'buy', createdAtMs: 3 }), orphan('b', { side: 'buy' }));
  expect(rig.engine.view().orphans).toEqual([
    { symbol: mine.symbol, netUnits: 150, isWorking: false, sinceMs: 3, orderIds: ['a', 'b'] },
  ]);
  rig.show(orphan('c', { side: 'sell', quantityUnits: 225 }));
  expect(rig.engine.view().orphans).toMatchObject([{ netUnits: -75 }]);
  rig.show(orphan('d', { side: 'buy' }));
  expect(rig.engine.view().orphans).toEqual([]);
  rig.show({ ...orphan('e', { side: 'buy' }), status: 'open', filledUnits: 0 });
  expect(rig.engine.view().orphans).toMatchObject([{ netUnits: 0, isWorking: true }]);
});

it('a paper day that begins anew is halted by its first start, and names the start as the reason', () => {
  const rig = anew('paper');
  expect(rig.engine.view().halt.state).toBe('active');
  rig.command(START);
  expect(rig.engine.view().halt).toMatchObject({ state: 'reducing', by: 'start', reason: detail });
});

it('orders of ours from before the day of this journal halt a live account at its start', () => {
  const desk = { ...aDesk(), options: { ...deskOptions(), mode: 'live' }, openedAtMs: 5 } as const;
  const order = aRecord(ELEMENT);
  haltForEarlier(desk, [{ ...order, createdAtMs: 5 }]);
  expect(desk.halt.state).toBe('active');
  haltForEarlier(desk, [{ ...order, createdAtMs: 4 }]);
  expect(desk.halt).toMatchObject({ state: 'reducing', by: 'start' });
});
