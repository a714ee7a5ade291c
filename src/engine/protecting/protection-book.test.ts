import { describe, expect, it } from 'vitest';

import { aDesk, planned, shownAs, working } from '../../../test/support/desk-rig.ts';
import { aLeg, PE, RUN } from '../../../test/support/engine-rig.ts';
import { STOP } from '../../../test/support/stop-rig.ts';
import { type Role } from '../../model/orders/order.ts';
import { type Intent } from '../intents/intent.ts';
import {
  coveredUnits,
  FAILURES_MAX,
  type LegClock,
  ProtectionBook,
  type StandingExit,
  standingUnits,
  wantedUnits,
} from './protection-book.ts';

const ASKED = { runId: RUN, commandIndex: 0, order: STOP };
const TARGET = aLeg({ role: 'target', side: 'buy' });

function clocksOf(book: ProtectionBook): readonly LegClock[] {
  return [...book.clocks()];
}

function standing(...intents: readonly Intent[]): StandingExit {
  return new ProtectionBook().add({ ...ASKED, order: { ...STOP, quantityUnits: 150 } }, intents);
}

describe('the book of exits', () => {
  it('begins an exit with nothing that went wrong', () => {
    const intent = planned(aDesk(), STOP);
    const book = new ProtectionBook();
    const exit = book.add(ASKED, [intent]);
    expect(exit).toEqual({
      ...ASKED,
      intents: [intent],
      open: [intent],
      failures: 0,
      rejections: 0,
      problem: '',
      notBeforeMs: -Infinity,
      isPassedTold: false,
      restsSinceMs: null,
      waitsSinceMs: null,
      isPassed: false,
    });
    expect(book.all()).toEqual([exit]);
    expect(book.of(intent)).toBe(exit);
    expect(book.of(planned(aDesk(), STOP))).toBeUndefined();
    expect(book.isPriceAwaited).toBe(false);
  });

  it('begins a clock for the first stop of a leg in a contract, and for no other exit', () => {
    const book = new ProtectionBook();
    book.add({ ...ASKED, order: TARGET }, []);
    expect(clocksOf(book)).toEqual([]);
    book.add(ASKED, []);
    expect(clocksOf(book)).toEqual([
      {
        runId: RUN,
        leg: 'ce',
        contract: STOP.contract,
        line: null,
        sinceMs: null,
        bareSinceMs: null,
        unseen: null,
        longestMs: 0,
        isBeyondBound: false,
        isTold: false,
        problem: '',
      },
    ]);
  });

  it('keeps the clock where a leg gets another stop, and begins one for another contract, leg or run', () => {
    const book = new ProtectionBook();
    book.doubt(book.add(ASKED, []), 7);
    book.add(ASKED, []);
    book.add({ ...ASKED, order: { ...STOP, contract: PE } }, []);
    book.add({ ...ASKED, order: { ...STOP, leg: 'pe' } }, []);
    book.add({ ...ASKED, runId: 'other' }, []);
    expect(clocksOf(book).map(({ sinceMs }) => sinceMs)).toEqual([7, null, null, null]);
  });

  it('takes in a refused stop as failed once, and one that is hopeless as failed for good', () => {
    const book = new ProtectionBook();
    book.addRefused(ASKED, 'was refused', false);
    expect(book.all()).toMatchObject([{ failures: 1, problem: 'was refused' }]);
    expect(clocksOf(book)).toMatchObject([{ problem: 'was refused' }]);
    book.addRefused(ASKED, 'cannot be', true);
    expect(book.all()[1]).toMatchObject({ failures: FAILURES_MAX, problem: 'cannot be' });
  });

  it('notes the trouble of a target beside it, not of the stop', () => {
    const book = new ProtectionBook();
    book.add(ASKED, []);
    const target = book.add({ ...ASKED, order: TARGET }, []);
    book.noteProblem(target, 'was rejected');
    expect(target.problem).toBe('was rejected');
    expect(clocksOf(book)).toMatchObject([{ problem: '' }]);
    book.doubt(target, 9);
    book.doubt(book.add({ ...ASKED, order: { ...TARGET, leg: 'pe' } }, []), 9);
    expect(clocksOf(book)).toHaveLength(1);
  });

  it('doubts a leg since the earlier time', () => {
    const book = new ProtectionBook();
    const exit = book.add(ASKED, []);
    book.doubt(exit, 5);
    book.lose(exit, 9);
    expect(clocksOf(book)).toMatchObject([{ sinceMs: 5 }]);
    expect(book.all()).toEqual([]);
    const other = book.add({ ...ASKED, runId: 'other' }, []);
    book.lose(other, 9);
    expect(clocksOf(book)[1]).toMatchObject({ sinceMs: 9 });
  });

  it.each<[string, string, Role | null, readonly string[]]>([
    [RUN, 'ce', 'stop', ['target ce', 'stop pe', 'stop ce']],
    [RUN, 'ce', null, ['stop pe', 'stop ce']],
    [RUN, 'pe', null, ['stop ce', 'target ce', 'stop ce']],
    ['none', 'ce', null, ['stop ce', 'target ce', 'stop pe', 'stop ce']],
  ])('gives up what a run means: %s %s %s', (...[runId, leg, role, left]) => {
    const book = new ProtectionBook();
    for (const order of [STOP, TARGET, { ...STOP, leg: 'pe' }]) book.add({ ...ASKED, order }, []);
    book.add({ ...ASKED, runId: 'other' }, []);
    book.give(runId, (name) => name === leg, role);
    expect(book.all().map(({ order }) => `${order.role} ${order.leg}`)).toEqual(left);
    expect(book.ofLeg('other', 'ce')).toHaveLength(1);
    expect(book.ofLeg('other', 'pe')).toEqual([]);
  });
});

describe('units of an exit', () => {
  it('are still wanted as far as its orders have not filled them', () => {
    const desk = aDesk();
    const first = working(desk, STOP);
    const second = working(desk, STOP);
    const exit = standing(first, second);
    expect([wantedUnits(exit), coveredUnits(exit)]).toEqual([150, 150]);
    shownAs(first, { filledUnits: 50 });
    expect([wantedUnits(exit), coveredUnits(exit)]).toEqual([100, 100]);
    shownAs(second, { filledUnits: 75, status: 'completed' });
    expect([wantedUnits(exit), coveredUnits(exit)]).toEqual([25, 25]);
    shownAs(first, { filledUnits: 149 });
    expect(wantedUnits(exit)).toBe(0);
    expect([wantedUnits(standing()), coveredUnits(standing())]).toEqual([150, 0]);
  });

  it.each<[string, Partial<Intent>, 'open' | 'place-pending' | 'cancelled' | null, number, number]>(
    [
      ['waits', { state: 'waiting' }, null, 0, 0],
      ['is on its way', { state: 'sending' }, null, 0, 0],
      ['was taken', { state: 'accepted' }, null, 75, 0],
      ['is unknown', { state: 'unknown' }, null, 0, 0],
      ['was rejected', { state: 'rejected' }, null, 0, 0],
      ['works', { state: 'accepted' }, 'open', 75, 75],
      ['works before its answer', { state: 'sending' }, 'open', 75, 75],
      ['is not at the exchange yet', { state: 'accepted' }, 'place-pending', 75, 0],
      ['was cancelled', { state: 'accepted' }, 'cancelled', 0, 0],
    ],
  )('stand where its order %s', (...[, over, status, taken, seen]) => {
    const intent = planned(aDesk(), STOP);
    if (status !== null) shownAs(intent, { status });
    Object.assign(intent, over);
    const exit = standing(intent);
    expect([standingUnits(exit, false), standingUnits(exit, true)]).toEqual([taken, seen]);
    exit.isPassed = true;
    expect([standingUnits(exit, false), standingUnits(exit, true)]).toEqual([0, 0]);
  });
});
