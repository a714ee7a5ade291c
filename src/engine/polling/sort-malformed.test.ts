import { describe, expect, it } from 'vitest';

import { aDesk, shownAs, working } from '../../../test/support/desk-rig.ts';
import { noticesOf, startedRig } from '../../../test/support/engine-rig.ts';
import { type MalformedRecord } from '../../ports/orders.ts';
import { describeMalformed, keyOfMalformed, othersIn, sortMalformed } from './sort-malformed.ts';

const ODD: MalformedRecord = { index: 3, problem: 'side: odd' };

it.each<[readonly MalformedRecord[], string]>([
  [[], ''],
  [[ODD], 'record 3 (order_id not readable, user_tag not readable): side: odd'],
  [[{ ...ODD, orderId: 'o1' }], 'record 3 (order_id o1, user_tag not readable): side: odd'],
  [[{ ...ODD, tag: '' }], 'record 3 (order_id not readable, user_tag ""): side: odd'],
  [
    [{ ...ODD, orderId: 'o1', tag: 't' }, ODD],
    'record 3 (order_id o1, user_tag "t"): side: odd (and 1 more record)',
  ],
  [
    [ODD, ODD, ODD],
    'record 3 (order_id not readable, user_tag not readable): side: odd (and 2 more records)',
  ],
])('records %j are told as: %s', (records, words) => {
  expect(describeMalformed(records)).toBe(words);
});

it('the same trouble has the same key wherever it stands, and another has another', () => {
  const named = { ...ODD, orderId: 'o1', tag: 't' };
  expect(keyOfMalformed([])).toBe('');
  expect(keyOfMalformed([{ ...named, index: 9 }])).toBe(keyOfMalformed([named]));
  const others = [
    { ...named, orderId: 'o2' },
    { ...named, tag: 'u' },
    { ...named, problem: 'p' },
  ];
  const keys = [[named], ...others.map((one) => [one]), [named, ODD]].map(keyOfMalformed);
  expect(new Set(keys).size).toBe(5);
});

it('records of others are told as skipped, copies as counted once, and the end of both', () => {
  const rig = startedRig();
  const poll = (...malformed: readonly MalformedRecord[]) => {
    rig.pass(60_000);
    const value = { orders: [], changed: [], malformed, isUnchanged: false };
    const outcome = { kind: 'accepted', value } as const;
    const { nowMs: startedAtMs } = rig;
    return rig.step({ kind: 'poll-ended', startedAtMs, subject: 'orders', outcome });
  };
  const theirs = { ...ODD, orderId: 'o1', tag: 'by-hand' };
  expect(noticesOf(poll(theirs), 'warning')).toEqual([
    'Skipped in the list of orders, provably not ours: record 3 (order_id o1, user_tag "by-hand"): side: odd. Its fills are not counted',
  ]);
  expect(noticesOf(poll(), 'info')).toContain('Every record of the list of orders counts again');
  const copy = { ...theirs, problem: 'the same', isCopy: true } as const;
  expect(noticesOf(poll(copy), 'info')).toContain(
    'The list of orders shows some orders twice; they count once: record 3 (order_id o1, user_tag "by-hand"): the same',
  );
  expect(noticesOf(poll(copy, theirs), 'warning')).toEqual([
    expect.stringMatching(/^Skipped in the list of orders, .*: side: odd\. Its fills/),
  ]);
});

it('a list that hides an order of ours blocks entries, and says for how many polls', () => {
  const rig = startedRig();
  const poll = (...malformed: readonly MalformedRecord[]) => {
    rig.pass(60_000);
    const value = { orders: [], changed: [], malformed, isUnchanged: false };
    const outcome = { kind: 'accepted', value } as const;
    const { nowMs: startedAtMs } = rig;
    return rig.step({ kind: 'poll-ended', startedAtMs, subject: 'orders', outcome });
  };
  const cannot = 'The list of orders cannot be relied on';
  expect(noticesOf(poll(ODD), 'critical')).toEqual([
    `${cannot}: record 3 (order_id not readable, user_tag not readable): side: odd; it may be an order of ours. Entries are blocked, exits are not`,
  ]);
  expect(noticesOf(poll({ ...ODD, problem: 'other' }), 'critical')[0]).toMatch(
    new RegExp(`^${cannot}.*: other; it may be`),
  );
  expect(noticesOf(poll(), 'info')[0]).toMatch(/^The list of orders can be relied on again \(/);
});

describe('records of others that cannot be read', () => {
  const record = (over: Partial<MalformedRecord> = {}): MalformedRecord => ({
    index: 0,
    problem: 'odd',
    ...over,
  });

  it('count once each, and not where the list shows the order in another record', () => {
    const desk = aDesk();
    const shown = shownAs(working(desk), { orderId: 'shown' });
    const others = ['shown', 'x', 'x', undefined, undefined].map((orderId) =>
      orderId === undefined ? record() : record({ orderId }),
    );
    expect(othersIn(desk, { orders: [shown] }, others)).toEqual({
      othersCount: 3,
      othersKnown: [],
    });
    expect(othersIn(desk, { orders: [shown] }, [])).toEqual({ othersCount: 0, othersKnown: [] });
  });

  it('are not of others where the order is ours, whatever tag they show', () => {
    const desk = aDesk();
    const intent = working(desk);
    shownAs(intent, { orderId: 'seen' });
    intent.acceptedOrderId = 'answered';
    const records = ['seen', 'answered', 'strange'].map((orderId) =>
      record({ orderId, tag: 'by hand' }),
    );
    const { doubtful, others } = sortMalformed(desk, records);
    expect(doubtful.map(({ orderId }) => orderId)).toEqual(['seen', 'answered']);
    expect(others.map(({ orderId }) => orderId)).toEqual(['strange']);
  });

  it('are none where all records can be read', () => {
    expect(sortMalformed(aDesk(), [])).toEqual({ doubtful: [], others: [] });
  });
});
