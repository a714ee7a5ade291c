import { describe, expect, it } from 'vitest';

import {
  aContract,
  aLeg,
  aQuote,
  aRecord,
  aRun,
  CE,
  EngineRig,
  filled,
  moved,
  PE,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../test/support/engine-rig.ts';
import { codesOf, toldBy } from '../../test/support/told-codes.ts';
import { UnseenRig } from '../../test/support/unseen-rig.ts';
import { type Order } from '../model/orders/order.ts';

const ACCEPTED = { kind: 'accepted', orderId: null, detail: '' } as const;
const BLANK = { status: 'open', filledUnits: 0, filledValuePaise: 0 } as const;

describe('order-taken-over', () => {
  it('is reported of an order that an earlier process sent, and of no order of this one', () => {
    const before = startedRig({ mode: 'live' });
    const record = filled({ ...before.work(aLeg()), createdAtMs: before.nowMs }, 10_000);
    const rig = startedRig({ mode: 'live' });
    rig.fresh(record);
    expect(toldBy(rig, () => rig.place(aLeg()))).toContain('order-taken-over');
    expect(rig.attempts()).toEqual([]);
    const next = toldBy(rig, () => {
      rig.place(aLeg({ leg: 'pe', contract: PE }));
      rig.fresh(record);
    });
    expect(next).not.toContain('order-taken-over');
    expect(rig.attempts()).toHaveLength(1);
  });
});

describe('two-orders-one-tag', () => {
  it('is reported once, at the poll that shows the second', () => {
    const rig = new UnseenRig();
    const element = rig.send(ACCEPTED);
    expect(toldBy(rig, () => rig.show(aRecord(element)))).toEqual([]);
    const second = aRecord(element, { orderId: 'second' });
    expect(toldBy(rig, () => rig.show(second))).toEqual(['two-orders-one-tag']);
    const after = toldBy(rig, () => {
      rig.show(moved(second, { status: 'cancelled' }));
      rig.look(10);
    });
    expect(after).not.toContain('two-orders-one-tag');
  });
});

describe('exit-never-arrived', () => {
  it('is reported of the exit of a square-off that clean polls prove absent, until one arrives', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg());
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    rig.answerLast('lost');
    expect(
      toldBy(rig, () => {
        rig.look(60);
      }),
    ).not.toContain('exit-never-arrived');
    expect(
      toldBy(rig, () => {
        rig.look(1);
      }),
    ).toContain('exit-never-arrived');
    const again = aRecord(rig.answerLast(ACCEPTED));
    const after = toldBy(rig, () => {
      rig.show(filled(again, 10_000));
      rig.look(120);
    });
    expect(after).not.toContain('exit-never-arrived');
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: 0 }]);
  });
});

describe('exit-given-up', () => {
  const TARGET = aLeg({ role: 'target', side: 'buy', terms: { kind: 'limit', pricePaise: 5_000 } });

  function rejectNext(rig: EngineRig): void {
    rig.settle();
    const elements = rig.sent('place').flatMap(({ request }) => request.elements);
    for (const element of elements) rig.show(aRecord(element, { status: 'rejected' }));
    rig.pass(10_000);
  }

  it('is reported at the third order for a target that fails, and not of the one that follows', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.place(TARGET);
    for (let time = 0; time < 2; time += 1) {
      expect(
        toldBy(rig, () => {
          rejectNext(rig);
        }),
      ).not.toContain('exit-given-up');
    }
    expect(
      toldBy(rig, () => {
        rejectNext(rig);
      }),
    ).toContain('exit-given-up');
    const after = toldBy(rig, () => {
      const again = rig.work(TARGET);
      rig.show(filled(again, 5_000));
      rig.pass(60_000);
    });
    expect(after).not.toContain('exit-given-up');
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: 0 }]);
  });
});

describe('an order of the account that no run asked for', () => {
  const byHand = (mine: Order, over: Partial<Order> = {}): Order =>
    filled({ ...mine, ...BLANK, orderId: 'by-hand', tag: '', side: 'buy', ...over }, 9_000);

  function rigWith(foreignOrders: 'alert' | 'adopt'): EngineRig {
    const rig = new EngineRig();
    rig.step({ kind: 'run-started', run: aRun(), policies: { foreignOrders } });
    return rig;
  }

  it('is foreign-close-ignored where its run asks for an alert alone, once', () => {
    const rig = rigWith('alert');
    const hand = byHand(rig.hold(aLeg()));
    expect(toldBy(rig, () => rig.show(hand))).toContain('foreign-close-ignored');
    expect(toldBy(rig, () => rig.show(hand))).toEqual([]);
    const adopting = rigWith('adopt');
    const other = byHand(adopting.hold(aLeg()));
    expect(toldBy(adopting, () => adopting.show(other))).not.toContain('foreign-close-ignored');
  });

  it('is tag-of-another-contract where it carries the tag of a leg in another contract', () => {
    const rig = startedRig();
    const mine = rig.hold(aLeg());
    const { instrumentId, symbol } = aContract({ strikePaise: 2_600_000 });
    const strange = { ...mine, ...BLANK, orderId: 'strange', instrumentId, symbol };
    expect(toldBy(rig, () => rig.show(strange))).toContain('tag-of-another-contract');
    expect(toldBy(rig, () => rig.show(moved(strange, { status: 'cancelled' })))).toEqual([]);
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: -75 }]);
  });
});

describe('polls', () => {
  it('polls-succeed-again follows the first good poll after failures, and no other', () => {
    const rig = startedRig();
    const fail = (): unknown =>
      rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, subject: 'orders', outcome: TIMEOUT });
    expect(toldBy(rig, () => rig.orders())).not.toContain('polls-succeed-again');
    expect(toldBy(rig, fail)).toEqual(['poll-failed']);
    rig.nowMs += 1_000;
    expect(toldBy(rig, () => rig.orders())).toEqual(['polls-succeed-again']);
    rig.nowMs += 1_000;
    expect(toldBy(rig, () => rig.orders())).toEqual([]);
  });

  it('contracts-readable ends contracts-skipped', () => {
    const rig = startedRig();
    rig.watch({ kind: 'contracts', underlying: 'NIFTY' });
    const list = (problems: readonly string[]): unknown => {
      const malformed = problems.map((problem, index) => ({ index, problem }));
      const outcome = { kind: 'accepted', value: { contracts: [CE], malformed } } as const;
      const about = { subject: 'contracts', underlying: 'NIFTY', startedAtMs: rig.nowMs } as const;
      return rig.step({ kind: 'poll-ended', ...about, outcome });
    };
    expect(toldBy(rig, () => list(['lot size: found 0']))).toEqual(['contracts-skipped']);
    rig.nowMs += 30_000;
    expect(toldBy(rig, () => list([]))).toEqual(['contracts-readable']);
    expect(toldBy(rig, () => list([]))).toEqual([]);
  });
});

describe('what the operator or the machine did', () => {
  it('starts-may-leave is what a resume says on paper after a journal that starts fresh', () => {
    const rig = startedRig();
    const resume = (): unknown =>
      rig.step({ kind: 'operator-asked', request: { action: 'resume', reason: 'looked' } });
    rig.step({ kind: 'begun-anew', detail: 'the journal is new' });
    expect(toldBy(rig, resume)).toEqual(['starts-may-leave']);
    expect(toldBy(rig, resume)).toEqual(['resume-declined']);
  });

  it('entries-still-paused is repeated by every restart until the operator resumes', () => {
    const rig = startedRig();
    const restart = (): unknown => rig.step({ kind: 'restarted', lastAtMs: rig.nowMs });
    const ask = (action: 'pause' | 'resume'): unknown =>
      rig.step({ kind: 'operator-asked', request: { action, runId: RUN, reason: 'news' } });
    ask('pause');
    expect(toldBy(rig, restart)).toContain('entries-still-paused');
    expect(toldBy(rig, restart)).toContain('entries-still-paused');
    ask('resume');
    expect(toldBy(rig, restart)).toEqual(['restarted']);
  });

  it('run-adopted ends what run-held said: the run is heard again', () => {
    const rig = startedRig();
    expect(
      toldBy(rig, () => rig.step({ kind: 'run-held', runId: RUN, detail: 'changed' })),
    ).toEqual(['run-held']);
    const request = { action: 'release', runId: RUN, how: 'adopt', reason: 'meant' } as const;
    const told = toldBy(rig, () => rig.step({ kind: 'operator-asked', request }));
    expect(told).toEqual(['run-adopted']);
    rig.fresh();
    rig.place(aLeg());
    expect(rig.sent('place')).toHaveLength(1);
    expect(codesOf(rig.step({ kind: 'restarted', lastAtMs: rig.nowMs }))).not.toContain(
      'run-still-held',
    );
  });

  it('clock-set-back is critical where the account is halted already, and not where it halts it', () => {
    const rig = startedRig();
    const doubt = (): unknown => rig.step({ kind: 'clock-doubted', behindMs: 600_000 });
    expect(toldBy(rig, doubt)).toEqual(['halted']);
    expect(toldBy(rig, doubt)).toEqual(['clock-set-back']);
    const resume = { action: 'resume', reason: 'the clock is right' } as const;
    rig.step({ kind: 'operator-asked', request: resume });
    expect(rig.engine.view().halt.state).toBe('active');
    rig.fresh();
    rig.quotes(aQuote(CE));
    rig.place(aLeg());
    expect(rig.sent('place')).toHaveLength(1);
  });
});
