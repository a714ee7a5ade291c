import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, putInto, shownAs, working } from '../../../test/support/desk-rig.ts';
import { aLeg, at, noticesOf, RUN } from '../../../test/support/engine-rig.ts';
import { startSquareOff } from '../closing/square-off.ts';
import { type Desk } from '../desk.ts';
import { accountFacts } from '../judging/entry-facts.ts';
import { expectedPaise, exposureOf, exposureOfOrder } from '../positions/exposure.ts';
import { heldFacts } from '../positions/legs.ts';
import { cancelWish, type Intent, openUnits } from './intent.ts';
import { noticeUnresolved, settleIntents } from './settle-intents.ts';

const TERMS = { kind: 'limit', pricePaise: 9_000 } as const;
const EXIT = aLeg({ role: 'exit', side: 'buy' });

/** An entry that is over, of which some filled, and that is to be placed anew. */
function replaced(filledUnits: number): { readonly desk: Desk; readonly intent: Intent } {
  const desk = aDesk();
  const intent = working(desk);
  shownAs(intent, { status: 'cancelled', filledUnits });
  intent.replaceWith = TERMS;
  return { desk, intent };
}

function others(desk: Desk, intent: Intent): readonly Intent[] {
  return [...desk.intents.all()].filter((one) => one !== intent);
}

describe('an entry that is to be placed anew', () => {
  it.each([
    [0, 75],
    [25, 50],
    [74, 1],
  ])('of which %i units filled is for %i', (filledUnits, quantityUnits) => {
    const { desk, intent } = replaced(filledUnits);
    const version = desk.intents.version;
    settleIntents(desk);
    expect(others(desk, intent)).toMatchObject([
      { origin: 'replacement', commandIndex: 0, order: { quantityUnits, terms: TERMS } },
    ]);
    expect(intent).toMatchObject({ replaceWith: null, endedAtMs: desk.nowMs });
    expect(desk.intents.version).toBeGreaterThan(version);
    settleIntents(desk);
    expect(others(desk, intent)).toHaveLength(1);
  });

  it.each<[string, (desk: Desk, intent: Intent) => void]>([
    [
      'all of it filled',
      (_, intent) => void shownAs(intent, { filledUnits: 75, status: 'completed' }),
    ],
    ['nothing is wished', (_, intent) => void (intent.replaceWith = null)],
    [
      'its leg is paused',
      (desk) => void desk.foreign.pause({ runId: RUN, leg: 'ce', sinceMs: 0, reason: 'x' }),
    ],
    [
      'its leg is squared off',
      (desk) => {
        startSquareOff(desk, { runId: RUN, scope: ['ce'], reason: 'x', origin: 'operator' });
      },
    ],
  ])('is not where %s', (_, change) => {
    const { desk, intent } = replaced(0);
    change(desk, intent);
    settleIntents(desk);
    expect(others(desk, intent)).toEqual([]);
  });
});

it('an order that no poll shows is told from when it was last sent, once', () => {
  const desk = aDesk();
  const intent = planned(desk);
  putInto(intent, 'unknown');
  intent.pricedAtMs = at('09:30');
  desk.nowMs = at('09:30') + desk.limits.unresolvedNoticeMs - 1;
  noticeUnresolved(desk);
  expect(desk.wakesAtMs).toEqual([desk.nowMs + 1]);
  desk.nowMs += 1;
  desk.outbox.take();
  noticeUnresolved(desk);
  noticeUnresolved(desk);
  const seconds = String(desk.limits.unresolvedNoticeMs / 1_000);
  expect(noticesOf(desk.outbox.take(), 'critical')).toEqual([
    expect.stringContaining(`is unknown and no poll has shown it for ${seconds} s`),
  ]);
});

describe('what exits cover', () => {
  it('is counted without those that wait behind it', () => {
    const desk = aDesk();
    held(desk, -300);
    const [older, self, younger] = [0, 1, 2].map(() => planned(desk, EXIT));
    if (self === undefined || older === undefined || younger === undefined) return;
    expect(heldFacts(desk, self, self)).toEqual({ netUnits: -300, coveredUnits: 75 });
    expect(heldFacts(desk, self, null)).toEqual({ netUnits: -300, coveredUnits: 225 });
    shownAs(younger);
    expect(heldFacts(desk, self, self)).toMatchObject({ coveredUnits: 150 });
    planned(desk, aLeg({ side: 'buy' }));
    expect(heldFacts(desk, older, older)).toMatchObject({ coveredUnits: 75 });
  });

  it('is of two orders under one tag what each may still fill', () => {
    const intent = working(aDesk(), EXIT);
    shownAs(intent, { filledUnits: 25 });
    expect(openUnits(intent)).toBe(50);
    shownAs(intent, { orderId: 'copy' });
    expect(openUnits(intent)).toBe(125);
    shownAs(intent, { filledUnits: 75, status: 'completed' });
    expect(openUnits(intent)).toBe(75);
  });
});

describe('what an entry adds', () => {
  it('is lots, and premium of options where a price is known', () => {
    expect(exposureOfOrder(aLeg(), 150, 10)).toEqual({ lots: 2, premiumPaise: 1_500 });
    expect(exposureOfOrder(aLeg(), 150, null)).toEqual({ lots: 2, premiumPaise: 0 });
    const contract = { ...aLeg().contract, kind: 'future' } as const;
    expect(exposureOfOrder({ contract }, 75, 10)).toEqual({ lots: 1, premiumPaise: 0 });
  });

  it('is expected at its limit, or else at the last price', () => {
    const desk = aDesk();
    const order = aLeg();
    expect(expectedPaise(desk, order, order.terms)).toBeNull();
    expect(expectedPaise(desk, order, TERMS)).toBe(9_000);
    const quote = { symbol: order.contract.symbol, bidPaise: null, askPaise: null };
    desk.quotes.observe([{ ...quote, lastPaise: 7, atMs: 0 }], 0);
    expect(expectedPaise(desk, order, order.terms)).toBe(7);
    expect(expectedPaise(desk, order, TERMS)).toBe(9_000);
  });

  it('is counted on top of what the run and the account have, without itself', () => {
    const desk = aDesk({ limits: { lotsPerRunMax: 5, premiumPaiseMax: 1 } });
    held(desk, -75);
    working(desk, { ...aLeg(), terms: TERMS });
    working(desk, EXIT);
    const self = planned(desk, { ...aLeg(), terms: TERMS });
    const of = { runId: RUN, slices: 1, lots: 1, premiumPaise: 100 };
    expect(exposureOf(desk, RUN, self)).toEqual({ lots: 2, premiumPaise: 75 * 19_000 });
    expect(exposureOf(desk, 'other', null)).toEqual({ lots: 0, premiumPaise: 0 });
    expect(accountFacts(desk, { ...of, self })).toMatchObject({
      lotsOfRun: 3,
      lotsOfAccount: 3,
      workingEntries: 2,
      unknownOrders: 0,
      premiums: ['run', 'account'].map((of) => ({ of, paise: 75 * 19_000 + 100 })),
    });
    const nothing = { lotsPerRunMax: null, lotsMax: null, premiumPaiseMax: null };
    const capped = aDesk({ limits: { ...nothing, premiumPerRunPaiseMax: 1 } });
    held(capped, -75);
    expect(accountFacts(capped, { ...of, self: null })).toMatchObject({
      lotsOfAccount: 1,
      premiums: [{ of: 'run', paise: 750_100 }],
    });
  });
});

it('the book of intents counts orders of a leg and role from 0, and every change of what is live', () => {
  const desk = aDesk();
  const { intents } = desk;
  const next = () => intents.nextOccurrence(RUN, 'pe', 'entry');
  expect([next(), next(), intents.nextOccurrence(RUN, 'pe', 'exit')]).toEqual([0, 1, 0]);
  const versions = [intents.version];
  const intent = working(desk);
  versions.push(intents.version);
  intent.cancel = cancelWish();
  intent.modify = { terms: TERMS, commandIndex: 0, unknownAtMs: null };
  shownAs(intent, { status: 'cancelled' });
  expect(intents.sweep(7)).toEqual([intent]);
  versions.push(intents.version);
  expect([intents.hasLive, intent.endedAtMs, intent.modify]).toEqual([false, 7, null]);
  intents.revive(intent);
  versions.push(intents.version);
  expect(new Set(versions).size).toBe(4);
});
