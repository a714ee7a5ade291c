import { describe, expect, test } from 'vitest';

import {
  sampleCalendar,
  sampleInstant,
  sampleListing,
  sampleOrder,
  sampleRules,
} from '../../../test/support/sample-world.ts';
import { scriptedMarket } from '../../../test/support/scripted-market.ts';
import { isOurTag, orderTag } from '../../model/orders/tag.ts';
import { createSimulator } from '../create-simulator.ts';
import { samplePrices } from '../../../test/support/sample-simulator.ts';
import { ChangingListing } from './changing-listing.ts';
import { makeMischief, type MischiefDone } from './make-mischief.ts';
import { type Mischief } from './mischief-plan.ts';

const OURS = orderTag({
  mode: 'live',
  account: 'a',
  runId: 'r',
  leg: 'call',
  role: 'entry',
  occurrence: 0,
  slice: 0,
});
const AT_MS = sampleInstant('09:21');

function world() {
  let nowMs = sampleInstant('09:20');
  const clock = { nowMs: () => nowMs };
  const listing = new ChangingListing(sampleListing, clock);
  const market = scriptedMarket(samplePrices);
  const simulator = createSimulator({
    clock,
    market,
    listing,
    calendar: sampleCalendar,
    contractRules: sampleRules,
    seed: 'mischief',
  });
  const { exchange, positions, brokerId } = simulator;
  const make = (name: Mischief['name'], variant = '', draw = 1): MischiefDone | null => {
    nowMs = AT_MS;
    const mischief: Mischief = { name, id: 'x', atMs: AT_MS, variant, afterMs: 60_000, draw };
    const isOurs = (tag: string): boolean => tag === OURS;
    return makeMischief(mischief, {
      exchange,
      positions,
      market,
      listing,
      changing: listing,
      brokerId,
      isOurs,
    });
  };
  const buyOurs = (): void => {
    exchange.place(
      sampleOrder({ tag: OURS, terms: { kind: 'limit', pricePaise: 10_100 } }),
      brokerId,
      sampleInstant('09:20'),
    );
  };
  const setTime = (atMs: number): void => {
    nowMs = atMs;
  };
  return { exchange, make, buyOurs, listing, setTime };
}

describe('mischief', () => {
  test.each([
    ['untagged', ''],
    ['other-tag', 'another-program'],
  ])('F26 %s: a stranger trades', (variant, tag) => {
    const { make, exchange } = world();
    expect(make('F26', variant)).toMatchObject({ kind: 'order-placed', order: { tag }, of: null });
    exchange.advanceTo(AT_MS + 1_000);
    expect(exchange.orders().map(({ status }) => status)).toEqual(['completed']);
  });

  test('F26: a stranger trades under a tag of our form', () => {
    const done = world().make('F26', 'our-form');
    const tag = done?.kind === 'order-placed' ? done.order.tag : '';
    expect(isOurTag(tag)).toBe(true);
  });

  test('F27: there are two orders under our tag', () => {
    const { make, exchange, buyOurs } = world();
    expect(make('F27')).toBeNull();
    buyOurs();
    expect(make('F27')).toMatchObject({ of: 'our-order' });
    expect(exchange.orders().map(({ tag }) => tag)).toEqual([OURS, OURS]);
  });

  test('F59: our position is flat without us', () => {
    const { make, exchange, buyOurs } = world();
    buyOurs();
    expect(make('F59', 'square-off')).toMatchObject({
      of: 'our-position',
      order: { side: 'sell', quantityUnits: 65, tag: '' },
    });
    exchange.advanceTo(AT_MS + 1_000);
    expect(exchange.orders().map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(make('F59', 'square-off')).toBeNull();
  });

  test.each([
    ['lot-size', 33, 130],
    ['all-missing', 0, undefined],
  ])('F29 %s: for its time, there are %i contracts of %s units', (variant, count, lotSizeUnits) => {
    const { make, listing, setTime } = world();
    const list = () => listing.contracts('NIFTY', '2026-11-20');
    const before = list();
    expect(make('F29', variant)).toMatchObject({ untilMs: AT_MS + 60_000 });
    expect(list()).toHaveLength(count);
    expect(list()[0]?.lotSizeUnits).toBe(lotSizeUnits);
    expect(list()).toBe(list());
    setTime(AT_MS + 60_000);
    expect(list()).toBe(before);
  });

  test('F29: some contracts are missing', () => {
    const { make, listing } = world();
    make('F29', 'some-missing');
    const { length } = listing.contracts('NIFTY', '2026-11-20');
    expect(length).toBeGreaterThan(10);
    expect(length).toBeLessThan(33);
  });
});
