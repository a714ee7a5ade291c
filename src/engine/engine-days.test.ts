import { describe, expect, it } from 'vitest';

import {
  aCalendar,
  aDay,
  aLeg,
  at,
  CE,
  DATE,
  EngineRig,
  inputsOf,
  noticesOf,
  RUN,
  startedRig,
} from '../../test/support/engine-rig.ts';
import { type CalendarDay } from '../model/time/calendar.ts';

const DAY_MS = 86_400_000;

describe('a day', () => {
  it('that is over when time jumps into the next one says what it leaves open', () => {
    const nextDay = (date: string): CalendarDay =>
      date === DATE
        ? aDay()
        : aDay({
            date,
            sessions: [{ startMs: at('09:15') + DAY_MS, endMs: at('15:40') + DAY_MS }],
          });
    const rig = startedRig({ calendar: { ...aCalendar(), day: nextDay } });
    rig.hold(aLeg({ product: 'carry-forward' }));
    rig.nowMs = at('09:20') + DAY_MS;
    rig.step({ kind: 'time-passed' });
    expect(noticesOf(rig.effects).join()).toContain(
      `At the close leg "ce" holds -75 units of ${CE.symbol}, carried forward`,
    );
  });

  it('that begins after its close shows no run an open or a close', () => {
    const rig = new EngineRig({ from: '15:50' });
    rig.start();
    rig.pass(1_000);
    expect(inputsOf(rig.effects)).toEqual([]);
  });

  it('that begins in the session shows its open once', () => {
    const rig = startedRig();
    rig.pass(1_000);
    expect(inputsOf(rig.effects)).toMatchObject([{ kind: 'session-edge', edge: 'open' }]);
  });
});

it('a value of a source reaches its run, whatever else is due at the moment', () => {
  const rig = startedRig();
  const show = (value: number): void => {
    rig.step({ kind: 'source-value', runId: RUN, source: 'vix', value });
  };
  rig.to('15:39:59');
  rig.nowMs = at('15:40');
  show(1);
  show(2);
  const values = inputsOf(rig.effects).filter(({ kind }) => kind !== 'session-edge');
  expect(values).toHaveLength(2);
});
