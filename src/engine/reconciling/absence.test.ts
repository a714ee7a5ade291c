import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  filled,
  HEDGE,
  noticesOf,
  PE,
  refusalsOf,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';

const ACCEPTED = { kind: 'accepted', orderId: 'platform-1', detail: '' } as const;
const SQUARE_OFF = { kind: 'squareOff', legs: 'all', reason: '15:10' } as const;

describe('evidence of absence', () => {
  it('holds an unknown entry once clean polls have missed it for the quiet period', () => {
    const rig = new UnseenRig();
    const { tag } = rig.send('lost');
    rig.look(60);
    expect(rig.stateOf(tag)).toBe('unknown');
    rig.look(1);
    expect(rig.stateOf(tag)).toBe('absent');
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain(`sauda resolve ${tag}`);
    expect(rig.engine.view()).toMatchObject({ heldCount: 1, unknownCount: 0 });
    rig.look(600);
    expect(rig.sent('place')).toEqual([]);
  });

  it('shows how far the search is', () => {
    const rig = new UnseenRig();
    rig.send('lost');
    rig.look(31);
    const search = { ordersPolls: 31, tagPolls: 6, pollsMin: 4, spanMs: 30_000, quietMs: 60_000 };
    expect(rig.engine.view().intents).toMatchObject([{ search, resends: 0 }]);
  });

  it('must be the longer, the later the platform ever was: a quick order does not shorten it', () => {
    const rig = new UnseenRig();
    const late = rig.send('lost');
    rig.look(41);
    rig.show(aRecord(late));
    expect(noticesOf(rig.effects, 'warning').at(-1)).toContain(
      'counts as absent after 123 s, not 60',
    );
    const quick = rig.send('lost', aLeg({ leg: 'pe', contract: PE }));
    rig.look(2);
    rig.show(aRecord(quick));
    rig.pass(2_000);
    const third = rig.send('lost', aLeg({ leg: 'third', contract: HEDGE }));
    rig.look(123);
    expect(rig.stateOf(third.tag)).toBe('unknown');
    rig.look(2);
    expect(rig.stateOf(third.tag)).toBe('absent');
  });

  it('counts no poll that began before the answer came', () => {
    const rig = new UnseenRig();
    const { tag } = rig.send('lost');
    const value = { orders: [], changed: [], malformed: [], isUnchanged: false };
    const outcome = { kind: 'accepted', value } as const;
    const startedAtMs = rig.nowMs;
    rig.nowMs += 100_000;
    rig.step({ kind: 'poll-ended', startedAtMs, subject: 'orders', outcome });
    expect(rig.engine.view().intents).toMatchObject([
      { tag, search: { ordersPolls: 0, spanMs: 0 } },
    ]);
  });

  it('counts no look-up that began before the answer came', () => {
    const rig = new UnseenRig();
    const { tag } = rig.send('lost');
    const outcome = { kind: 'accepted', value: [] } as const;
    const startedAtMs = rig.nowMs;
    rig.nowMs += 100_000;
    rig.step({ kind: 'poll-ended', startedAtMs, subject: 'orders-of-tag', tag, outcome });
    expect(rig.engine.view().intents).toMatchObject([{ tag, search: { tagPolls: 0 } }]);
  });

  it('counts no poll with a record that cannot be read, none that is shorter, none that is older', () => {
    const old = { createdAtMs: 1_000, tag: '', extraTags: {} };
    const newest = { createdAtMs: 2_000, tag: '', extraTags: {} };
    const lists = {
      shorter: [] as const,
      older: [old, { ...old, orderId: 'theirs-3' }],
    };
    for (const list of Object.values(lists)) {
      const rig = new UnseenRig();
      const element = rig.send('lost');
      const theirs = [
        aRecord(element, { ...old, orderId: 'theirs-1' }),
        aRecord(element, { ...newest, orderId: 'theirs-2' }),
      ];
      rig.show(...theirs);
      const records = list.map((over, index) =>
        aRecord(element, { orderId: `theirs-${String(index + 1)}`, ...over }),
      );
      rig.look(300, () => records);
      expect(rig.stateOf(element.tag)).toBe('unknown');
      rig.look(70);
      expect(rig.stateOf(element.tag)).toBe('absent');
    }
    const rig = new UnseenRig();
    const { tag } = rig.send('lost');
    const malformed = [{ index: 0, problem: 'no tag' }];
    const value = { orders: [], changed: [], malformed, isUnchanged: false };
    for (let second = 0; second < 300; second += 1) {
      rig.pass(1_000);
      const outcome = { kind: 'accepted', value } as const;
      rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, subject: 'orders', outcome });
    }
    expect(rig.stateOf(tag)).toBe('unknown');
  });

  it('wants four polls, however long they span', () => {
    const rig = new UnseenRig({}, 'paper', { ordersIdlePollMs: 200_000 });
    rig.tagLookUp = 'fails';
    const { tag } = rig.send('lost');
    // Four look-ups fail beside one clean poll; then two more polls come, minutes apart.
    rig.look(1);
    for (let failures = 0; failures < 4; failures += 1) {
      const startedAtMs = rig.nowMs;
      rig.step({
        kind: 'poll-ended',
        subject: 'orders-of-tag',
        tag,
        startedAtMs,
        outcome: TIMEOUT,
      });
    }
    rig.nowMs += 200_000;
    rig.orders();
    rig.nowMs += 200_000;
    rig.orders();
    expect(rig.stateOf(tag)).toBe('unknown');
    rig.look(1);
    expect(rig.stateOf(tag)).toBe('absent');
  });

  it('wants both look-ups where there are two', () => {
    const rig = new UnseenRig();
    const first = rig.send('lost');
    rig.look(70);
    expect(rig.stateOf(first.tag)).toBe('absent');
    rig.tagLookUp = 'fails';
    const second = rig.send('lost', aLeg({ leg: 'pe', contract: PE }));
    rig.look(300);
    expect(rig.stateOf(second.tag)).toBe('unknown');
    rig.tagLookUp = 'works';
    rig.look(20);
    expect(rig.stateOf(second.tag)).toBe('absent');
  });

  it('rests on the list of all orders alone where the look-up by tag has never answered', () => {
    const rig = new UnseenRig();
    rig.tagLookUp = 'fails';
    const { tag } = rig.send('lost');
    rig.look(61);
    expect(rig.stateOf(tag)).toBe('absent');
    expect(rig.tagsAsked).toHaveLength(4);
    expect(noticesOf(rig.effects, 'warning').join('\n')).toContain('look-up by tag never answers');
  });

  it('does not wait for a look-up that finds what is there and fails where nothing is', () => {
    const rig = new UnseenRig();
    const found = rig.send('lost');
    rig.book.set('found', aRecord(found, { orderId: 'found' }));
    rig.look(10, () => []);
    expect(rig.tagsAsked).toEqual([found.tag]);
    rig.tagLookUp = 'fails';
    const { tag } = rig.send('lost', aLeg({ leg: 'pe', contract: PE }));
    rig.look(61);
    expect(rig.stateOf(tag)).toBe('absent');
  });

  it('looks tags up one at a time, each every five seconds', () => {
    const rig = new UnseenRig();
    rig.send('lost');
    rig.send('lost', aLeg({ leg: 'pe', contract: PE }));
    rig.look(30);
    expect(new Set(rig.tagsAsked).size).toBe(2);
    expect(rig.tagsAsked.length).toBeGreaterThanOrEqual(10);
    expect(rig.tagsAsked.length).toBeLessThanOrEqual(12);
  });

  it('finds an order by the look-up of its tag though the list does not show it', () => {
    const rig = new UnseenRig();
    const element = rig.send('lost');
    rig.book.set('found', filled(aRecord(element, { orderId: 'found' }), 10_000));
    rig.look(10, () => []);
    expect(rig.stateOf(element.tag)).toBe('accepted');
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: -75 }]);
  });

  it('takes an order that was answered as accepted and never shown for absent too, and never resends it', () => {
    const rig = new UnseenRig({ absentEntries: 'resend-once' });
    const { tag } = rig.send(ACCEPTED);
    rig.look(61);
    expect(rig.stateOf(tag)).toBe('absent');
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('was answered as accepted');
    expect(rig.sent('place')).toEqual([]);
  });
});

describe('an entry that never arrived', () => {
  it('is sent once more under its tag where its run asked for that, and only once', () => {
    const rig = new UnseenRig({ absentEntries: 'resend-once' });
    const { tag } = rig.send('lost');
    rig.look(61);
    rig.fresh();
    expect(rig.answerLast('lost').tag).toBe(tag);
    expect(rig.stateOf(tag)).toBe('unknown');
    rig.look(62);
    expect(rig.stateOf(tag)).toBe('absent');
    rig.look(300);
    rig.fresh();
    expect(rig.sent('place')).toEqual([]);
  });

  it('is not sent once more when its leg is squared off meanwhile', () => {
    const rig = new UnseenRig({ absentEntries: 'resend-once' });
    const { tag } = rig.send('lost');
    rig.command(SQUARE_OFF);
    rig.look(61);
    rig.fresh();
    expect(rig.stateOf(tag)).toBe('refused');
    expect(rig.sent('place')).toEqual([]);
    expect(rig.engine.view().squareOffs).toEqual([]);
  });

  it('that is held is dropped by a cancel and by a square-off', () => {
    const ways = [
      (rig: UnseenRig) => rig.command({ kind: 'cancel', legs: 'all', role: null }),
      (rig: UnseenRig) => rig.command(SQUARE_OFF),
    ];
    for (const way of ways) {
      const rig = new UnseenRig();
      const { tag } = rig.send('lost');
      rig.look(61);
      way(rig);
      expect(rig.stateOf(tag)).toBe('refused');
      expect(rig.engine.view().heldCount).toBe(0);
    }
  });

  it('keeps a second entry of its leg from being added to it, and no other leg', () => {
    const rig = new UnseenRig();
    rig.send('lost');
    rig.place(aLeg());
    expect(refusalsOf(rig.effects).at(-1)).toContain('An earlier entry of leg "ce"');
    rig.look(61);
    rig.place(aLeg());
    expect(refusalsOf(rig.effects)).toHaveLength(2);
    rig.send(ACCEPTED, aLeg({ leg: 'pe', contract: PE }));
  });
});

describe('a late order', () => {
  it('makes the quiet period three times as long as it was late', () => {
    const rig = new UnseenRig();
    const late = rig.send('lost');
    rig.look(40);
    rig.show(aRecord(late));
    expect(noticesOf(rig.effects, 'warning').at(-1)).toContain(
      'counts as absent after 120 s, not 60',
    );
    const { tag } = rig.send('lost', aLeg({ leg: 'pe', contract: PE }));
    rig.look(120);
    expect(rig.stateOf(tag)).toBe('unknown');
    rig.look(1);
    expect(rig.stateOf(tag)).toBe('absent');
  });

  it('that was sent once more meanwhile is as late as it is since it was first sent', () => {
    const rig = new UnseenRig({ absentEntries: 'resend-once' });
    const createdAtMs = rig.nowMs + 100;
    const element = rig.send('lost');
    rig.look(61);
    rig.fresh();
    expect(rig.answerLast('lost').tag).toBe(element.tag);
    rig.look(2);
    rig.show(aRecord(element, { createdAtMs, updatedAtMs: createdAtMs }));
    expect(noticesOf(rig.effects, 'warning').at(-1)).toMatch(
      /counts as absent after 1[89]\d s, not 60/,
    );
  });

  it('of less than half the quiet period changes nothing', () => {
    const rig = new UnseenRig();
    const late = rig.send('lost');
    rig.look(15);
    rig.show(aRecord(late));
    expect(noticesOf(rig.effects, 'warning')).toEqual([]);
  });

  it('that was held is told as seen after all and is booked as what was asked for', () => {
    const rig = new UnseenRig({ duplicates: 'flatten-extra' });
    const element = rig.send('lost');
    rig.look(61);
    rig.show(filled(aRecord(element), 10_000));
    rig.look(5);
    rig.fresh(...rig.book.values());
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('arrived after all: ');
    expect(noticesOf(rig.effects).join('\n')).not.toContain('Duplicate: ');
    expect(rig.stateOf(element.tag)).toBe('accepted');
    expect(rig.engine.view().positions).toMatchObject([{ netUnits: -75 }]);
    expect(rig.sent('place')).toEqual([]);
  });
});
