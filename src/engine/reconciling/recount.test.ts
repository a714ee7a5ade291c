import { describe, expect, it } from 'vitest';

import {
  aContract,
  aRecord,
  aRun,
  CE,
  each,
  filled,
  moved,
  PE,
  RUN,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import {
  countLookUp,
  countPlan,
  countPoll,
  countSend,
  ELEMENT,
  FILLED,
} from '../../../test/support/recount-rig.ts';
import { type AttemptResult } from '../event.ts';
import { Recount, type TagCount } from './recount.ts';

const { tag: TAG } = ELEMENT;
const BY_HAND = { ...FILLED, tag: '', orderId: 'by-hand', side: 'buy' } as const;
const KEY = `${RUN}\n${CE.symbol}`;

function planned(): Recount {
  const recount = new Recount();
  countPlan(recount);
  return recount;
}

/** A count of an order that was planned, and has left. */
function sent(): Recount {
  const recount = planned();
  countSend(recount, 'a0');
  return recount;
}

function answer(recount: Recount, outcome: AttemptResult['outcome'], attemptId = 'a0'): void {
  const result = { kind: 'place', outcome } as AttemptResult;
  recount.noteEvent({ kind: 'attempt-ended', atMs: 0, attemptId, result });
}

function adopt(recount: Recount, fillUnits: number): void {
  recount.noteAdoption({ order: BY_HAND, fillUnits }, { runId: RUN, symbol: CE.symbol });
}

function countOf(recount: Recount, tag = TAG): TagCount | undefined {
  return recount.counts().find((count) => count.tag === tag);
}

describe('the recount of a tag', () => {
  it('counts nothing before it has left', () => {
    const counts = { sends: 0, asks: 0, sent: null, isRejected: false, isSeen: false };
    expect(planned().counts()).toEqual([{ tag: TAG, runId: RUN, role: 'entry', ...counts }]);
  });

  it('counts what leaves, whether planned before or after', () => {
    const { symbol, instrumentId, side } = ELEMENT;
    expect(countOf(sent())).toMatchObject({ sends: 1, sent: { symbol, instrumentId, side } });
    const recount = new Recount();
    countSend(recount, 'a0');
    countSend(recount, 'a1');
    countPlan(recount);
    expect(countOf(recount)).toMatchObject({ runId: '', role: '', sends: 2 });
  });

  it.each([
    ['an answer that took it', each([TAG]), { sends: 1, isRejected: false }],
    [
      'its own no',
      each([TAG], { kind: 'rejected', detail: 'band' }),
      { sends: 1, isRejected: true },
    ],
    [
      'a no to the whole call',
      { kind: 'rejected', rejection: { form: 'not-sent', reason: 'x' } },
      { sends: 1, isRejected: true },
    ],
    ['no answer', TIMEOUT, { sends: 1, isRejected: false }],
    [
      'a call that never left and is tried again',
      { kind: 'rejected', rejection: { form: 'not-sent', reason: 'x', isTransient: true } },
      { sends: 0, isRejected: false },
    ],
  ] as const)('after %s', (_, outcome, counts) => {
    const recount = sent();
    answer(recount, outcome);
    expect(countOf(recount)).toMatchObject(counts);
    // An answer counts once.
    answer(recount, each([TAG], { kind: 'rejected', detail: 'again' }));
    expect(countOf(recount)).toMatchObject(counts);
  });

  it('takes another answer than that to a place for none', () => {
    const recount = sent();
    const result = { kind: 'cancel', outcome: each(['id'], { kind: 'rejected', detail: 'x' }) };
    const ended = { kind: 'attempt-ended', atMs: 0, attemptId: 'a0' } as const;
    recount.noteEvent({ ...ended, result: result as AttemptResult });
    expect(countOf(recount)).toMatchObject({ isRejected: false });
  });

  it('forgets a no when it leaves once more', () => {
    const recount = sent();
    answer(recount, each([TAG], { kind: 'rejected', detail: 'band' }));
    countSend(recount, 'a1');
    expect(countOf(recount)).toMatchObject({ sends: 2, isRejected: false });
  });

  it('counts what was never sent when the process ended as rejected, and nothing of unknown tags', () => {
    const recount = sent();
    recount.noteEvent({ kind: 'restarted', atMs: 0, lastAtMs: 0, neverSent: ['a0', 'a9'] });
    expect(countOf(recount)).toMatchObject({ isRejected: true });
    const all = sent();
    all.noteEvent({ kind: 'restarted', atMs: 0, lastAtMs: 0 });
    expect(countOf(all)).toMatchObject({ isRejected: false });
  });

  it.each([
    ['resend', 1],
    ['absent', 0],
  ] as const)('counts a request to %s it as %i to send it again', (as, asks) => {
    const recount = sent();
    const request = { action: 'resolve', tag: TAG, as, reason: 'looked' } as const;
    recount.noteEvent({ kind: 'operator-asked', atMs: 0, request });
    recount.noteEvent({ kind: 'operator-asked', atMs: 0, request: { ...request, tag: 'other' } });
    const halt = { action: 'halt', state: 'halted', reason: 'lunch' } as const;
    recount.noteEvent({ kind: 'operator-asked', atMs: 0, request: halt });
    expect(countOf(recount)).toMatchObject({ asks });
  });

  it('is seen by a poll of all orders, and by the look-up of its tag', () => {
    for (const look of [countPoll, countLookUp]) {
      const recount = sent();
      look(recount, FILLED);
      expect(countOf(recount)?.isSeen).toBe(true);
      expect([...recount.net()]).toEqual([[KEY, -75]]);
    }
  });
});

describe('the recount of units', () => {
  it.each([
    ['nothing filled', [aRecord(ELEMENT)], []],
    ['a part', [filled(aRecord(ELEMENT), 10_000, 1)], [[KEY, -1]]],
    ['a part, then all', [filled(aRecord(ELEMENT), 10_000, 25), FILLED], [[KEY, -75]]],
    ['all, then an older record', [FILLED, filled(aRecord(ELEMENT), 10_000, 25)], [[KEY, -75]]],
    ['two orders under it', [FILLED, { ...FILLED, orderId: 'copy' }], [[KEY, -150]]],
    ['the other side', [{ ...FILLED, side: 'buy' }], []],
    ['another contract', [{ ...FILLED, symbol: PE.symbol, instrumentId: 'other' }], []],
    ['the contract under another symbol', [{ ...FILLED, symbol: 'RENAMED' }], [[KEY, -75]]],
    ['the contract under another identifier', [{ ...FILLED, instrumentId: 'x' }], [[KEY, -75]]],
    ['no tag', [{ ...FILLED, tag: '' }], []],
  ] as const)('where polls show %s', (_, orders, net) => {
    const recount = sent();
    for (const order of orders) countPoll(recount, order);
    expect([...recount.net()]).toEqual(net);
  });

  it('counts what was seen before its intent was planned, at its highest', () => {
    const recount = new Recount();
    countPoll(recount, FILLED, { ...FILLED, orderId: 'of another', tag: 'other' });
    countPoll(recount, filled(aRecord(ELEMENT), 10_000, 25));
    countPlan(recount);
    expect([...recount.net()]).toEqual([[KEY, -75]]);
    expect(countOf(recount)).toMatchObject({ isSeen: true, sends: 0 });
  });

  it('does not count what has lost its tag since', () => {
    const recount = new Recount();
    countPoll(recount, FILLED);
    countPoll(recount, moved(FILLED, { tag: '' }));
    countPlan(recount);
    expect([...recount.net()]).toEqual([]);
  });

  it('does not plan a tag a second time', () => {
    const recount = sent();
    countPoll(recount, FILLED);
    countPlan(recount);
    expect(countOf(recount)).toMatchObject({ sends: 1, isSeen: true });
  });

  it('begins with what was carried over, long and short', () => {
    const recount = new Recount();
    const of = { leg: 'ce', openValuePaise: 1, lastPaise: 1 };
    const carried = [
      { ...of, contract: CE, netUnits: 1 },
      { ...of, contract: PE, netUnits: -1 },
      { ...of, contract: aContract({ strikePaise: 100 }), netUnits: 150 },
    ];
    recount.noteEvent({ kind: 'run-started', atMs: 0, run: aRun(), carried });
    expect([...recount.net().values()]).toEqual([1, -1, 150]);
    recount.noteEvent({ kind: 'run-started', atMs: 0, run: aRun({ runId: 'other' }) });
    expect(recount.net().size).toBe(3);
  });

  it('takes off what others closed', () => {
    const recount = sent();
    countPoll(recount, FILLED, BY_HAND);
    adopt(recount, 50);
    expect([...recount.net()]).toEqual([[KEY, -25]]);
    expect(recount.overAdopted()).toEqual([]);
    adopt(recount, 25);
    expect(recount.overAdopted()).toEqual([]);
    adopt(recount, 1);
    expect(recount.overAdopted()).toEqual(['by-hand']);
  });

  it('measures what was taken off by the most that the order was ever shown to have filled', () => {
    const recount = new Recount();
    countPoll(recount, BY_HAND);
    countPoll(recount, moved(BY_HAND, { filledUnits: 25 }));
    adopt(recount, 75);
    expect(recount.overAdopted()).toEqual([]);
  });

  it('measures it alike under a tag of ours', () => {
    const recount = sent();
    const order = { ...BY_HAND, tag: TAG };
    countPoll(recount, order);
    countPoll(recount, moved(order, { filledUnits: 25 }));
    recount.noteAdoption({ order, fillUnits: 75 }, { runId: RUN, symbol: CE.symbol });
    countPoll(recount, { ...FILLED, orderId: 'ours' });
    const ours = { order: { ...FILLED, orderId: 'ours' }, fillUnits: 75 };
    recount.noteAdoption(ours, { runId: RUN, symbol: CE.symbol });
    expect(recount.overAdopted()).toEqual([]);
  });

  it('knows one unit that was taken off for an order that filled nothing', () => {
    const recount = new Recount();
    adopt(recount, 1);
    expect(recount.overAdopted()).toEqual(['by-hand']);
    const unseen = new Recount();
    adopt(unseen, 0);
    expect(unseen.overAdopted()).toEqual([]);
  });
});

describe('whether the recount has counted anything', () => {
  it.each<[string, (recount: Recount) => void]>([
    [
      'an intent',
      (recount) => {
        countPlan(recount, 'another');
      },
    ],
    [
      'an attempt',
      (recount) => {
        countSend(recount, 'a1');
      },
    ],
    [
      'an answer',
      (recount) => {
        answer(recount, TIMEOUT);
      },
    ],
    [
      'a record',
      (recount) => {
        countPoll(recount, FILLED);
      },
    ],
    [
      'what others closed',
      (recount) => {
        adopt(recount, 75);
      },
    ],
    [
      'a restart',
      (recount) => {
        recount.noteEvent({ kind: 'restarted', atMs: 0, lastAtMs: 0 });
      },
    ],
  ])('is so once after %s', (_, count) => {
    const recount = sent();
    recount.takeDirty();
    count(recount);
    expect([recount.takeDirty(), recount.takeDirty()]).toEqual([true, false]);
  });

  it('is not so after what is no place', () => {
    const recount = sent();
    recount.takeDirty();
    const attempt = { attemptId: 'a5', kind: 'cancel', orderIds: ['x'] } as const;
    const entry = { kind: 'run-started', atMs: 0, run: aRun() } as const;
    recount.noteEffects([
      { kind: 'attempt', attempt },
      { kind: 'record', entry },
      { kind: 'wake', atMs: 0 },
    ]);
    expect(recount.takeDirty()).toBe(false);
  });

  it('is not so after the same list, the same record, or a poll that failed', () => {
    const recount = sent();
    countPoll(recount, FILLED);
    recount.takeDirty();
    countPoll(recount, FILLED);
    const poll = { kind: 'poll-ended', atMs: 0, startedAtMs: 0 } as const;
    recount.noteEvent({ ...poll, subject: 'orders', outcome: TIMEOUT });
    recount.noteEvent({ kind: 'time-passed', atMs: 0 });
    expect(recount.takeDirty()).toBe(false);
  });
});
