import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aQuote,
  CE,
  type EngineRig,
  filled,
  noticesOf,
  PE,
  refusalsOf,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type Halt } from '../../model/orders/halt-and-lock.ts';
import { takeClockDoubt, takePlatformClock } from './take-process-events.ts';

it('a clock that was set back halts the account, which says so once', () => {
  const desk = aDesk();
  takeClockDoubt(desk, 2_500);
  expect(desk.halt).toMatchObject({ state: 'reducing', by: 'clock' });
  expect(noticesOf(leftDesk(desk))).toHaveLength(1);
});

it('a clock that was set back while the account is halted is critical all the same', () => {
  const desk = aDesk();
  desk.halt = { state: 'halted', sinceMs: 0, reason: 'lunch', by: 'operator' };
  takeClockDoubt(desk, 2_500);
  expect(noticesOf(leftDesk(desk), 'critical')).toEqual([
    expect.stringMatching(/^The time is in doubt: the machine's clock is 2\.5 s behind/),
  ]);
  expect(desk.halt.by).toBe('operator');
});

const HALTED: Halt = { state: 'halted', sinceMs: 0, reason: 'lunch', by: 'operator' };

describe('a clock that differs from the platform', () => {
  it.each([1, 90_000])('by %i ms ahead takes no new risk, and says so once', (aheadMs) => {
    const desk = aDesk();
    takePlatformClock(desk, aheadMs);
    expect(desk.halt).toMatchObject({ state: 'reducing', by: 'clock' });
    expect(desk.halt.reason).toContain("ahead of the platform's");
    expect(noticesOf(leftDesk(desk))).toHaveLength(1);
  });

  it('ahead is critical though the account is halted already', () => {
    const desk = Object.assign(aDesk(), { halt: HALTED });
    takePlatformClock(desk, 90_000);
    const [told] = noticesOf(leftDesk(desk), 'critical');
    expect(told).toContain('comes too early by as much');
    expect(told).toContain('leave it down for 90.0 s');
  });

  it('behind is critical, and the account goes on', () => {
    const desk = aDesk();
    takePlatformClock(desk, -90_000);
    expect(desk.halt.state).toBe('active');
    const [told] = noticesOf(leftDesk(desk), 'critical');
    expect(told).toContain("90.0 s behind the platform's");
    expect(told).toContain('comes too late by as much');
    expect(told).not.toContain('leave it down');
  });
});

describe('a clock that agrees again', () => {
  it.each<[string, Partial<Halt>]>([
    ['the operator resumed', { by: 'clock', state: 'active' }],
    ['something else halts', {}],
  ])('is information where %s', (_, over) => {
    const desk = Object.assign(aDesk(), { halt: { ...HALTED, ...over } });
    takePlatformClock(desk, 0);
    expect(noticesOf(leftDesk(desk), 'info')).toEqual([
      "The clock of this day agrees with the platform's again",
    ]);
  });

  it('is a warning, with the way back, while the account is halted for it', () => {
    const halt: Halt = { ...HALTED, by: 'clock', state: 'reducing' };
    const desk = Object.assign(aDesk(), { halt });
    takePlatformClock(desk, 0);
    expect(noticesOf(leftDesk(desk), 'warning')).toEqual([
      expect.stringContaining('; entries again after:'),
    ]);
  });
});

const STOP = aLeg({
  role: 'stop',
  side: 'buy',
  terms: { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_500 },
});

function stall(rig: EngineRig, ms = 60_000): void {
  const fromMs = rig.nowMs;
  rig.nowMs += ms;
  rig.step({ kind: 'stalled', fromMs });
}

describe('a process that stood still', () => {
  it('is critical where something is held or works, with what and from when to when', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(STOP);
    rig.to('10:15:03');
    stall(rig);
    const [message] = noticesOf(rig.effects, 'critical');
    expect(message).toContain('stood still for 60.0 s (from 10:15:03 to 10:16:03 IST)');
    expect(message).toContain(`leg "ce" -75 units of ${CE.symbol}, 1 order working`);
  });

  it('is a warning where nothing is held and nothing works', () => {
    const rig = startedRig();
    stall(rig);
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
    expect(noticesOf(rig.effects, 'warning').join()).toContain('Nothing was open');
  });

  it('sends an exit only by orders and quotes that were polled afterwards', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const startedAtMs = rig.nowMs;
    stall(rig, 6_000);
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    // What was under way says what was so before.
    const orders = [...rig.book.values()];
    const value = { orders, changed: orders, malformed: [], isUnchanged: false };
    const outcome = { kind: 'accepted', value } as const;
    rig.step({ kind: 'poll-ended', startedAtMs, subject: 'orders', outcome });
    expect(rig.sent('place')).toEqual([]);
    rig.show();
    expect(rig.sent('place')).toEqual([]);
    rig.quotes(aQuote(CE));
    expect(rig.sent('place')[0]?.request.elements).toMatchObject([{ side: 'buy' }]);
  });

  it('sends no exit for what a stop closed meanwhile', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.sent('place');
    stall(rig);
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    rig.show(filled(stop, 12_000));
    rig.pass(1_000);
    expect(rig.sent('place')).toEqual([]);
    expect(rig.engine.view().positions).toMatchObject([{ leg: 'ce', netUnits: 0 }]);
  });

  it('sends no entry by orders and quotes from before, and gives up one that waited', () => {
    const rig = startedRig();
    rig.fresh();
    stall(rig, 6_000);
    rig.place(aLeg());
    rig.quotes({ symbol: CE.symbol, bidPaise: 9_995, askPaise: 10_005, lastPaise: 10_000 });
    expect(rig.sent('place')).toEqual([]);
    rig.fresh();
    expect(rig.sent('place')).toHaveLength(1);
    rig.pass(20_000);
    rig.place(aLeg({ leg: 'pe', contract: PE }));
    stall(rig);
    rig.pass(1);
    expect(refusalsOf(rig.effects).join()).toContain('Orders have not been seen lately');
    expect(rig.sent('place')).toEqual([]);
  });

  it('asks for the orders at once', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.effects.length = 0;
    stall(rig);
    expect(rig.effects).toContainEqual({ kind: 'poll', poll: { subject: 'orders' } });
  });

  it('gives up starts and signals that waited for it', () => {
    const rig = startedRig({ limits: { messagesPerSecondMax: 3 } });
    for (const position of ['a', 'b', 'c', 'd']) {
      rig.command({
        kind: 'startPosition',
        position,
        alertName: position,
        ticker: 'NIFTY',
        legs: [{}],
        exitTime: '15:10',
      });
    }
    const before = rig.sent('start-position').length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(4);
    stall(rig);
    rig.pass(2_000);
    expect(rig.sent('start-position')).toEqual([]);
    expect(refusalsOf(rig.effects).join()).toContain('the process stood still');
  });
});
