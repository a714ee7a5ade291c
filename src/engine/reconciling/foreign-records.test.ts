import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  CE,
  each,
  type EngineRig,
  noticesOf,
  PE,
  refusalsOf,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { type Order } from '../../model/orders/order.ts';
import { type MalformedRecord } from '../../ports/orders.ts';

const PROBLEM = 'side: must be Buy or Sell, found "HOLD"';
const BY_HAND: MalformedRecord = { index: 0, problem: PROBLEM, orderId: 'hand', tag: 'by-hand' };

function poll(
  rig: EngineRig,
  orders: readonly Order[],
  malformed: readonly MalformedRecord[] = [],
): void {
  const value = { orders, changed: orders, malformed, isUnchanged: false };
  const outcome = { kind: 'accepted', value } as const;
  rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, subject: 'orders', outcome });
}

/** Polls every second for a while, and places an entry at its end. */
function entriesAfter(rig: EngineRig, each: () => void): number {
  rig.sent('place');
  for (let second = 0; second < 66; second += 1) {
    rig.pass(1_000);
    each();
    rig.quotes(aQuote(CE), aQuote(PE));
  }
  rig.place(aLeg({ leg: 'pe', contract: PE }));
  return rig.sent('place').length;
}

describe('a record that cannot be read and provably is of others', () => {
  it.each<[string, MalformedRecord]>([
    ['has a tag of theirs', BY_HAND],
    ['says that it has no tag', { index: 0, problem: PROBLEM, tag: '' }],
    ['was read before', { index: 0, problem: PROBLEM, orderId: 'theirs' }],
    ['is a copy', { index: 1, problem: 'the same', orderId: 'id', tag: 'x', isCopy: true }],
  ])('stops no entry where it %s', (_what, record) => {
    const rig = startedRig();
    const mine = rig.hold(aLeg());
    const theirs = { ...mine, orderId: 'theirs', tag: 'manual', createdAtMs: 5 };
    poll(rig, [mine, theirs]);
    const isTheirs = record.orderId === 'theirs';
    const list = isTheirs ? [mine] : [mine, theirs];
    expect(
      entriesAfter(rig, () => {
        poll(rig, list, [record]);
      }),
    ).toBe(1);
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
    expect(noticesOf(rig.effects).filter((text) => text.includes('list of orders'))).toHaveLength(
      1,
    );
    expect(noticesOf(rig.effects).join()).not.toContain('missing');
  });

  it('lets an order be proven absent, since it is not that order', () => {
    const rig = startedRig({ limits: { absentPollsMin: 2 } });
    rig.place(aLeg());
    rig.fresh();
    const [attempt] = rig.sent('place');
    if (attempt !== undefined) rig.answer(attempt, TIMEOUT);
    for (let second = 0; second < 150; second += 1) {
      rig.pass(1_000);
      poll(rig, [], [BY_HAND]);
      for (const effect of rig.effects.splice(0)) {
        if (effect.kind !== 'poll' || effect.poll.subject !== 'orders-of-tag') continue;
        const { tag, subject } = effect.poll;
        const outcome = { kind: 'accepted', value: [] } as const;
        rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, subject, tag, outcome });
      }
    }
    expect(rig.engine.view().intents).toMatchObject([{ state: 'absent' }]);
  });
});

describe('a record that may be ours', () => {
  const tagOf = (rig: EngineRig): string => rig.engine.view().intents[0]?.tag ?? '';

  it.each<[string, (rig: EngineRig) => Partial<MalformedRecord>]>([
    ['has neither tag nor id', () => ({})],
    ['has an id that was never seen', () => ({ orderId: 'new' })],
    ['has the tag of an intent', (rig) => ({ tag: tagOf(rig) })],
    ['has a tag of our form', () => ({ tag: 'sp6q3dr2rsv2wcwjnl' })],
    ['has the id of an order of ours, under another tag', () => ({ orderId: 'mine', tag: 'x' })],
  ])('blocks entries where it %s, and says why', (_what, about) => {
    const rig = startedRig();
    rig.place(aLeg());
    rig.fresh();
    const [attempt] = rig.sent('place');
    const tag = attempt?.request.elements[0]?.tag ?? '';
    if (attempt !== undefined) {
      rig.answer(attempt, each([tag], { kind: 'accepted', orderId: 'mine', detail: '' }));
    }
    const record = { index: 3, problem: PROBLEM, ...about(rig) };
    expect(
      entriesAfter(rig, () => {
        poll(rig, [], [record]);
      }),
    ).toBe(0);
    rig.pass(60_000);
    const refusal = refusalsOf(rig.effects).at(-1) ?? '';
    expect(refusal).toContain('Orders have not been seen lately (record 3 (order_id ');
    expect(refusal).toContain(PROBLEM);
    const told = noticesOf(rig.effects, 'critical').filter((text) => text.includes('record 3'));
    expect(told).toHaveLength(1);
  });
});

it('a record that is bad in every other poll for half an hour is told a few times', () => {
  const rig = startedRig();
  const bad = [{ index: 0, problem: PROBLEM }];
  for (let second = 0; second < 1_920; second += 1) {
    rig.pass(1_000);
    poll(rig, [], second % 2 === 0 ? bad : []);
  }
  const told = (): number =>
    noticesOf(rig.effects).filter((text) => text.startsWith('The list of orders')).length;
  expect(told()).toBeLessThanOrEqual(8);
  for (let second = 0; second < 60; second += 1) {
    rig.pass(1_000);
    poll(rig, []);
  }
  expect(noticesOf(rig.effects, 'info').at(-1)).toContain(
    'can be relied on again (960 polls could',
  );
});

it('a list that stays short says so in the refusal, and polls that fail say how', () => {
  const rig = startedRig();
  const mine = rig.hold(aLeg());
  expect(
    entriesAfter(rig, () => {
      poll(rig, []);
    }),
  ).toBe(0);
  rig.pass(60_000);
  expect(refusalsOf(rig.effects).at(-1)).toContain('(the list shows 0 orders where there were 1)');
  expect(noticesOf(rig.effects, 'critical').join()).toContain('the list shows 0 orders');
  poll(rig, [mine]);
  const fail = (): void => {
    const { nowMs: startedAtMs } = rig;
    rig.step({ kind: 'poll-ended', startedAtMs, subject: 'orders', outcome: TIMEOUT });
  };
  expect(entriesAfter(rig, fail)).toBe(0);
  rig.pass(60_000);
  expect(refusalsOf(rig.effects).at(-1)).toContain('(polls of orders fail: timeout: no answer');
});
