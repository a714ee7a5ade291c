import { expect, it } from 'vitest';

import { ContractDirectory } from '../market/contract-directory.ts';
import { type Listing } from '../market/market.ts';
import { type Contract } from '../model/market/contract.ts';
import { NOTHING_CARRIED } from '../recovery/carried-over.ts';
import { keepListed } from './keep-listed.ts';
import { nifty } from '../../test/support/reckoned-account.ts';

const DATE = '2026-11-20';
const NEAR = nifty('CE', 24_000, '2026-11-24');
const FAR = nifty('PE', 19_000, '2026-11-24');
const listed: readonly Contract[] = [NEAR];
const LISTING: Listing = {
  underlyings: ['NIFTY', 'BANKNIFTY'],
  contracts: (underlying) => (underlying === 'NIFTY' ? listed : NONE),
};
const NONE: readonly Contract[] = [];

const held = (contract: Contract) => ({
  leg: 'ce',
  contract,
  netUnits: 65,
  openValuePaise: 650_000,
  lastPaise: 9_000,
});

it('leaves the listing as it is while all that is held is on it, and takes the terms of the date', () => {
  const before = { ...NEAR, freezeUnits: 900 };
  const carried = new Map([['holder', [held(before)]]]);
  const kept = keepListed({ listing: LISTING, carried }, DATE);
  expect(kept.listing).toBe(LISTING);
  expect(kept.carried.get('holder')?.[0]?.contract).toBe(NEAR);
  expect(keepListed({ listing: LISTING, carried: NOTHING_CARRIED }, DATE).listing).toBe(LISTING);
});

it('keeps a strike listed that the index has left far behind', () => {
  const carried = new Map([['holder', [held(FAR), held(NEAR)]]]);
  const { listing, carried: same } = keepListed({ listing: LISTING, carried }, DATE);
  expect(listing.contracts('NIFTY', DATE)).toEqual([NEAR, FAR]);
  expect(listing.contracts('NIFTY', DATE)).toBe(listing.contracts('NIFTY', DATE));
  expect(listing.contracts('BANKNIFTY', DATE)).toBe(NONE);
  expect(new ContractDirectory(listing).find(FAR.symbol, DATE)).toBe(FAR);
  expect(same.get('holder')?.map(({ contract }) => contract)).toEqual([FAR, NEAR]);
});
