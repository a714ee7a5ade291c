import { expect, it } from 'vitest';

import { aContract } from '../../../test/support/engine-rig.ts';
import { ContractBook } from './contract-book.ts';

const SEEN = { observedAtMs: 0, ageMsMax: 0 };
const EXPIRY = '2026-11-24';
const STRIKES = [24_000, 24_050, 24_100, 24_150, 24_200];

function listing(strikes: readonly number[] = STRIKES): ReturnType<typeof aContract>[] {
  return strikes.flatMap((strike) =>
    (['CE', 'PE'] as const).map((optionType) => {
      const symbol = `${String(strike)}${optionType}`;
      return aContract({ strikePaise: strike * 100, optionType, symbol, instrumentId: symbol });
    }),
  );
}

function around(book: ContractBook, spot: number, strikesEachSide = 1): string[] {
  const chain = { underlying: 'NIFTY', expiry: EXPIRY, strikesEachSide };
  return book.around(chain, spot * 100).map(({ symbol }) => symbol);
}

it('a chain is the pairs around the nearest strike, cut off at the ends of the list', () => {
  const book = new ContractBook();
  book.observe('NIFTY', { contracts: listing(STRIKES.toReversed()), seen: SEEN });
  expect(around(book, 24_110, 0)).toEqual(['24100CE', '24100PE']);
  expect(around(book, 24_130)).toEqual([
    '24100CE',
    '24100PE',
    '24150CE',
    '24150PE',
    '24200CE',
    '24200PE',
  ]);
  expect(around(book, 20_000)).toEqual(['24000CE', '24000PE', '24050CE', '24050PE']);
  expect(around(book, 30_000, 0)).toEqual(['24200CE', '24200PE']);
});

it('a chain leaves out other expiries, futures, and options of which no strike is known', () => {
  const book = new ContractBook();
  const [call] = listing([24_000]);
  const others = [
    aContract({ expiry: '2026-12-01', symbol: 'later' }),
    aContract({ kind: 'future', strikePaise: null, optionType: null, symbol: 'future' }),
    { ...aContract({ symbol: 'strikeless' }), strikePaise: null },
  ];
  book.observe('NIFTY', {
    contracts: [...others, ...(call === undefined ? [] : [call])],
    seen: SEEN,
  });
  expect(around(book, 24_000, 9)).toEqual(['24000CE']);
});

it('a chain follows the list: what a later poll shows takes the place of what was', () => {
  const book = new ContractBook();
  expect(around(book, 24_000)).toEqual([]);
  book.observe('NIFTY', { contracts: listing([24_000]), seen: SEEN });
  expect(around(book, 24_000)).toEqual(['24000CE', '24000PE']);
  book.observe('BANKNIFTY', { contracts: [], seen: SEEN });
  expect(around(book, 24_000)).toEqual(['24000CE', '24000PE']);
  book.observe('NIFTY', { contracts: listing([24_050]), seen: SEEN });
  expect(around(book, 24_000)).toEqual(['24050CE', '24050PE']);
});

it('a listed lot is known, not listed, or not known at all', () => {
  const book = new ContractBook();
  const call = aContract();
  expect(book.listedLotUnits(call)).toBeNull();
  book.observe('NIFTY', { contracts: [], seen: SEEN });
  expect(book.listedLotUnits(call)).toBeUndefined();
  book.observe('NIFTY', { contracts: [{ ...call, lotSizeUnits: 65 }], seen: SEEN });
  expect(book.listedLotUnits(call)).toBe(65);
});

it('a level in the middle of two strikes is nearer to the lower one', () => {
  const book = new ContractBook();
  book.observe('NIFTY', { contracts: listing(), seen: SEEN });
  expect(around(book, 24_075, 0)).toEqual(['24050CE', '24050PE']);
});

it('a chain is the same array while neither the list nor the nearest strike changes', () => {
  const book = new ContractBook();
  const chain = { underlying: 'NIFTY', expiry: EXPIRY, strikesEachSide: 1 };
  const contracts = listing();
  book.observe('NIFTY', { contracts, seen: SEEN });
  const first = book.around(chain, 2_410_000);
  expect(book.around(chain, 2_410_100)).toBe(first);
  expect(book.around({ ...chain, expiry: '2026-12-01' }, 2_410_000)).toEqual([]);
  book.observe('NIFTY', { contracts, seen: { observedAtMs: 9, ageMsMax: 0 } });
  expect(book.around(chain, 2_410_000)).toBe(first);
  book.observe('NIFTY', { contracts: listing(), seen: SEEN });
  expect(book.around(chain, 2_410_000)).not.toBe(first);
});

it('its version goes up with another list, not with the same one seen again', () => {
  const book = new ContractBook();
  const contracts = listing();
  book.observe('NIFTY', { contracts, seen: SEEN });
  const before = book.version;
  book.observe('NIFTY', { contracts, seen: { observedAtMs: 9, ageMsMax: 0 } });
  expect(book.version).toBe(before);
  book.observe('NIFTY', { contracts: listing(), seen: SEEN });
  expect(book.version).toBeGreaterThan(before);
});
