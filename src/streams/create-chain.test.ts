import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { black76Delta, black76Price, yearsToExpiry } from '../model/market/black76.ts';
import { type Contract, type OptionType } from '../model/market/contract.ts';
import { instantAt } from '../model/time/ist.ts';
import { type Chain } from './chain.ts';
import { createChain, type FarOff } from './create-chain.ts';
import { type PricePoint } from './observations.ts';
import { createOptionLadder, resolveExpiry } from './option-ladder.ts';

const DATE = '2026-11-20';
const EXPIRY = '2026-11-24';
const NOW = instantAt(DATE, '10:00');
const VOLATILITY = 0.14;

function contract(strike: number, type: OptionType, expiry = EXPIRY): Contract {
  const symbol = `NIFTY ${expiry} ${String(strike)} ${type}`;
  return {
    instrumentId: symbol,
    symbol,
    exchange: 'NFO',
    kind: 'option',
    underlying: 'NIFTY',
    expiry,
    strikePaise: strike * 100,
    optionType: type,
    lotSizeUnits: 65,
    tickSizePaise: 5,
    freezeUnits: null,
  };
}

function future(expiry: string): Contract {
  const symbol = `NIFTY ${expiry} future`;
  return {
    ...contract(0, 'CE', expiry),
    symbol,
    kind: 'future',
    strikePaise: null,
    optionType: null,
  };
}

function strikes(expiry = EXPIRY): readonly Contract[] {
  return Array.from({ length: 21 }, (_, index) => 23_500 + index * 50).flatMap((strike) => [
    contract(strike, 'PE', expiry),
    contract(strike, 'CE', expiry),
  ]);
}

function point(symbol: string, lastPaise: number, observedAtMs = NOW): PricePoint {
  const seen = { observedAtMs, ageMsMax: 20 };
  return { symbol, bidPaise: null, askPaise: null, lastPaise, atMs: observedAtMs, seen };
}

/** A chain whose quotes are Black-76 values. */
function chainAt(spot: number, quotedAtMs = NOW, onFarOff?: (told: FarOff) => void): Chain {
  const years = yearsToExpiry(EXPIRY, NOW);
  const quotes = new Map(
    strikes().map((one) => {
      const value = black76Price(optionOf(one, spot * 100, years), VOLATILITY);
      return [one.symbol, point(one.symbol, Math.round(value), quotedAtMs)];
    }),
  );
  const listed = [future('2026-12-29'), future('2026-11-17'), ...strikes(), future(EXPIRY)];
  const { futures, ...ladder } = createOptionLadder('NIFTY', listed, DATE);
  return createChain({
    underlying: 'NIFTY',
    expiry: EXPIRY,
    strikes: ladder.strikes(EXPIRY),
    futures,
    quotedStrikes: 20,
    index: point('NIFTY', spot * 100),
    quote: (symbol) => quotes.get(symbol),
    ...(onFarOff === undefined ? {} : { onFarOff }),
  });
}

/** Premium of the call at the highest strike. */
function lastPaiseOf(chain: Chain): number {
  const last = chain.strikes.at(-1);
  return last === undefined ? 0 : (chain.greeks(last.ce).quote?.lastPaise ?? 0);
}

function optionOf(
  one: Contract,
  spotPaise: number,
  years: number,
): { type: OptionType; forward: number; strike: number; years: number; rate: number } {
  return {
    type: one.optionType ?? 'CE',
    forward: spotPaise * Math.exp(0.065 * years),
    strike: one.strikePaise ?? 0,
    years,
    rate: 0.065,
  };
}

const rupees = (one: Contract): number => (one.strikePaise ?? 0) / 100;

describe('a chain', () => {
  it('is at the money at the nearest strike, at the lower one on a tie', () => {
    expect(chainAt(24_024).atm.strikePaise).toBe(2_400_000);
    expect(chainAt(24_025).atm.strikePaise).toBe(2_400_000);
    expect(chainAt(24_026).atm.strikePaise).toBe(2_405_000);
    expect(chainAt(1).atm.strikePaise).toBe(2_350_000);
    expect(chainAt(99_999).atm.strikePaise).toBe(2_450_000);
  });

  it('is at the money where no other strike is nearer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 23_000, max: 25_000 }), (spot) => {
        const { atm, strikes: all } = chainAt(spot);
        const distance = (strikePaise: number): number => Math.abs(strikePaise - spot * 100);
        expect(distance(atm.strikePaise)).toBe(
          Math.min(...all.map(({ strikePaise }) => distance(strikePaise))),
        );
      }),
    );
  });

  it('steps out of the money up for calls and down for puts, into it the other way', () => {
    const chain = chainAt(24_000);
    expect(rupees(chain.otm('CE', 2))).toBe(24_100);
    expect(rupees(chain.otm('PE', 2))).toBe(23_900);
    expect(rupees(chain.itm('CE', 1))).toBe(23_950);
    expect(rupees(chain.itm('PE', 1))).toBe(24_050);
    expect(rupees(chain.otm('CE', 0))).toBe(24_000);
  });

  it('says when a step or a strike is not listed', () => {
    const chain = chainAt(24_000);
    expect(() => chain.otm('CE', 11)).toThrow(/Cannot take OTM11 CE of NIFTY 2026-11-24/);
    expect(() => chain.otm('CE', 0.5)).toThrow(/Cannot take OTM0.5/);
    expect(() => chain.at('CE', 2_400_001)).toThrow(/Cannot take the strike 24000.01/);
    expect(rupees(chain.at('PE', 2_390_000))).toBe(23_900);
  });

  it('finds the option with the nearest premium and the nearest delta', () => {
    const chain = chainAt(24_000);
    const years = yearsToExpiry(EXPIRY, NOW);
    const nearest = (type: OptionType, score: (one: Contract) => number): string | undefined =>
      strikes()
        .filter(({ optionType }) => optionType === type)
        .sort((left, right) => score(left) - score(right))[0]?.symbol;
    for (const type of ['CE', 'PE'] as const) {
      const option = (one: Contract): ReturnType<typeof optionOf> =>
        optionOf(one, 2_400_000, years);
      expect(chain.byPremium(type, 6_000).symbol).toBe(
        nearest(type, (one) => Math.abs(black76Price(option(one), VOLATILITY) - 6_000)),
      );
      expect(chain.byDelta(type, 0.3).symbol).toBe(
        nearest(type, (one) => Math.abs(Math.abs(black76Delta(option(one), VOLATILITY)) - 0.3)),
      );
    }
  });

  it('has the futures of its underlying that are not yet over', () => {
    const { future: futureOf } = chainAt(24_000);
    expect(futureOf()).toMatchObject({ kind: 'future', expiry: EXPIRY, strikePaise: null });
    expect(futureOf('monthly').expiry).toBe(EXPIRY);
    expect(futureOf('next-monthly').expiry).toBe('2026-12-29');
    expect(futureOf({ date: '2026-12-29' }).expiry).toBe('2026-12-29');
    expect(() => futureOf({ date: '2026-11-17' })).toThrow(
      'Cannot take the 2026-11-17 future of NIFTY: listed are 2026-11-24, 2026-12-29',
    );
    const without = createOptionLadder('NIFTY', strikes(), DATE);
    const chain = createChain({
      underlying: 'NIFTY',
      expiry: EXPIRY,
      strikes: without.strikes(EXPIRY),
      futures: without.futures,
      index: point('NIFTY', 24_000),
      quote: () => undefined,
    });
    expect(() => chain.future()).toThrow(
      'Cannot take the monthly future of NIFTY: no future is listed',
    );
  });

  it('is quoted when most of what was asked for has a fresh quote', () => {
    expect(chainAt(24_000).isQuoted).toBe(true);
    expect(chainAt(24_000, NOW - 15_000).isQuoted).toBe(true);
    expect(chainAt(24_000, NOW - 15_001).isQuoted).toBe(false);
    const ladder = createOptionLadder('NIFTY', strikes(), DATE);
    const parts = {
      underlying: 'NIFTY',
      expiry: EXPIRY,
      strikes: ladder.strikes(EXPIRY),
      futures: [],
      index: point('NIFTY', 2_400_000),
      quotedStrikes: 2,
    };
    const quoted = (strikes: readonly number[]): boolean =>
      createChain({
        ...parts,
        quote: (symbol) =>
          strikes.some((strike) => symbol.includes(String(strike)))
            ? point(symbol, 100)
            : undefined,
      }).isQuoted;
    expect(quoted([24_000, 24_050, 24_100])).toBe(true);
    expect(quoted([24_000, 24_050])).toBe(false);
    expect(quoted([])).toBe(false);
    expect(createChain({ ...parts, quotedStrikes: 0, quote: () => undefined }).isQuoted).toBe(true);
  });

  it.each<[string, (chain: Chain) => Contract, string[]]>([
    ['a premium below all', (chain) => chain.byPremium('CE', 10), ['a premium near 0.1']],
    ['a premium above all', (chain) => chain.byPremium('PE', 500_000), ['a premium near 5000']],
    ['a delta below all', (chain) => chain.byDelta('PE', 0.001), ['a delta near 0.001']],
    ['a premium of the last one', (chain) => chain.byPremium('CE', lastPaiseOf(chain)), []],
    ['a premium a quarter off', (chain) => chain.byPremium('CE', lastPaiseOf(chain) * 0.8), []],
    ['a premium in their midst', (chain) => chain.byPremium('CE', 8_000), []],
    ['a delta in their midst', (chain) => chain.byDelta('CE', 0.3), []],
  ])('says where the outermost strike is far off: %s', (_, choose, asked) => {
    const told: FarOff[] = [];
    const chosen = choose(chainAt(24_000, NOW, (farOff) => told.push(farOff)));
    expect(told.map((farOff) => farOff.asked)).toEqual(asked);
    for (const { contract: taken } of told) expect(taken).toBe(chosen);
  });

  it('does not select by quotes that lag behind the index', () => {
    const chain = chainAt(24_000, NOW - 15_001);
    expect(() => chain.byPremium('CE', 6_000)).toThrow(/no fresh quotes.*selectNow/);
    expect(() => chain.byDelta('PE', 0.3)).toThrow(/no fresh quotes/);
    expect(chainAt(24_000, NOW - 15_000).byPremium('CE', 1).optionType).toBe('CE');
  });
});

describe('expiries', () => {
  const listed = [
    '2026-11-24',
    '2026-12-01',
    '2026-12-08',
    '2026-12-29',
    '2027-01-28',
    '2026-11-17',
  ];
  const ladder = createOptionLadder(
    'NIFTY',
    listed.flatMap((expiry) => strikes(expiry)),
    DATE,
  );

  it('are those not yet over, ascending', () => {
    expect(ladder.expiries).toEqual([
      '2026-11-24',
      '2026-12-01',
      '2026-12-08',
      '2026-12-29',
      '2027-01-28',
    ]);
  });

  it('follow the rules', () => {
    expect(resolveExpiry(ladder, 'weekly')).toBe('2026-11-24');
    expect(resolveExpiry(ladder, 'next-weekly')).toBe('2026-12-01');
    expect(resolveExpiry(ladder, 'monthly')).toBe('2026-11-24');
    expect(resolveExpiry(ladder, 'next-monthly')).toBe('2026-12-29');
    expect(resolveExpiry(ladder, { date: '2026-12-08' })).toBe('2026-12-08');
  });

  it('are monthly where a future expires, and not at the end of the month', () => {
    const ofJanuary = ['2024-01-10', '2024-01-25', '2024-01-31', '2024-02-29', '2024-03-28'];
    const monthly = (date: string, futures: readonly string[], options = ofJanuary) => {
      const listed = [...options.flatMap((expiry) => strikes(expiry)), ...futures.map(future)];
      const of = createOptionLadder('NIFTY', listed, date);
      return [resolveExpiry(of, 'monthly'), resolveExpiry(of, 'next-monthly')];
    };
    const all = ['2024-02-29', '2024-01-25', '2024-03-28'];
    expect(monthly('2024-01-02', all)).toEqual(['2024-01-25', '2024-02-29']);
    expect(monthly('2024-01-26', all)).toEqual(['2024-02-29', '2024-03-28']);
    // Beyond the futures only monthly ones are listed.
    expect(monthly('2024-01-02', ['2024-01-25'])).toEqual(['2024-01-25', '2024-02-29']);
    // Options of another month are not what was asked for.
    const withoutMonthly = ofJanuary.filter((expiry) => expiry !== '2024-01-25');
    expect(monthly('2024-01-02', all, withoutMonthly)).toEqual([null, '2024-02-29']);
    const others = createOptionLadder(
      'NIFTY',
      [...strikes('2024-01-31'), { ...future('2024-01-25'), underlying: 'BANKNIFTY' }],
      '2024-01-02',
    );
    expect(resolveExpiry(others, 'monthly')).toBe('2024-01-31');
  });

  it('are not known while nothing is listed', () => {
    const empty = createOptionLadder('NIFTY', [], DATE);
    expect(resolveExpiry(empty, 'weekly')).toBeNull();
    expect(resolveExpiry(empty, { date: '2026-12-08' })).toBeNull();
  });

  it('hold only strikes with a call and a put, and only of the underlying', () => {
    const odd = [
      contract(24_000, 'CE'),
      contract(24_050, 'CE'),
      contract(24_050, 'PE'),
      { ...contract(24_100, 'CE'), underlying: 'BANKNIFTY' },
      { ...contract(24_100, 'PE'), kind: 'future' as const },
    ];
    const pairs = createOptionLadder('NIFTY', odd, DATE).strikes(EXPIRY);
    expect(pairs.map(({ strikePaise }) => strikePaise)).toEqual([2_405_000]);
  });
});

describe('a strike by where it lies', () => {
  const chain = chainAt(24_012);

  it('is the nearest to a price, and none beyond what is listed', () => {
    expect(chain.nearStrike('CE', 2_422_500).strikePaise).toBe(2_420_000);
    expect(chain.nearStrike('PE', 2_422_501).strikePaise).toBe(2_425_000);
    expect(() => chain.nearStrike('CE', 2_450_001)).toThrow(/beyond the listed strikes/);
    expect(() => chain.nearStrike('PE', 2_349_999)).toThrow(/beyond the listed strikes/);
  });
});
