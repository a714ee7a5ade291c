import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, shownAs, working } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aRun,
  EngineRig,
  filled,
  inputsOf,
  moved,
  noticesOf,
  RUN,
} from '../../../test/support/engine-rig.ts';
import { type Order } from '../../model/orders/order.ts';
import { type ForeignClose } from '../../notices/foreign-orders.ts';
import { pauseLeg, releaseLegs } from './pause-leg.ts';

const TARGET = aLeg({ role: 'target', side: 'buy', terms: { kind: 'limit', pricePaise: 9_000 } });

function aRig(modificationsMax = 25): EngineRig {
  const rig = new EngineRig({ limits: { modificationsMax } });
  const policies = { foreignOrders: 'pause-leg' } as const;
  rig.step({ kind: 'run-started', run: aRun(), policies });
  return rig;
}

/** One lot of what was sold, bought by hand. */
function byHand(entry: Order): Order {
  const blank = { status: 'open', filledUnits: 0, filledValuePaise: 0 } as const;
  const order = { ...entry, ...blank, orderId: 'by-hand', tag: '', side: 'buy' } as const;
  return filled({ ...order, quantityUnits: 75 }, 9_000);
}

function release(rig: EngineRig): void {
  const request = { action: 'release', runId: RUN, how: 'adopt', reason: 'seen' } as const;
  rig.step({ kind: 'operator-asked', request });
}

function netUnits(rig: EngineRig): number {
  return rig.engine.view().positions.reduce((sum, position) => sum + position.netUnits, 0);
}

describe('a leg that is paused', () => {
  it('asks for nothing in place of an exit that was being replaced, not when it is released either', () => {
    const rig = aRig(0);
    const entry = rig.hold(aLeg({ quantityUnits: 150 }));
    const target = rig.work(TARGET);
    const terms = { kind: 'limit', pricePaise: 9_500 } as const;
    rig.command({ kind: 'modify', leg: 'ce', role: 'target', terms });
    rig.pass(1);
    expect(rig.sent('cancel')).toHaveLength(1);
    rig.show(byHand(entry));
    expect(rig.engine.view().pausedLegs).toHaveLength(1);
    release(rig);
    rig.show(moved(target, { status: 'cancelled' }));
    rig.pass(10_000);
    rig.show();
    expect(rig.sent('place')).toEqual([]);
    expect(netUnits(rig)).toBe(-75);
  });

  it('asks for nothing in its place either where one poll shows both', () => {
    const rig = aRig(0);
    const entry = rig.hold(aLeg({ quantityUnits: 150 }));
    const target = rig.work(TARGET);
    const terms = { kind: 'limit', pricePaise: 9_500 } as const;
    rig.command({ kind: 'modify', leg: 'ce', role: 'target', terms });
    rig.pass(1);
    rig.show(moved(target, { status: 'cancelled' }), byHand(entry));
    rig.sent('place');
    release(rig);
    rig.pass(10_000);
    rig.show();
    expect(rig.sent('place')).toEqual([]);
    expect(rig.engine.view().intents).toHaveLength(2);
  });

  it('is released as flat where an exit of its own has closed it meanwhile', () => {
    const rig = aRig();
    const entry = rig.hold(aLeg());
    const target = rig.work(TARGET);
    rig.show(byHand(entry));
    rig.show(filled(target, 9_000));
    const inputs = inputsOf(rig.effects).length;
    release(rig);
    expect(netUnits(rig)).toBe(0);
    expect(inputsOf(rig.effects)).toHaveLength(inputs);
  });

  it('is released as it is where it stands on the other side meanwhile', () => {
    const rig = aRig();
    const entry = rig.hold(aLeg());
    const target = rig.work(TARGET);
    rig.show(byHand(entry));
    rig.show(filled(target, 9_000), filled({ ...target, orderId: 'twin' }, 9_000));
    expect(netUnits(rig)).toBe(75);
    release(rig);
    // What was bought by hand cannot have closed what is long.
    expect(netUnits(rig)).toBe(75);
    expect(rig.engine.view().pausedLegs).toEqual([]);
  });

  it('of another run stays paused when one is released', () => {
    const rig = aRig();
    const policies = { foreignOrders: 'pause-leg' } as const;
    const run = aRun({ runId: 'other', strategy: 'other' });
    rig.step({ kind: 'run-started', run, policies });
    rig.show(byHand(rig.hold(aLeg())));
    const request = { action: 'release', runId: 'other', how: 'adopt', reason: 'seen' } as const;
    rig.step({ kind: 'operator-asked', request });
    expect(rig.engine.view().pausedLegs).toMatchObject([{ runId: RUN }]);
  });

  it('of a run that has ended is released without telling it', () => {
    const rig = aRig();
    rig.show(byHand(rig.hold(aLeg())));
    rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    const inputs = inputsOf(rig.effects).length;
    release(rig);
    rig.step({ kind: 'operator-asked', request: { action: 'flatten', runId: RUN, reason: 'r' } });
    expect(inputsOf(rig.effects)).toHaveLength(inputs);
    expect(netUnits(rig)).toBe(0);
  });
});

const CLOSE: ForeignClose = {
  order: { orderId: '1', side: 'buy', quantityUnits: 75, symbol: 'CE' },
  units: 75,
  leg: 'ce',
};

describe('the book of a paused leg', () => {
  const about = { runId: RUN, leg: 'ce' } as const;
  const MODIFY = { terms: TARGET.terms, commandIndex: 1, unknownAtMs: null };

  it('keeps exits that work, with the terms they have, and takes everything else away', () => {
    const desk = aDesk();
    const line = held(desk, -75);
    const [exit, waiting, entry] = [working(desk, TARGET), planned(desk, TARGET), working(desk)];
    Object.assign(exit, { modify: MODIFY, replaceWith: TARGET.terms });
    pauseLeg(desk, line, CLOSE);
    expect(exit).toMatchObject({ modify: null, replaceWith: null, cancel: null });
    expect(waiting.state).toBe('refused');
    expect(entry.cancel).not.toBeNull();
    expect(noticesOf(desk.outbox.take(), 'critical')).toHaveLength(1);
  });

  it('is paused once', () => {
    const desk = aDesk();
    const line = held(desk, -75);
    pauseLeg(desk, line, CLOSE);
    desk.outbox.take();
    pauseLeg(desk, line, { ...CLOSE, units: 2 });
    expect(noticesOf(desk.outbox.take())).toEqual([]);
  });

  it('is released with its run alone, each fill as far as the leg still holds it', () => {
    const desk = aDesk();
    const line = held(desk, -75);
    pauseLeg(desk, line, CLOSE);
    const order = { ...shownAs(working(desk)), tag: '', side: 'buy' } as const;
    const seen = { observedAtMs: 0, ageMsMax: 0 };
    const legRef = { ...about, role: 'exit' } as const;
    const fill = {
      kind: 'filled',
      order,
      legRef,
      fillUnits: 150,
      fillValuePaise: 1_500_000,
    } as const;
    desk.foreign.suspect(line, { ...fill, seen });
    releaseLegs(desk, 'other');
    expect(desk.foreign.paused()).toHaveLength(1);
    releaseLegs(desk, RUN);
    expect(desk.foreign.paused()).toEqual([]);
    expect(desk.foreign.adoptedOf(order.orderId)).toMatchObject([
      { fillUnits: 75, fillValuePaise: 750_000 },
    ]);
  });
});
