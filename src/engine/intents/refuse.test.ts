import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk, planned } from '../../../test/support/desk-rig.ts';
import { inputsOf, RUN } from '../../../test/support/engine-rig.ts';
import { STOP } from '../../../test/support/stop-rig.ts';
import { type Undone } from '../../notices/refusals.ts';
import { type Refusal } from '../../risk/refusal.ts';
import { type Desk } from '../desk.ts';
import { refuse, type RefusedPart, refuseUnsent } from './refuse.ts';

const PART: RefusedPart = { runId: RUN, commandIndex: 3, leg: 'ce' };
const NO: Undone = { kind: 'not-a-command', detail: 'no' };
const REFUSAL: Refusal = { rule: 'squaring-off', what: 'Leg', found: 'a', allowed: 'b' };

function severity(desk: Desk, part: RefusedPart): string | undefined {
  refuse(desk, part, NO);
  return leftDesk(desk).find((effect) => effect.kind === 'notice')?.notice.severity;
}

describe('a refusal', () => {
  it.each<[string, Partial<RefusedPart>]>([
    ['warning', {}],
    ['critical', { commandIndex: null }],
    ['critical', { isUrgent: true }],
    ['info', { isOrdinary: true }],
    ['info', { isOrdinary: true, isUrgent: true }],
  ])('is %s (%#)', (expected, over) => {
    expect(severity(aDesk(), { ...PART, ...over })).toBe(expected);
  });

  it('reaches its run where the run asked', () => {
    const desk = aDesk();
    refuse(desk, PART, NO);
    expect(inputsOf(leftDesk(desk))).toMatchObject([
      { kind: 'command-refused', commandIndex: 3, leg: 'ce', reason: 'no' },
    ]);
    refuse(desk, { ...PART, commandIndex: null }, NO);
    expect(inputsOf(leftDesk(desk))).toEqual([]);
  });

  it('by a rule is counted once, what came in between is not', () => {
    const desk = aDesk();
    refuse(desk, PART, NO);
    refuse(desk, PART, { ...REFUSAL, rule: 'not-held' });
    expect(desk.runs.get(RUN).refusals).toEqual({ forData: 0, other: 0 });
    refuse(desk, PART, REFUSAL);
    expect(desk.runs.get(RUN).refusals).toEqual({ forData: 0, other: 1 });
  });
});

describe('an order that is refused before it leaves', () => {
  it('ends the exit that it was for', () => {
    const desk = aDesk();
    const order = { ...STOP, role: 'target' } as const;
    const intent = planned(desk, order);
    desk.protections.add({ runId: RUN, commandIndex: 0, order }, [intent]);
    desk.protections.add({ runId: RUN, commandIndex: 1, order: STOP }, []);
    refuseUnsent(desk, intent, NO);
    expect(desk.protections.all()).toMatchObject([{ commandIndex: 1 }]);
    expect(intent).toMatchObject({ state: 'refused', detail: 'no' });
  });

  it('ends no stop: it is placed again at once, and nobody hears of it yet', () => {
    const desk = aDesk();
    const intent = planned(desk, STOP);
    desk.protections.add({ runId: RUN, commandIndex: 0, order: STOP }, [intent]);
    leftDesk(desk);
    refuseUnsent(desk, intent, NO);
    expect(desk.protections.all()).toHaveLength(1);
    expect(desk.wakesAtMs).toEqual([desk.nowMs]);
    expect(leftDesk(desk)).toEqual([]);
  });
});
