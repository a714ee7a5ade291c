import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { createListing } from '../../src/market/listing.ts';
import { type BarDay } from '../../src/market/minute-bar.ts';
import { createModelledMarket, type ModelledMarket } from '../../src/market/modelled-market.ts';
import {
  constantVolatility,
  type GivenVolatility,
  volatilitySeries,
} from '../../src/market/option-pricing/given-volatility.ts';
import { RECORDED_PRICING } from '../../src/market/option-pricing/pricing-model.ts';
import {
  type SurfaceFacts,
  type VolatilitySurface,
} from '../../src/market/option-pricing/volatility-surface.ts';
import { createRecordedIndex } from '../../src/market/recorded-index.ts';
import { type Contract } from '../../src/model/market/contract.ts';
import { instantAt, type IstDate } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';

/** The day that docs/option-prices.md works by hand. */
const DATE = '2024-07-10';
const AT_MS = instantAt(DATE, '12:20');
const { calendar, rules } = loadMarketKnowledge();
const PAGE = readFileSync(new URL('../../docs/option-prices.md', import.meta.url), 'utf8');

function dayAt(date: IstDate, levelPaise: number): BarDay {
  const bars = Array.from({ length: 375 }, (_, minute) => ({
    startMs: instantAt(date, '09:15') + minute * 60_000,
    openPaise: levelPaise,
    highPaise: levelPaise,
    lowPaise: levelPaise,
    closePaise: levelPaise,
  }));
  return { date, bars, barsOutside: [] };
}

const index = createRecordedIndex({
  days: { NIFTY: [dayAt('2024-07-09', 24_300_00), dayAt(DATE, 24_300_00)] },
  calendar,
  pricing: RECORDED_PRICING,
});
const listing = createListing({ rules, calendar, spotFor: index.referencePaise });

function marketOf(given: GivenVolatility | null, pricing = {}): ModelledMarket {
  return createModelledMarket({
    index,
    calendar,
    pricing: { ...RECORDED_PRICING, ...pricing },
    given,
  });
}

function callOf(expiry: IstDate, strike = 24_300): Contract | undefined {
  return listing
    .contracts('NIFTY', DATE)
    .find(
      (one) => one.expiry === expiry && one.strikePaise === strike * 100 && one.optionType === 'CE',
    );
}

function lastPaise(market: ModelledMarket, expiry: IstDate): number {
  const call = callOf(expiry);
  return call === undefined ? NaN : (market.quote(call, AT_MS)?.lastPaise ?? NaN);
}

/** Area under the normal curve up to x, by Simpson's rule. */
function areaTo(x: number): number {
  const steps = 2_000;
  const width = (x + 8) / steps;
  let sum = 0;
  for (let step = 0; step <= steps; step += 1) {
    const at = -8 + step * width;
    const weight = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp((-at * at) / 2);
  }
  return (sum * width) / 3 / Math.sqrt(2 * Math.PI);
}

/** The steps of the page, with nothing of the program but its constants written out. */
function workedPrice(of: {
  readonly vix: number;
  readonly days: number;
  readonly weighted: number;
  readonly calendarDays: number;
}): number {
  const left = 0.75 * (1 - (0.58 + (5 / 30) * 0.05));
  const month = 21 + left;
  const variance = (0.92 * of.vix) ** 2 * (month / (month + 3));
  const fixed = 0.13 ** 2;
  const shrunk = (time: number): number => (1 - Math.exp(-0.09 * time)) / (0.09 * time);
  const near = fixed + ((variance - fixed) / shrunk(month)) * shrunk(of.days + left);
  const deviation = Math.sqrt((near * (of.weighted + left)) / 250);
  const forward = 24_300 * Math.exp((0.065 * of.calendarDays) / 365);
  const money = Math.log(24_300 / forward) / deviation;
  const bent = money / Math.sqrt(1 + money ** 2 / 9);
  const s = deviation * (1 - 0.05 * bent + 0.03 * bent ** 2);
  const d1 = Math.log(forward / 24_300) / s + s / 2;
  const premium = forward * areaTo(d1) - 24_300 * areaTo(d1 - s);
  return premium * Math.exp((-0.065 * of.calendarDays) / 365);
}

describe('the price that docs/option-prices.md works by hand', () => {
  it.each([
    ['2024-07-18', { days: 5, weighted: 5, calendarDays: 8 }],
    // The budget of 23 July is known since the 6th, and counts for four days.
    ['2024-07-25', { days: 10, weighted: 13, calendarDays: 15 }],
  ])('is that of the model, expiry %s', (expiry, days) => {
    const worked = workedPrice({ vix: 0.14, ...days });
    const found = lastPaise(marketOf(constantVolatility(0.14)), expiry) / 100;
    expect(found).toBeCloseTo(worked, 1);
    expect(Math.abs(found - worked)).toBeLessThanOrEqual(0.025);
    expect(PAGE).toContain(`**${found.toFixed(2)}**`);
  });
});

describe('modelled premiums', () => {
  it('know of an event only once its date was public', () => {
    const unknown = RECORDED_PRICING.events.map((event) => ({ ...event, knownFrom: '2024-07-11' }));
    const given = constantVolatility(0.14);
    const [before, after] = [marketOf(given, { events: unknown }), marketOf(given)];
    expect(lastPaise(before, '2024-07-25')).toBeLessThan(lastPaise(after, '2024-07-25'));
    expect(lastPaise(before, '2024-07-18')).toBeGreaterThan(lastPaise(after, '2024-07-18'));
    expect(lastPaise(before, '2024-07-25')).toBe(
      lastPaise(marketOf(given, { events: [] }), '2024-07-25'),
    );
  });

  it('follow a volatility from when it was known, and their own where there is none', () => {
    const risen = volatilitySeries(
      [
        { atMs: AT_MS - 86_400_000, volatility: 0.14 },
        { atMs: AT_MS + 1, volatility: 0.3 },
      ],
      'made up',
    );
    expect(lastPaise(marketOf(risen), '2024-07-18')).toBe(
      lastPaise(marketOf(constantVolatility(0.14)), '2024-07-18'),
    );
    const late = volatilitySeries([{ atMs: AT_MS + 1, volatility: 0.3 }], 'made up');
    expect(lastPaise(marketOf(late), '2024-07-18')).toBe(lastPaise(marketOf(null), '2024-07-18'));
    const old = volatilitySeries([{ atMs: AT_MS - 7 * 86_400_000, volatility: 0.3 }], 'made up');
    expect(lastPaise(marketOf(old), '2024-07-18')).toBe(lastPaise(marketOf(null), '2024-07-18'));
  });

  it('are a fifth dearer at the money where every volatility is', () => {
    const given = constantVolatility(0.14);
    const dearer = lastPaise(marketOf(given, { volatilityScale: 1.2 }), '2024-07-18');
    const ratio = dearer / lastPaise(marketOf(given), '2024-07-18');
    expect(ratio).toBeGreaterThan(1.12);
    expect(ratio).toBeLessThan(1.2);
  });
});

describe('a volatility model of the user', () => {
  const given = constantVolatility(0.14);

  it('is given what the model knows, and takes its place', () => {
    const usual = lastPaise(marketOf(given), '2024-07-18');
    const asked: SurfaceFacts[] = [];
    const of = (surface: VolatilitySurface): number =>
      lastPaise(
        createModelledMarket({ index, calendar, pricing: RECORDED_PRICING, given, surface }),
        '2024-07-18',
      );
    const same = of((facts) => {
      asked.push(facts);
      return facts.usual;
    });
    expect(same).toBe(usual);
    expect(asked[0]).toMatchObject({
      ...{ underlying: 'NIFTY', date: DATE, expiry: '2024-07-18', type: 'CE' },
      ...{ strikePaise: 24_300_00, atMs: AT_MS },
    });
    expect(asked[0]?.years).toBeCloseTo(5.30875 / 250, 6);
    expect(asked[0]?.atTheMoney).toBeCloseTo(0.11263, 5);
    expect(of(({ usual: volatility }) => 2 * volatility)).toBeGreaterThan(1.7 * usual);
  });

  it.each([0, -1, NaN, 5, 14, '0.2', undefined])('may not say %s', (wrong) => {
    const surface = (() => wrong) as unknown as VolatilitySurface;
    const market = createModelledMarket({ index, calendar, given, surface });
    expect(() => lastPaise(market, '2024-07-18')).toThrow(
      /^The volatility model found .* for NIFTY 2024-07-18 24300 CE: allowed a number above 0 and below 5(?:; 5 % is 0\.05|; 14 % is 0\.14)?$/,
    );
  });
});
