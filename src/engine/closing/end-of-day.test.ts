import { describe, expect, it } from 'vitest';

import { aDesk, held, leftDesk, shownAs, working } from '../../../test/support/desk-rig.ts';
import {
  aContract,
  aDay,
  aLeg,
  aRecord,
  at,
  CE,
  each,
  type EngineRig,
  filled,
  noticesOf,
  RigProblem,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type Desk } from '../desk.ts';
import { closeIntraday, noticeUnflat } from './end-of-day.ts';

/** A desk just before the close. */
function lateDesk(): Desk {
  const desk = aDesk({ limits: { intradayEndsBeforeCloseMs: 600_000 } });
  desk.nowMs = at('15:30');
  return desk;
}

function scopes(desk: Desk): readonly unknown[] {
  closeIntraday(desk);
  return desk.squareOffs.active().map(({ scope }) => scope);
}

it('a leg that holds something intraday is squared off before the close', () => {
  const desk = lateDesk();
  shownAs(working(desk), { status: 'completed', filledUnits: 75 });
  held(desk, -75);
  expect(scopes(desk)).toEqual([['ce']]);
});

it('a flat leg is squared off while one of its orders still works, though another is over', () => {
  const desk = lateDesk();
  shownAs(working(desk), { status: 'cancelled' });
  working(desk);
  expect(scopes(desk)).toEqual([['ce']]);
});

it('a flat leg of which nothing works is left alone, and so is what is carried forward', () => {
  const desk = lateDesk();
  shownAs(working(desk), { status: 'cancelled' });
  working(desk, aLeg({ leg: 'carried', product: 'carry-forward' }));
  expect(scopes(desk)).toEqual([]);
});

const NOT_SQUARED = 'Not squared off at the close: all legs (15:10)';

function criticalOf(rig: EngineRig): readonly string[] {
  return noticesOf(rig.effects, 'critical');
}

function squareOff(rig: EngineRig): void {
  rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
}

describe('what is not flat at the close', () => {
  it('is critical when the clock jumps over the close before anything was squared off', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.to('15:45');
    expect(criticalOf(rig)).toEqual([`At the close leg "ce" holds -75 units of ${CE.symbol}`]);
    rig.to('15:50');
    expect(criticalOf(rig)).toHaveLength(1);
  });

  it('is critical when the clock jumps from before the overdue time to after the close', () => {
    const rig = startedRig({ from: '15:10' });
    rig.hold(aLeg());
    squareOff(rig);
    rig.pass(1_000);
    rig.to('15:45');
    expect(criticalOf(rig)).toContain(NOT_SQUARED);
    expect(criticalOf(rig).join()).toContain('Not flat');
  });

  it('is critical when the goal is set after the clock has jumped over the close', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.to('15:45');
    squareOff(rig);
    expect(criticalOf(rig)).toContain(NOT_SQUARED);
  });

  it('is critical when the clock jumps over midnight', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    squareOff(rig);
    rig.pass(24 * 3_600_000);
    expect(criticalOf(rig)).toContain(NOT_SQUARED);
  });

  it('is critical when a restart comes after the close', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    squareOff(rig);
    rig.pass(1_000);
    const lastAtMs = rig.nowMs;
    rig.nowMs = at('15:45');
    rig.step({ kind: 'restarted', lastAtMs });
    expect(criticalOf(rig)).toContain(NOT_SQUARED);
  });

  it('is critical when a fill comes to light after the close', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing sent');
    rig.answer(attempt, each([element.tag]));
    rig.to('15:45');
    expect(criticalOf(rig).join()).not.toContain('holds');
    rig.show(filled(aRecord(element), 10_000));
    expect(criticalOf(rig).join()).toContain('At the close leg "ce" holds -75 units');
  });

  it('says so where all that is left is a bought option that expires today: no one may bid for it', () => {
    const rig = startedRig();
    const contract = aContract({ expiry: aDay().date });
    rig.hold(aLeg({ contract, side: 'buy' }));
    squareOff(rig);
    rig.to('15:45');
    expect(criticalOf(rig)).toEqual(
      expect.arrayContaining([
        `At the close leg "ce" holds 75 units of ${contract.symbol}, which expires today and is settled in cash`,
        `${NOT_SQUARED}. All that is left are bought options that expire today`,
      ]),
    );
  });

  it('does not call what was sold harmless because it expires today', () => {
    const rig = startedRig();
    rig.hold(aLeg({ contract: aContract({ expiry: aDay().date }) }));
    squareOff(rig);
    rig.to('15:45');
    expect(criticalOf(rig)).toEqual(
      expect.arrayContaining([expect.stringContaining('expires today'), NOT_SQUARED]),
    );
  });

  it('is no problem where the position is meant to be carried', () => {
    const rig = startedRig();
    rig.hold(aLeg({ product: 'carry-forward' }));
    rig.to('15:45');
    expect(criticalOf(rig)).toEqual([]);
    expect(noticesOf(rig.effects, 'info')).toContain(
      `At the close leg "ce" holds -75 units of ${CE.symbol}, carried forward`,
    );
  });
});

describe('after the close', () => {
  it('a day without a session has no close at which anything could be open', () => {
    const desk = aDesk();
    Object.assign(desk, { day: aDay({ isTradingDay: false, sessions: [] }) });
    desk.signals.send({ runId: RUN, commandIndex: 0, sentAtMs: 0 }).state = 'unknown';
    held(desk, -75);
    leftDesk(desk);
    noticeUnflat(desk);
    expect(noticesOf(leftDesk(desk))).toEqual([]);
  });

  it('a square-off that is not done is critical once', () => {
    const desk = aDesk();
    const about = { reason: '15:10', startedAtMs: 0, isTold: true, isOverdueNoticed: false };
    desk.squareOffs.add({ runId: RUN, scope: 'all', origin: 'strategy', ...about });
    desk.nowMs = at('15:40');
    noticeUnflat(desk);
    noticeUnflat(desk);
    expect(noticesOf(leftDesk(desk), 'critical')).toEqual([NOT_SQUARED]);
  });

  it('a custom position without an identifier says that it has none', () => {
    const desk = aDesk();
    const of = { runId: RUN, position: 'condor', askedAtMs: 0, exitAtMs: null };
    Object.assign(desk.customPositions.start(of), { state: 'started', detail: 'see there' });
    desk.nowMs = at('15:40');
    noticeUnflat(desk);
    expect(noticesOf(leftDesk(desk), 'warning')).toEqual([
      'At the close custom position "condor" (identifier unknown) is still open: see there',
    ]);
  });
});
