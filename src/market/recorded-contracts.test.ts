import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Contract } from '../model/market/contract.ts';
import { instantAt } from '../model/time/ist.ts';
import { barPath } from './bar-path.ts';
import { type MinuteBar, type BarDay } from './minute-bar.ts';
import { createModelledMarket } from './modelled-market.ts';
import { withRecordedContracts } from './recorded-contracts.ts';
import { createRecordedIndex } from './recorded-index.ts';
import {
  calendar,
  csvDay,
  FRIDAY,
  friday,
  readRows,
  SPLIT,
} from '../../test/support/price-texts.ts';

const { indexes } = await readRows([...friday, ...csvDay(calendar, SPLIT)]);
const modelled = createModelledMarket({
  index: createRecordedIndex({ days: indexes, calendar }),
  calendar,
});

function contract(strikeRupees: number): Contract {
  return {
    instrumentId: `NSE_${String(strikeRupees)}`,
    symbol: `NIFTY240307C${String(strikeRupees)}`,
    exchange: 'NSE',
    kind: 'option',
    underlying: 'NIFTY',
    expiry: '2024-03-07',
    strikePaise: strikeRupees * 100,
    optionType: 'CE',
    lotSizeUnits: 50,
    tickSizePaise: 5,
    freezeUnits: 1800,
  };
}
const recorded = contract(22_000);
const other = contract(22_100);

function at(clock: string, date = FRIDAY): number {
  return instantAt(date, clock);
}

function bar(clock: string, [open, high, low, close]: readonly number[], date = FRIDAY): MinuteBar {
  return {
    startMs: at(clock, date),
    openPaise: (open ?? 0) * 100,
    highPaise: (high ?? 0) * 100,
    lowPaise: (low ?? 0) * 100,
    closePaise: (close ?? 0) * 100,
  };
}

function marketOf(bars: readonly MinuteBar[], date = FRIDAY) {
  const days: readonly BarDay[] = [{ date, bars, barsOutside: [] }];
  const contracts = new Map([[recorded.symbol, days]]);
  return withRecordedContracts({ market: modelled, contracts, calendar });
}

describe('a recorded contract', () => {
  const market = marketOf([
    bar('09:20', [100, 104, 99, 102]),
    { ...bar('09:21', [102, 103, 101, 103]), spreadPaise: 200 },
    bar('09:40', [110, 110, 110, 110]),
  ]);
  const lastAt = (clock: string): number | undefined =>
    market.quote(recorded, at(clock))?.lastPaise;

  it('takes the path of its bar within the minute', () => {
    expect(['09:20:00', '09:20:14', '09:20:15', '09:20:35', '09:20:59'].map(lastAt)).toEqual([
      10_000, 10_000, 9_900, 10_400, 10_200,
    ]);
  });

  it('has bid and ask around its last, as far apart as the data tells or else the model', () => {
    expect(market.quote(recorded, at('09:20:00'))).toEqual({
      symbol: recorded.symbol,
      bidPaise: 9_980,
      lastPaise: 10_000,
      askPaise: 10_020,
      atMs: at('09:20:00'),
    });
    expect(market.quote(recorded, at('09:21:59'))).toMatchObject({
      bidPaise: 10_200,
      askPaise: 10_400,
    });
  });

  it('holds its last price for five minutes after its bar, then has none until the next', () => {
    expect(lastAt('09:26:59')).toBe(10_300);
    expect(market.quote(recorded, at('09:27:00'))).toBeNull();
    expect(market.quote(recorded, at('09:39:59'))).toBeNull();
    expect(lastAt('09:40:00')).toBe(11_000);
  });

  it('has no price before its first bar, nor outside the sessions', () => {
    expect(market.quote(recorded, at('09:19:59'))).toBeNull();
    const late = marketOf([bar('15:29', [5, 5, 5, 5])]);
    expect(late.quote(recorded, at('15:29:59'))?.lastPaise).toBe(500);
    expect(late.quote(recorded, at('15:30:00'))).toBeNull();
  });

  it('does not carry a price over the pause of a split day', () => {
    const split = marketOf([bar('09:59', [5, 5, 5, 5], SPLIT)], SPLIT);
    expect(split.quote(recorded, at('09:59:59', SPLIT))?.lastPaise).toBe(500);
    expect(split.quote(recorded, at('11:30:00', SPLIT))).toBeNull();
  });

  it('is modelled on the dates on which it was not recorded', () => {
    const atMs = at('11:40', SPLIT);
    expect(market.quote(recorded, atMs)).toEqual(modelled.quote(recorded, atMs));
    expect(market.quote(recorded, atMs)).not.toBeNull();
  });
});

it('other contracts, and the index, are those of the model', () => {
  const market = marketOf([bar('09:20', [100, 104, 99, 102])]);
  const atMs = at('09:20:40');
  expect(market.quote(other, atMs)).toEqual(modelled.quote(other, atMs));
  expect(market.index('NIFTY', atMs)).toEqual(modelled.index('NIFTY', atMs));
});

it('says how many contracts were recorded and that the others are modelled', () => {
  const { assumptions } = marketOf([bar('09:20', [100, 104, 99, 102])]);
  expect(assumptions).toEqual([
    ...modelled.assumptions.filter((text) => !text.includes('modelled, not recorded')),
    expect.stringContaining('1 contract has recorded prices'),
    expect.stringContaining('hold their last price for 5 minutes'),
    expect.stringContaining('0.4 % of the premium (futures 0.005 %)'),
  ]);
  expect(withRecordedContracts({ market: modelled, contracts: new Map(), calendar })).toBe(
    modelled,
  );
});

it('between two announced changes no quote changes, and answers depend on nothing asked before', () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 20 });
  const instants = fc.array(fc.integer({ min: 0, max: 45 * 60_000 }), { maxLength: 30 });
  fc.assert(
    fc.property(minutes, instants, (places, asked) => {
      const bars = places
        .toSorted((left, right) => left - right)
        .map((place) => {
          const open = 100 + ((place * 7) % 13);
          return {
            ...bar('09:15', [open, open + 3, open - 2, open + 1]),
            startMs: at('09:15') + place * 60_000,
          };
        });
      const market = marketOf(bars);
      for (const offsetMs of asked) {
        const atMs = at('09:15') + offsetMs;
        const quote = market.quote(recorded, atMs);
        expect(quote).toEqual(marketOf(bars).quote(recorded, atMs));
        const nextMs = market.nextChangeMs('NIFTY', atMs) ?? Infinity;
        expect(market.quote(recorded, nextMs - 1)).toEqual(quote);
        const inBar = bars.find(({ startMs }) => atMs >= startMs && atMs < startMs + 60_000);
        const path: readonly unknown[] = inBar === undefined ? [quote?.lastPaise] : barPath(inBar);
        expect(path).toContain(quote?.lastPaise);
      }
    }),
    { numRuns: 50 },
  );
});
