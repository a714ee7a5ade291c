import { expect, it } from 'vitest';

import { type Contract } from '../../model/contract.ts';
import { instantAt } from '../../model/ist.ts';
import { type Market } from './market.ts';
import { settlementPaise } from './settlement.ts';
import { shortCalendar } from './testing/short-calendar.ts';

const EXPIRY = '2026-11-24';
/** The session goes on to 15:40; what is expiring is settled on the half hour to 15:30. */
const calendar = shortCalendar({ [EXPIRY]: [['09:15', '15:40']] });

function marketOf(levelPaise: (atMs: number) => number | null): Market {
  return {
    index: (symbol, atMs) => {
      const lastPaise = levelPaise(atMs);
      return lastPaise === null
        ? null
        : { symbol, bidPaise: null, askPaise: null, lastPaise, atMs };
    },
    quote: () => null,
    nextChangeMs: () => null,
  };
}

const call: Contract = {
  instrumentId: 'NSE_1',
  symbol: 'NIFTY261124C25000',
  exchange: 'NSE',
  kind: 'option',
  underlying: 'NIFTY',
  expiry: EXPIRY,
  strikePaise: 2_500_000,
  optionType: 'CE',
  lotSizeUnits: 65,
  tickSizePaise: 5,
  freezeUnits: 1800,
};
const put: Contract = { ...call, optionType: 'PE' };
const future: Contract = { ...call, kind: 'future', optionType: null, strikePaise: null };

it('takes the mean of the half hour to 15:30 and nothing before or after', () => {
  const fromMs = instantAt(EXPIRY, '15:00');
  const middleMs = instantAt(EXPIRY, '15:15');
  const endMs = instantAt(EXPIRY, '15:30');
  const market = marketOf((atMs) => {
    if (atMs < fromMs || atMs >= endMs) return 1;
    return atMs < middleMs ? 2_505_000 : 2_515_000;
  });
  expect(settlementPaise(future, { market, calendar })).toBe(2_510_000);
  expect(settlementPaise(call, { market, calendar })).toBe(10_000);
  expect(settlementPaise(put, { market, calendar })).toBe(0);
});

it('averages the minutes that have a level, and is unknown without any', () => {
  const halfMs = instantAt(EXPIRY, '15:20');
  const half = marketOf((atMs) => (atMs < halfMs ? null : 2_490_000));
  expect(settlementPaise(put, { market: half, calendar })).toBe(10_000);
  expect(settlementPaise(put, { market: marketOf(() => null), calendar })).toBeNull();
});
