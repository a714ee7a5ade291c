import { describe, expect, it } from 'vitest';

import { aDesk, planned, working } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  CE,
  type EngineRig,
  filled,
  HEDGE,
  noticesOf,
  PE,
  refusalsOf,
  RigProblem,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type HaltState } from '../../model/orders/halt-and-lock.ts';
import { type Desk } from '../desk.ts';
import { cancelWish } from '../intents/intent.ts';
import { enforceHalt } from './halt.ts';

function halt(rig: EngineRig, state: 'reducing' | 'halted'): void {
  rig.step({ kind: 'operator-asked', request: { action: 'halt', state, reason: 'bad day' } });
}

function haltOf(rig: EngineRig): HaltState {
  return rig.engine.view().halt.state;
}

const LIMIT = { kind: 'limit', pricePaise: 10_000 } as const;

describe('a halt', () => {
  it.each(['reducing', 'halted'] as const)('as %s refuses entries and lets exits go', (state) => {
    const rig = startedRig();
    rig.hold(aLeg());
    halt(rig, state);
    rig.place(aLeg({ leg: 'pe', contract: PE }));
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    rig.fresh(...rig.book.values());
    const elements = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(elements).toMatchObject([{ symbol: CE.symbol, side: 'buy' }]);
    expect(refusalsOf(rig.effects)[0]).toContain(`account is ${state}`);
    expect(noticesOf(rig.effects, 'critical')[0]).toContain('bad day');
  });

  it('as reducing lets no entry that works have other terms, and lets exits have them', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const entry = aLeg({ leg: 'pe', contract: PE, terms: LIMIT });
    const exit = aLeg({ role: 'target', side: 'buy', terms: { ...LIMIT, pricePaise: 5_000 } });
    rig.work(entry);
    const { orderId } = rig.work(exit);
    halt(rig, 'reducing');
    const dearer = { ...LIMIT, pricePaise: 9_000 };
    rig.command({ kind: 'modify', leg: entry.leg, role: 'entry', terms: dearer });
    rig.command({ kind: 'modify', leg: exit.leg, role: 'target', terms: dearer });
    rig.fresh(...rig.book.values());
    const changed = rig.sent('modify').flatMap(({ elements }) => elements);
    expect(changed).toEqual([{ orderId, terms: dearer }]);
    expect(refusalsOf(rig.effects).join()).toContain('account is reducing');
  });

  it('as reducing stops other terms of an entry that were asked for before and have not left', () => {
    const rig = startedRig();
    const entry = aLeg({ leg: 'pe', contract: PE, terms: LIMIT });
    rig.work(entry);
    const terms = { ...LIMIT, pricePaise: 9_000 };
    rig.command({ kind: 'modify', leg: entry.leg, role: 'entry', terms });
    const [modify] = rig.sent('modify');
    if (modify === undefined) throw new RigProblem('nothing modified');
    rig.answer(modify, {
      kind: 'rejected',
      rejection: { form: 'not-sent', reason: 'Not logged in yet', isTransient: true },
    });
    halt(rig, 'reducing');
    rig.pass(1_000);
    rig.fresh(...rig.book.values());
    expect(rig.sent('modify')).toEqual([]);
    expect(refusalsOf(rig.effects).join()).toContain('account is reducing');
  });

  it('comes of a clock that was set back: no entries until the operator resumes, exits go', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.step({ kind: 'clock-doubted', behindMs: 7_200_400 });
    expect(noticesOf(rig.effects, 'critical')[0]).toContain('7200.4 s behind');
    rig.place(aLeg({ leg: 'pe', contract: PE }));
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    rig.fresh(...rig.book.values());
    expect(rig.engine.view().halt).toMatchObject({ state: 'reducing', by: 'clock' });
    const elements = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(elements).toMatchObject([{ symbol: CE.symbol, side: 'buy' }]);
    rig.step({ kind: 'operator-asked', request: { action: 'resume', reason: 'clock is right' } });
    expect(haltOf(rig)).toBe('active');
  });

  it("comes of a clock ahead of the platform's: no entries until the operator resumes, exits go", () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.step({ kind: 'platform-clock-differs', aheadMs: 88_500 });
    expect(noticesOf(rig.effects, 'critical')[0]).toMatch(/at least 88\.5 s ahead .*chrony/u);
    rig.place(aLeg({ leg: 'pe', contract: PE }));
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    rig.fresh(...rig.book.values());
    expect(rig.engine.view().halt).toMatchObject({ state: 'reducing', by: 'clock' });
    const elements = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(elements).toMatchObject([{ symbol: CE.symbol, side: 'buy' }]);
    rig.step({ kind: 'platform-clock-differs', aheadMs: 0 });
    expect(noticesOf(rig.effects, 'warning').at(-1)).toContain('agrees');
    expect(haltOf(rig)).toBe('reducing');
    rig.step({ kind: 'operator-asked', request: { action: 'resume', reason: 'clock is set' } });
    expect(haltOf(rig)).toBe('active');
  });

  it("does not come of a clock behind the platform's, which is told as critical", () => {
    const rig = startedRig();
    rig.step({ kind: 'platform-clock-differs', aheadMs: -88_500 });
    expect(noticesOf(rig.effects, 'critical')[0]).toMatch(/at least 88\.5 s behind .* too late/u);
    expect(haltOf(rig)).toBe('active');
    rig.step({ kind: 'platform-clock-differs', aheadMs: 0 });
    expect(noticesOf(rig.effects, 'info').at(-1)).toBe(
      "The clock of this day agrees with the platform's again",
    );
    expect(noticesOf(rig.effects, 'warning')).toEqual([]);
  });

  it("ahead of the platform's again while the account is halted already is told all the same", () => {
    const rig = startedRig();
    halt(rig, 'halted');
    rig.step({ kind: 'platform-clock-differs', aheadMs: 60_000 });
    expect(noticesOf(rig.effects, 'critical').at(-1)).toMatch(
      /^The time is in doubt: .* too early/u,
    );
    rig.step({ kind: 'platform-clock-differs', aheadMs: 0 });
    expect(noticesOf(rig.effects, 'info').at(-1)).not.toContain('sauda resume');
  });

  it('stays as strict as it is when the clock is set back, and that is told', () => {
    const rig = startedRig();
    halt(rig, 'halted');
    rig.step({ kind: 'clock-doubted', behindMs: 60_000 });
    expect(rig.engine.view().halt).toMatchObject({ state: 'halted', by: 'operator' });
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('60.0 s behind');
  });

  it.each(['reducing', 'halted'] as const)('as %s drops entries that wait', (state) => {
    const rig = startedRig();
    rig.place(aLeg());
    halt(rig, state);
    rig.fresh();
    rig.pass(60_000);
    expect(rig.sent('place')).toEqual([]);
    expect(rig.engine.view().intents).toMatchObject([{ state: 'refused' }]);
  });

  it.each([
    ['reducing', 0],
    ['halted', 1],
  ] as const)('as %s cancels %i working entries', (state, count) => {
    const rig = startedRig();
    rig.work(aLeg());
    halt(rig, state);
    expect(rig.sent('cancel')).toHaveLength(count);
  });

  it.each([
    ['reducing', 'no entries'],
    ['halted', 'no entries, working entries are cancelled'],
  ] as const)('as %s is told with what it means, and how it ends', (state, what) => {
    const rig = startedRig();
    halt(rig, state);
    const [told] = noticesOf(rig.effects, 'critical');
    expect(told).toContain(`The account is ${state} by the operator: `);
    expect(told).toContain(`(${what}; exits go on). To take entries again: sauda resume`);
    rig.step({ kind: 'operator-asked', request: { action: 'resume', reason: 'looked' } });
    expect(noticesOf(rig.effects, 'info').at(-1)).toBe('The operator resumes the account: looked');
  });

  it('refuses an entry when it is asked for, before anything is polled', () => {
    const rig = startedRig();
    rig.orders();
    halt(rig, 'reducing');
    rig.place(aLeg());
    expect(refusalsOf(rig.effects).join()).toContain('account is reducing');
  });

  it('sends no changed entry', () => {
    const rig = startedRig();
    rig.work(aLeg({ terms: LIMIT }));
    halt(rig, 'reducing');
    const terms = { kind: 'limit', pricePaise: 9_900 } as const;
    rig.command({ kind: 'modify', leg: 'ce', role: 'entry', terms });
    rig.pass(1_000);
    // Refused by the gate when it is asked for, not only dropped before it leaves.
    expect(refusalsOf(rig.effects)[0]).toContain('found an order that adds risk');
    expect(rig.sent('modify')).toEqual([]);
  });

  it('holds a short back whose hedge filled just before', () => {
    const rig = startedRig();
    rig.place(aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy' }), aLeg());
    rig.fresh();
    const [hedge] = rig.sent('place');
    expect(hedge?.request.elements).toHaveLength(1);
    halt(rig, 'halted');
    rig.pass(1_000);
    rig.fresh();
    expect(rig.sent('place')).toEqual([]);
  });

  it('takes no hedge of an exit that works twice before the second one has filled', () => {
    const rig = startedRig();
    rig.hold(aLeg({ side: 'buy' }));
    const exit = rig.work(aLeg({ role: 'exit', side: 'sell' }));
    const second = { ...exit, orderId: 'second' };
    rig.show(filled(exit, 10_000), second);
    halt(rig, 'reducing');
    const hedge = aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy' });
    rig.place(hedge);
    rig.fresh(...rig.book.values());
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects).at(-1)).toContain('account is reducing');
    // Now the leg is short, and what covers it may leave.
    rig.show(filled(second, 10_000));
    rig.place(hedge);
    rig.fresh(...rig.book.values());
    const elements = rig.sent('place').flatMap(({ request }) => request.elements);
    expect(elements).toMatchObject([{ symbol: HEDGE.symbol, side: 'buy' }]);
  });

  it('never becomes milder but by the operator, who gives a reason', () => {
    const rig = startedRig();
    halt(rig, 'halted');
    halt(rig, 'reducing');
    expect(haltOf(rig)).toBe('halted');
    rig.step({ kind: 'operator-asked', request: { action: 'resume', reason: ' ' } });
    expect(haltOf(rig)).toBe('halted');
    rig.step({ kind: 'operator-asked', request: { action: 'resume', reason: 'looked' } });
    expect(haltOf(rig)).toBe('active');
    rig.work(aLeg());
  });

  it('is carried over to the next day, with its own beginning', () => {
    const rig = startedRig();
    const before = { state: 'halted', sinceMs: 5, reason: 'mismatch', by: 'comparator' } as const;
    rig.step({ kind: 'halt-carried-over', halt: before });
    expect(rig.engine.view().halt).toEqual(before);
    rig.step({ kind: 'halt-carried-over', halt: { ...before, state: 'active' } });
    expect(haltOf(rig)).toBe('halted');
    rig.place(aLeg());
    expect(refusalsOf(rig.effects)[0]).toContain('account is halted');
  });

  it('is on record each time that it changes', () => {
    const rig = startedRig();
    halt(rig, 'reducing');
    halt(rig, 'halted');
    halt(rig, 'halted');
    rig.step({ kind: 'operator-asked', request: { action: 'resume', reason: 'looked' } });
    const states = rig.effects.flatMap((effect) =>
      effect.kind === 'record' && effect.entry.kind === 'halt' ? [effect.entry.halt.state] : [],
    );
    expect(states).toEqual(['reducing', 'halted', 'active']);
  });

  it('still squares off', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    halt(rig, 'halted');
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'enough' });
    expect(rig.sent('place')).toHaveLength(1);
  });
});

describe('what a halt takes away of an order that is being cancelled', () => {
  const halted = (state: HaltState): Desk => {
    const desk = aDesk();
    desk.halt = { state, sinceMs: 0, reason: 'bad day', by: 'operator' };
    return desk;
  };

  it('is what was to replace it', () => {
    const desk = halted('halted');
    const intent = Object.assign(working(desk), { cancel: cancelWish(), replaceWith: LIMIT });
    enforceHalt(desk);
    expect(intent.replaceWith).toBeNull();
  });

  it('is the order itself where it was held as absent', () => {
    const desk = halted('halted');
    const intent = Object.assign(planned(desk), { state: 'absent', cancel: cancelWish() });
    enforceHalt(desk);
    expect(intent.state).toBe('refused');
  });

  it('is nothing where the account only takes no more risk', () => {
    const desk = halted('reducing');
    const intent = working(desk);
    enforceHalt(desk);
    expect(intent.cancel).toBeNull();
  });
});
