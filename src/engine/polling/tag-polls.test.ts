import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk, planned } from '../../../test/support/desk-rig.ts';
import { aDay, aLeg, at, pollsOf } from '../../../test/support/engine-rig.ts';
import { startOfIstDay } from '../../model/time/ist.ts';
import { type Desk } from '../desk.ts';
import { requestTagPolls } from './tag-polls.ts';

/** A desk that looks for one order, sent long before now. */
function seeking(nowMs: number): Desk {
  const desk = aDesk();
  desk.nowMs = nowMs;
  const intent = Object.assign(planned(desk), { state: 'unknown' });
  desk.doubts.open(intent, 0);
  leftDesk(desk);
  return desk;
}

function lookUps(desk: Desk): number {
  requestTagPolls(desk);
  return pollsOf(leftDesk(desk)).length;
}

describe('a tag is looked up', () => {
  it.each([
    ['08:59:59', 0],
    ['09:00', 1],
    ['16:09:59', 1],
    ['16:10', 0],
  ])('in the hours in which orders are polled: at %s %i times', (time, times) => {
    expect(lookUps(seeking(at(time)))).toBe(times);
  });

  it('for the day, one at a time', () => {
    const desk = seeking(at('09:20'));
    requestTagPolls(desk);
    const [tag] = [...desk.doubts.all()].map(({ intent }) => intent.tag);
    const range = { startMs: startOfIstDay(aDay().date), endMs: desk.dayEndsMs };
    expect(pollsOf(leftDesk(desk))).toEqual([{ subject: 'orders-of-tag', tag, range }]);
    expect(desk.doubts.tagUnderWay).toBe(tag);
    expect(lookUps(desk)).toBe(0);
  });

  it('again after its time, and not at once after another one', () => {
    const desk = seeking(at('09:20'));
    requestTagPolls(desk);
    desk.doubts.tagUnderWay = null;
    leftDesk(desk);
    desk.nowMs += desk.limits.tagPollMs - 1;
    expect(lookUps(desk)).toBe(0);
    expect(desk.wakesAtMs).toEqual([desk.nowMs + 1]);
    desk.nowMs += 1;
    expect(lookUps(desk)).toBe(1);
    desk.doubts.tagUnderWay = null;
    const second = Object.assign(planned(desk, aLeg({ leg: 'pe' })), { state: 'unknown' });
    desk.doubts.open(second, 0);
    expect(lookUps(desk)).toBe(0);
    desk.nowMs += desk.limits.tagPollSpacingMs;
    expect(lookUps(desk)).toBe(1);
  });

  it('never where nothing is looked for, or the exchange is closed all day', () => {
    expect(lookUps(aDesk())).toBe(0);
    const desk = seeking(at('09:20'));
    Object.assign(desk, { day: aDay({ sessions: [] }) });
    expect(lookUps(desk)).toBe(0);
  });
});
