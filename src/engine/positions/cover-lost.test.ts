import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, putInto, shownAs, working } from '../../../test/support/desk-rig.ts';
import {
  aContract,
  aLeg,
  CE,
  HEDGE,
  noticesOf,
  PE,
  RUN,
} from '../../../test/support/engine-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type RunPolicies } from '../../model/runs/run-policies.ts';
import { type Desk } from '../desk.ts';
import { flattenAtLimit } from '../halting/lock-at-limits.ts';
import { type Intent } from '../intents/intent.ts';
import { coverLost, isLostEntry } from './cover-lost.ts';

const COVER = aLeg({ leg: 'new', side: 'buy', contract: HEDGE });
const SOLD = aLeg({ leg: 'old', role: 'exit', side: 'sell', contract: HEDGE });

/** A short call whose cover was sold. */
function bare(policies: Partial<RunPolicies> = {}): Desk {
  const desk = aDesk({ policies });
  held(desk, -150);
  shownAs(working(desk, SOLD), { status: 'completed', filledUnits: 75 });
  return desk;
}

function toldOf(desk: Desk, order: LegOrder = COVER): readonly string[] {
  desk.outbox.take();
  coverLost(desk, { runId: RUN, order }, 'no margin');
  return noticesOf(desk.outbox.take(), 'critical');
}

describe('a short whose replacement hedge is not filled', () => {
  it('raises a critical notice and is closed', () => {
    const desk = bare();
    expect(toldOf(desk)[0]).toBe(
      `2 lots short without cover in leg "ce": the old cover was sold and leg "new" (${HEDGE.symbol}) did not come (no margin); they are closed`,
    );
    expect(desk.squareOffs.active()).toMatchObject([{ scope: ['ce'], origin: 'limit' }]);
    expect(toldOf(desk)).toEqual([]);
  });

  it('raises a critical notice and stays open under lostCover: tell', () => {
    const desk = bare({ lostCover: 'tell' });
    expect(toldOf(desk)).toEqual([expect.stringMatching(/; close or cover them$/)]);
    expect(desk.squareOffs.active()).toEqual([]);
  });

  it.each<[string, LegOrder]>([
    ['sold more', aLeg({ leg: 'new', contract: HEDGE })],
    ['was in a future', { ...COVER, contract: aContract({ kind: 'future', optionType: null }) }],
    ['was a put', { ...COVER, contract: PE }],
    ['was of another expiry', { ...COVER, contract: { ...HEDGE, expiry: '2026-12-29' } }],
    ['was of another index', { ...COVER, contract: { ...HEDGE, underlying: 'BANKNIFTY' } }],
  ])('is not so where what did not come %s', (_, order) => {
    expect(toldOf(bare(), order)).toEqual([]);
  });

  it('is not so where it never had cover, nor where it still has', () => {
    const never = aDesk();
    held(never, -75);
    expect(toldOf(never)).toEqual([]);
    const covered = bare();
    held(covered, 150, { leg: 'other', contract: HEDGE });
    expect(toldOf(covered)).toEqual([]);
    const going = aDesk();
    held(going, -75);
    working(going, SOLD);
    expect(toldOf(going)).toHaveLength(1);
  });

  it('is not so while shorts are only being entered', () => {
    const desk = aDesk();
    working(desk, aLeg());
    shownAs(working(desk, SOLD), { status: 'completed', filledUnits: 75 });
    expect(toldOf(desk)).toEqual([]);
    expect(desk.squareOffs.active()).toEqual([]);
  });
});

describe('an entry is lost', () => {
  it.each<[Intent['state'], boolean]>([
    ['rejected', true],
    ['refused', true],
    ['absent', true],
    ['unknown', false],
    ['waiting', false],
    ['accepted', false],
  ])('where it is %s: %s', (state, isSo) => {
    const intent = planned(aDesk());
    putInto(intent, state);
    expect(isLostEntry(intent)).toBe(isSo);
    const exit = planned(aDesk(), aLeg({ role: 'exit' }));
    putInto(exit, state);
    expect(isLostEntry(exit)).toBe(false);
  });

  it('where one of its orders was rejected before all was filled', () => {
    const intent = working(aDesk());
    expect(isLostEntry(intent)).toBe(false);
    shownAs(intent, { status: 'cancelled' });
    expect(isLostEntry(intent)).toBe(false);
    shownAs(intent, { orderId: 'second', status: 'rejected', filledUnits: 74 });
    expect(isLostEntry(intent)).toBe(true);
    shownAs(intent, { orderId: 'second', status: 'rejected', filledUnits: 75 });
    expect(isLostEntry(intent)).toBe(false);
  });
});

describe('a limit that squares off', () => {
  it.each<[string, (desk: Desk) => void, boolean]>([
    ['nothing', () => undefined, false],
    ['what it holds', (desk) => void held(desk, 1), true],
    ['an entry at work', (desk) => void working(desk), true],
    ['an exit at work alone', (desk) => void working(desk, SOLD), false],
    [
      'a leg that is flat again',
      (desk) => {
        held(desk, 75);
        held(desk, -75);
      },
      false,
    ],
  ])('finds of its run %s: %s', (...[, scene, isSo]) => {
    const desk = aDesk();
    scene(desk);
    flattenAtLimit(desk, 'other', 'day loss');
    expect(desk.squareOffs.active()).toEqual([]);
    flattenAtLimit(desk, RUN, 'day loss');
    expect(desk.squareOffs.active()).toHaveLength(isSo ? 1 : 0);
    expect(desk.ledger.netUnits('other', 'ce', CE.symbol)).toBe(0);
  });
});

it('names no short of another expiry, and none that is being squared off', () => {
  const desk = bare();
  held(desk, -75, { leg: 'later', contract: { ...CE, symbol: 'LATER', expiry: '2026-12-29' } });
  expect(toldOf(desk)).toEqual([expect.stringContaining('in leg "ce":') as string]);
  const left = bare();
  held(left, -75, { leg: 'second', contract: CE });
  flattenAtLimit(left, 'no such run', 'x');
  left.squareOffs.add({
    runId: RUN,
    scope: ['second'],
    reason: '',
    origin: 'strategy',
    startedAtMs: left.nowMs,
    isTold: true,
    isOverdueNoticed: false,
  });
  expect(toldOf(left)).toEqual([expect.stringContaining('in leg "ce":') as string]);
});
