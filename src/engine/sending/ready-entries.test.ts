import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, putInto, quoted, shownAs } from '../../../test/support/desk-rig.ts';
import { aLeg, CE, HEDGE, PE } from '../../../test/support/engine-rig.ts';
import { type Desk } from '../desk.ts';
import { type EntryGroup, type Intent } from '../intents/intent.ts';
import { readyEntries, sendEntries } from './send-orders.ts';

const HEDGE_LEG = aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy' });

/** A desk with fresh data on which a short and its hedge wait. */
function spread(): {
  readonly desk: Desk;
  readonly group: EntryGroup;
  readonly short: Intent;
  readonly hedge: Intent;
} {
  const desk = aDesk();
  quoted(desk, 10_000, CE, PE, HEDGE);
  Object.assign(desk.polls.state('orders'), { lastGoodAtMs: desk.nowMs });
  const group: EntryGroup = { intents: [], hedgedAtMs: null };
  const short = planned(desk, aLeg(), { group });
  const hedge = planned(desk, HEDGE_LEG, { group });
  return { desk, group, short, hedge };
}

function readyLegs(desk: Desk): readonly string[] {
  return readyEntries(desk).map(({ intent }) => intent.order.leg);
}

describe('entries of one command', () => {
  it('leave hedges first: the short waits until a poll has shown its hedge at work', () => {
    const { desk, hedge, group } = spread();
    expect(readyLegs(desk)).toEqual(['hedge']);
    putInto(hedge, 'accepted');
    expect(readyLegs(desk)).toEqual([]);
    shownAs(hedge);
    expect(readyLegs(desk)).toEqual(['ce']);
    expect(group.hedgedAtMs).toBe(desk.nowMs);
  });

  it('keep the short back while any order of the hedge is on its way to the exchange', () => {
    const { desk, hedge, group } = spread();
    shownAs(hedge);
    shownAs(hedge, { orderId: 'second', status: 'place-pending' });
    expect(readyLegs(desk)).toEqual([]);
    expect(group.hedgedAtMs).toBeNull();
  });

  it('remember when the hedge stood first', () => {
    const { desk, hedge, group } = spread();
    shownAs(hedge);
    group.hedgedAtMs = 5;
    readyLegs(desk);
    expect(group.hedgedAtMs).toBe(5);
  });

  it('wait for each other where one has no fresh price', () => {
    const { desk } = spread();
    const group: EntryGroup = { intents: [], hedgedAtMs: null };
    const strange = { ...CE, symbol: 'UNQUOTED', instrumentId: 'unquoted' };
    for (const [leg, contract] of [
      ['put', PE],
      ['strange', strange],
    ] as const) {
      planned(desk, aLeg({ leg, contract }), { group });
    }
    expect(readyLegs(desk)).toEqual(['hedge']);
  });

  it('are none where nothing waits', () => {
    const { desk, short, hedge } = spread();
    for (const intent of [short, hedge]) shownAs(intent);
    expect(readyEntries(desk)).toEqual([]);
  });
});

describe('entries that wait', () => {
  it('are no exits, though those wait as well', () => {
    const { desk } = spread();
    held(desk, -75);
    planned(desk, aLeg({ role: 'exit', side: 'buy' }));
    expect(readyLegs(desk)).toEqual(['hedge']);
  });

  it('of shorts alone wait for no hedge', () => {
    const desk = spread().desk;
    const group: EntryGroup = { intents: [], hedgedAtMs: null };
    planned(desk, aLeg({ leg: 'put', contract: PE }), { group });
    expect(readyLegs(desk)).toEqual(['hedge', 'put']);
    expect(group.hedgedAtMs).toBeNull();
  });

  it('are refused with the first leg that has fallen', () => {
    const { desk, short, hedge, group } = spread();
    putInto(hedge, 'rejected');
    const other = planned(desk, aLeg({ leg: 'other', contract: PE }), { group });
    putInto(other, 'rejected');
    expect(readyLegs(desk)).toEqual([]);
    expect(short).toMatchObject({
      state: 'refused',
      detail: expect.stringContaining('leg "hedge" of the same command') as unknown,
    });
  });
});

it('entries leave within the number that a minute may have', () => {
  const desk = aDesk({ limits: { ordersPerMinuteMax: 1 } });
  quoted(desk, 10_000, CE, PE);
  Object.assign(desk.polls.state('orders'), { lastGoodAtMs: desk.nowMs });
  const intents = [planned(desk), planned(desk, aLeg({ leg: 'put', contract: PE }))];
  sendEntries(desk);
  expect(intents.map(({ state }) => state)).toEqual(['sending', 'waiting']);
  expect(desk.budget.free(desk.nowMs, 'entry')).toBe(0);
});
