import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type Quote } from '../../src/model/market/quote.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { createListing } from '../../src/market/listing.ts';
import { type PriceLevel } from '../../src/market/market.ts';
import { createModelledMarket } from '../../src/market/modelled-market.ts';
import { RECORDED_PRICING } from '../../src/market/option-pricing/pricing-model.ts';
import { createGeneratedIndex } from '../../src/market/price-generator/generated-index.ts';

const { calendar, rules } = loadMarketKnowledge();

function marketOf({
  seed,
  date,
  stepMs,
  isRecorded,
}: {
  readonly seed: string;
  readonly date: string;
  readonly stepMs: number;
  readonly isRecorded: boolean;
}) {
  const index = createGeneratedIndex({ seed, calendar, stepMs });
  const market = createModelledMarket({
    index,
    calendar,
    pricing: isRecorded ? RECORDED_PRICING : {},
  });
  const listing = createListing({ rules, calendar, spotFor: index.referencePaise });
  const options = listing
    .contracts('NIFTY', date)
    .filter(({ kind, expiry }) => kind === 'option' && expiry === '2024-03-14');
  return { market, options };
}

function noOption(): never {
  throw new RangeError('No option is listed');
}

function isReached({ paise, isAbove }: PriceLevel, quote: Quote | null): boolean {
  if (quote === null) return false;
  return isAbove ? quote.lastPaise >= paise : quote.lastPaise <= paise;
}

it('no price at which a level is reached is passed over, on any day, at any strike, up to the expiry', () => {
  const drawn = fc.record({
    seed: fc.string({ maxLength: 4 }),
    // The last three days before an expiry, and the expiry itself.
    date: fc.constantFrom('2024-03-11', '2024-03-12', '2024-03-13', '2024-03-14'),
    stepMs: fc.constantFrom(15_000, 37_000),
    place: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
    fromMs: fc.integer({ min: 0, max: 6 * 3_600_000 }),
    share: fc.double({ min: 0.5, max: 2, noNaN: true }),
    isAbove: fc.boolean(),
    isRecorded: fc.boolean(),
  });
  fc.assert(
    fc.property(drawn, ({ seed, date, stepMs, place, fromMs, share, isAbove, isRecorded }) => {
      const { market, options } = marketOf({ seed, date, stepMs, isRecorded });
      const contract = options[Math.floor(place * options.length)] ?? noOption();
      const startMs = instantAt(date, '09:15') + fromMs;
      const firstPaise = market.quote(contract, startMs)?.lastPaise ?? 100;
      const level = { contract, paise: Math.round((firstPaise * share) / 5) * 5, isAbove };
      const foundMs = market.mayReachMs?.([level], startMs) ?? startMs;
      const untilMs = Math.min(foundMs, instantAt(date, '15:30'));
      for (let atMs: number | null = startMs; atMs !== null && atMs < untilMs;) {
        expect(isReached(level, market.quote(contract, atMs))).toBe(false);
        atMs = market.nextChangeMs('NIFTY', atMs);
      }
    }),
    { numRuns: 100 },
  );
});

it('most of a day is passed over for a level that is far away', () => {
  const of = { seed: 'far', date: '2024-03-12', stepMs: 15_000, isRecorded: false };
  const { market, options } = marketOf(of);
  const contract = options[60];
  const fromMs = instantAt('2024-03-12', '09:15');
  const levels = contract === undefined ? [] : [{ contract, paise: 500_000_00, isAbove: true }];
  expect(market.mayReachMs?.(levels, fromMs)).toBe(Infinity);
});
