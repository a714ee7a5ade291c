import { expect, it } from 'vitest';

import { price } from '../../../test/support/exchange-fixture.ts';
import { type Listing } from '../../market/market.ts';
import {
  sampleContract,
  sampleInstant,
  sampleListing,
} from '../../../test/support/sample-world.ts';
import { scriptedMarket } from '../../../test/support/scripted-market.ts';
import { type Contract } from '../../model/market/contract.ts';
import { createDrillPrices } from './drill-prices.ts';

const CALL = sampleContract('CE');
const SYMBOLS = [CALL.symbol];

/** Prices of a call whose listing a test can change; another underlying lists nothing, ever. */
function prices(listed: readonly Contract[]) {
  const lists = { NIFTY: listed, BANKNIFTY: [] as readonly Contract[] };
  const listing: Listing = {
    underlyings: ['NIFTY', 'BANKNIFTY'],
    contracts: (underlying) => lists[underlying as keyof typeof lists],
  };
  const market = scriptedMarket([price('09:15', [9_990, 10_010])]);
  const of = createDrillPrices(market, listing, { nowMs: sampleInstant('10:00') });
  const asked = (): number => of.quotes(SYMBOLS).length;
  return { lists, asked };
}

it('has no price any more of what is taken off its list, though it was asked for before', () => {
  const { lists, asked } = prices(sampleListing.contracts('NIFTY', ''));
  expect([asked(), asked()]).toEqual([1, 1]);
  lists.NIFTY = [];
  expect(asked()).toBe(0);
});

it('has a price of what comes to a list, though it was asked for before', () => {
  const { lists, asked } = prices([]);
  expect([asked(), asked()]).toEqual([0, 0]);
  lists.NIFTY = sampleListing.contracts('NIFTY', '');
  expect(asked()).toBe(1);
});
