import { describe, expect, it } from 'vitest';

import {
  aLeg,
  CE,
  type EngineRig,
  moved,
  refusalsOf,
  RigProblem,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';

const LIMIT = { kind: 'limit', pricePaise: 10_000 } as const;
const BETTER = { kind: 'limit', pricePaise: 9_900 } as const;

function halt(rig: EngineRig, state: 'reducing' | 'halted'): void {
  rig.step({ kind: 'operator-asked', request: { action: 'halt', state, reason: 'bad day' } });
}

describe('a halt while a modify waits for its order', () => {
  it('drops that of an entry and tells its run', () => {
    const rig = startedRig();
    const order = rig.work(aLeg({ terms: LIMIT }));
    rig.show(moved(order, { status: 'modify-pending' }));
    rig.command({ kind: 'modify', leg: 'ce', role: 'entry', terms: BETTER });
    halt(rig, 'reducing');
    expect(refusalsOf(rig.effects).at(-1)).toContain('Not modified: the account is reducing');
    rig.show(moved(order, { updatedAtMs: 9 }));
    rig.pass(10_000);
    expect(rig.sent('modify')).toEqual([]);
  });

  it('lets that of an exit go on', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const exit = rig.work(aLeg({ role: 'target', side: 'buy', terms: BETTER }));
    rig.show(moved(exit, { status: 'modify-pending' }));
    rig.command({ kind: 'modify', leg: 'ce', role: 'target', terms: LIMIT });
    halt(rig, 'halted');
    rig.show(moved(exit, { updatedAtMs: 9 }));
    expect(rig.sent('modify')).toMatchObject([{ elements: [{ orderId: exit.orderId }] }]);
  });
});

describe('an exit without any price', () => {
  it('is refused once waiting does not help, and says what it lacked', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    // Nothing has quoted the other contract that the leg is told to close.
    const other = { ...CE, symbol: 'NIFTY261124C30000', instrumentId: 'other' };
    rig.place(aLeg({ role: 'exit', side: 'buy', contract: other }));
    rig.pass(6_000);
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects).at(-1)).toMatch(/found/);
  });
});

describe('an account that never had room', () => {
  it.each([
    ['lots of the run', { lotsPerRunMax: 2 }],
    ['lots of the account', { lotsMax: 2 }],
  ])('counts what is held, what works and what is asked for: %s', (_, limits) => {
    const rig = startedRig({ limits: { ...limits, duplicateWithinMs: 0 } });
    rig.hold(aLeg());
    rig.work(aLeg({ leg: 'second' }));
    rig.fresh(...rig.book.values());
    rig.place(aLeg({ leg: 'third' }));
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects).at(-1)).toMatch(/found 3, allowed 2/);
  });

  it('has room again when something is over', () => {
    const rig = startedRig({ limits: { lotsPerRunMax: 1, duplicateWithinMs: 0 } });
    const order = rig.work(aLeg());
    rig.show(moved(order, { status: 'cancelled' }));
    rig.sent('place');
    rig.fresh(...rig.book.values());
    rig.place(aLeg({ leg: 'second' }));
    const [attempt] = rig.sent('place');
    if (attempt === undefined) throw new RigProblem('nothing was placed');
    expect(attempt.request.elements).toHaveLength(1);
  });

  it('sends as many entries a minute as it likes where there is no limit', () => {
    const limits = { ordersPerMinuteMax: null, messagesPerSecondMax: 50, duplicateWithinMs: 0 };
    const rig = startedRig({ limits: { ...limits, messagesKeptForExits: 0, legEntriesMax: null } });
    rig.fresh();
    const orders = Array.from({ length: 40 }, (_, index) => aLeg({ leg: `l${String(index)}` }));
    rig.place(...orders);
    const elements = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(elements).toHaveLength(40);
  });
});

describe('a contract whose freeze quantity nobody knows', () => {
  it('is not split', () => {
    const rig = startedRig({ limits: { orderLotsMax: null } });
    const contract = { ...CE, freezeUnits: null };
    rig.fresh();
    rig.place(aLeg({ contract, quantityUnits: 7_500 }));
    const elements = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(elements).toMatchObject([{ quantityUnits: 7_500 }]);
  });
});

describe('flattening everything', () => {
  it('takes no new risk from then on, though no run goes on at that moment', () => {
    const rig = startedRig();
    rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    const request = { action: 'flatten', runId: null, reason: 'bad day' } as const;
    rig.step({ kind: 'operator-asked', request });
    expect(rig.engine.view().halt).toMatchObject({ state: 'reducing', by: 'operator' });
  });
});
