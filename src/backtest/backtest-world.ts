import { createListing, recordedStrikes } from '../market/listing.ts';
import { type IndexPath } from '../market/index-path.ts';
import { type Listing, type Market } from '../market/market.ts';
import { type MinuteBar } from '../market/minute-bar.ts';
import { createModelledMarket } from '../market/modelled-market.ts';
import {
  PRICING_MODEL,
  type PricingModel,
  RECORDED_PRICING,
} from '../market/option-pricing/pricing-model.ts';
import { type RecordedPrices } from '../market/price-files/recorded-prices.ts';
import { withRecordedContracts } from '../market/recorded-contracts.ts';
import { createRecordedIndex } from '../market/recorded-index.ts';
import { type ContractRules } from '../model/time/calendar.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type PricingSource } from '../results/backtest-result.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { ACCOUNT_ASSUMPTIONS } from './reckoning/settlement.ts';

/** What all days of a backtest share. Nothing in it changes from day to day. */
export interface BacktestWorld {
  readonly knowledge: MarketKnowledge;
  readonly underlyings: readonly string[];
  readonly market: Market;
  readonly listing: Listing;
  readonly seed: string;
  /** Where the volatility of modelled prices comes from; null where none are. */
  readonly pricing: PricingSource | null;
  /** Bars of an underlying's index on a date, for the chart. */
  readonly indexBars: (underlying: string, date: IstDate) => readonly MinuteBar[];
  /** Dates on which an underlying's index has bars, ascending. */
  readonly indexDates: (underlying: string) => readonly IstDate[];
  /** Whether bars of earlier days come by a poll, as on the day itself. @default false: they are there at once */
  readonly isPastPolled?: boolean;
  /** What prices, calendar and costs rest on; how orders fill is told apart. */
  readonly assumptions: readonly string[];
}

/** Dates whose lists are kept of days that run again: two years. */
const DAYS_LISTED = 512;

/** Digits of a file's SHA-256 that a sentence has. */
const SHA256_SHOWN = 12;

/** Quotes and orders are looked at this often in a backtest, milliseconds of the run. */
export const BACKTEST_POLL_MS = 1_000;

/** What a world is made of. */
export interface WorldFrom {
  readonly knowledge: MarketKnowledge;
  readonly prices: RecordedPrices;
  readonly seed: string;
  /** Parameters of modelled prices that differ from those of the prices' kind. */
  readonly pricing?: Partial<PricingModel>;
  /** Whether its days are to be run several times. @default false */
  readonly isRunAgain?: boolean | undefined;
  /** What the days list, where a world of the same prices has it already: it does not hang on volatility. */
  readonly listing?: Listing | undefined;
}

/** Makes the market of recorded prices. */
export function createBacktestWorld(from: WorldFrom): BacktestWorld {
  const { knowledge, prices, seed } = from;
  const { calendar, rules } = knowledge;
  const pricing = { ...usualPricing(prices), ...from.pricing };
  const index = createRecordedIndex({ days: prices.indexes, calendar, pricing });
  const underlyings = Object.keys(prices.indexes);
  // Days make their bars at every look: those of all days at once would be most of the memory.
  const daysByDate = new Map(
    Object.entries(prices.indexes).map(([underlying, days]) => [
      underlying,
      new Map(days.map((day) => [day.date, day])),
    ]),
  );
  const { volatility: given = null, contracts } = prices;
  const surface = prices.surface?.surface ?? null;
  const vixExpiries = monthlyOf(rules);
  const modelled = createModelledMarket({ index, calendar, pricing, given, vixExpiries, surface });
  const market = withRecordedContracts({ market: modelled, contracts, calendar });
  const listing = from.listing ?? listingOf(from, index);
  return {
    knowledge,
    underlyings,
    market,
    listing,
    seed,
    pricing: sourceOf(prices),
    indexDates: (underlying) => [...(daysByDate.get(underlying)?.keys() ?? [])].sort(),
    indexBars: (underlying, date) => daysByDate.get(underlying)?.get(date)?.bars ?? [],
    assumptions: [
      `Bars are those of ${underlyings.join(', ')}; contracts, lots and expiries are those of each date`,
      ...(knowledge.taken ?? []).map(
        ({ name, sha256 }) =>
          `Market tables are those that ship with rows of ${name}, SHA-256 ${sha256.slice(0, SHA256_SHOWN)}`,
      ),
      ...prices.assumptions,
      ...market.assumptions,
      `Quotes and orders are looked at every ${String(BACKTEST_POLL_MS / 1000)} s of the run`,
      ...ACCOUNT_ASSUMPTIONS,
    ],
  };
}

function listingOf({ knowledge, prices, isRunAgain }: WorldFrom, index: IndexPath): Listing {
  const { calendar, rules } = knowledge;
  return createListing({
    rules,
    calendar,
    spotFor: index.referencePaise,
    recordedOn: recordedStrikes(prices.contracts),
    daysKept: isRunAgain === true ? DAYS_LISTED : undefined,
  });
}

/** Generated indexes have one volatility for good; what is known of real ones is of no use to them. */
function usualPricing({ isGenerated }: RecordedPrices): PricingModel {
  return isGenerated === true ? PRICING_MODEL : RECORDED_PRICING;
}

function sourceOf({ volatility, surface, isGenerated }: RecordedPrices): PricingSource {
  const isGiven = volatility !== undefined && volatility !== null;
  return {
    kind: isGiven ? 'given' : isGenerated === true ? 'generated' : 'own-days',
    source: volatility?.source ?? null,
    ...(surface === undefined || surface === null ? {} : { model: surface.file }),
  };
}

/** The expiries that India VIX is made of. */
function monthlyOf(rules: ContractRules): (date: IstDate) => readonly IstDate[] {
  return (date) =>
    rules.expiries('NIFTY', date).filter((expiry) => rules.isMonthlyExpiry('NIFTY', expiry));
}
