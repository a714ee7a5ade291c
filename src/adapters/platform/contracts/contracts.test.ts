import { expect, it } from 'vitest';

import { type Contracts } from '../../../ports/contracts.ts';
import { type TransportResult } from '../../../ports/transport.ts';
import { type PlatformSession } from '../../shared/session.ts';
import { OPENBROKER } from '../../../../test/support/openbroker.ts';
import { createContracts } from './contracts.ts';

const OPTION = {
  symbol: 'NIFTY261124C26000',
  exchange: 'NFO',
  type: 'OPT',
  underlying: 'NIFTY',
  expiry: '2026-11-24',
  strike: 26_000,
  lot_size: 75,
  tick_size: 0.05,
};
const DOWN: TransportResult = {
  kind: 'interrupted',
  reason: 'timeout',
  status: null,
  detail: 'No answer',
};

/** The contracts host that answers with these one after the other. */
function answering(...results: readonly TransportResult[]): Contracts {
  const left = [...results];
  const session: PlatformSession = {
    login: () => Promise.reject(new RangeError('Not asked here')),
    send: () => Promise.resolve(left.shift() ?? DOWN),
    scrub: (text: string) => text,
  };
  return createContracts({ session, profile: OPENBROKER });
}

function list(...records: readonly unknown[]): TransportResult {
  const body = Buffer.from(JSON.stringify(records));
  return { kind: 'response', status: 200, headers: [], body };
}

async function listed(contracts: Contracts, underlying = 'NIFTY'): Promise<readonly unknown[]> {
  const outcome = await contracts.list(underlying);
  return outcome.kind === 'accepted' ? outcome.value.contracts : [];
}

it('a list with the same bytes brings the same objects, also after one that did not come', async () => {
  const contracts = answering(list(OPTION), list(OPTION), DOWN, list(OPTION));
  const first = await listed(contracts);
  expect(first).toHaveLength(1);
  expect(await listed(contracts)).toBe(first);
  expect(await contracts.list('NIFTY')).toMatchObject({ kind: 'unknown' });
  expect(await listed(contracts)).toBe(first);
});

it('a list with other bytes is read anew, and the one before it again after it', async () => {
  const contracts = answering(list(OPTION), list({ ...OPTION, lot_size: 65 }), list(OPTION));
  const first = await listed(contracts);
  expect(await listed(contracts)).toMatchObject([{ lotSizeUnits: 65 }]);
  const third = await listed(contracts);
  expect(third).toEqual(first);
  expect(third).not.toBe(first);
});

it('what cannot be read in a list is reported at every poll of it', async () => {
  const contracts = answering(list(OPTION, null), list(OPTION, null));
  const malformed = [{ index: 1, problem: expect.any(String) as string }];
  expect(await contracts.list('NIFTY')).toMatchObject({ value: { malformed } });
  expect(await contracts.list('NIFTY')).toMatchObject({ value: { malformed } });
});

it('underlyings have lists of their own', async () => {
  const bank = { ...OPTION, symbol: 'BANKNIFTY261124C55000', underlying: 'BANKNIFTY' };
  const contracts = answering(list(OPTION), list(bank), list(OPTION));
  const nifty = await listed(contracts, 'NIFTY');
  expect(await listed(contracts, 'BANKNIFTY')).toMatchObject([{ underlying: 'BANKNIFTY' }]);
  expect(await listed(contracts, 'NIFTY')).toBe(nifty);
});
