import { expect, it } from 'vitest';

import { sampleContract, sampleListing } from '../support/sample-world.ts';
import { type StartPlatform } from './platform-harness.ts';

/** What the Contracts port promises. */
export function contractsContract(start: StartPlatform): void {
  it('lists the contracts of an underlying', async () => {
    await using platform = await start();
    const outcome = await platform.connect().contracts.list('NIFTY');
    const contracts = sampleListing.contracts('NIFTY', '2026-11-20');
    expect(outcome).toEqual({ kind: 'accepted', value: { contracts, malformed: [] } });
  });

  it('derives what a record of the bare interface does not say', async () => {
    await using platform = await start({ switches: { hasContractExtras: false } });
    const outcome = await platform.connect().contracts.list('NIFTY');
    const { contracts } = outcome.kind === 'accepted' ? outcome.value : { contracts: [] };
    const { symbol } = sampleContract('PE');
    expect(contracts.find((contract) => contract.symbol === symbol)).toEqual({
      ...sampleContract('PE'),
      instrumentId: symbol,
      freezeUnits: null,
    });
  });

  it('tells an unknown underlying by the documented envelope', async () => {
    await using platform = await start();
    expect(await platform.connect().contracts.list('NOSUCH')).toMatchObject({
      kind: 'rejected',
      rejection: { form: 'error-envelope', status: 400 },
    });
  });

  it.each(['', 'NIFTY&x=1 ', 'a/b', 'x'.repeat(33)])(
    'does not ask for "%s"',
    async (underlying) => {
      await using platform = await start();
      const { contracts, sent } = platform.connect();
      expect(await contracts.list(underlying)).toMatchObject({
        kind: 'rejected',
        rejection: { form: 'invalid-request' },
      });
      expect(sent).toHaveLength(0);
    },
  );

  it('asks for a name with characters of its own', async () => {
    await using platform = await start();
    const { contracts, sent } = platform.connect();
    await contracts.list('M&M-X');
    expect(sent.at(-1)?.path).toBe('/contracts?underlying=M%26M-X');
  });
}
