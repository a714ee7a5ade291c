import { createListing } from '../../market/listing.ts';
import { type Listing, type Market } from '../../market/market.ts';
import { createModelledMarket } from '../../market/modelled-market.ts';
import { createGeneratedIndex } from '../../market/price-generator/generated-index.ts';
import { addDays } from '../../model/time/ist.ts';
import { type Profile } from '../../model/orders/platform-profile.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { loadProfile } from '../../settings/profile.ts';
import { createSimulator, type Simulator } from '../../simulator/create-simulator.ts';
import { ChangingListing } from '../../simulator/faults/changing-listing.ts';
import { type DrillDayPlan } from '../drill-day-plan.ts';
import { Machine } from '../process/machine.ts';
import { createDrillPrices, type DrillPrices } from './drill-prices.ts';

/** The world outside the process: a machine, an exchange and a platform. */
export interface DrillWorld {
  readonly machine: Machine;
  readonly simulator: Simulator;
  readonly market: Market;
  readonly listing: Listing;
  readonly changing: ChangingListing;
  readonly prices: DrillPrices;
}

/**
 * Few contracts make a small list, and a small list a cheap day: strategies here trade the next expiry or two, eight
 * strikes out of the money at most. The rest is for the night's gap.
 */
const STRIKES_EACH_SIDE = 18;
const NEAR_DAYS = 9;
/** Dates before the day with prices: more than any strategy's warm-up. Years of them would cost more than the day. */
const HISTORY_DAYS = 30;

/** Makes the world of a day, with the broker connections of runs that trade elsewhere. */
export function createDrillWorld(
  plan: DrillDayPlan,
  knowledge: MarketKnowledge,
  brokersOfRuns: ReadonlyMap<string, string> = new Map(),
): DrillWorld {
  const { calendar, rules } = knowledge;
  const machine = new Machine(plan.startMs);
  const index = createGeneratedIndex({
    seed: plan.seed,
    calendar,
    stepMs: plan.priceStepMs,
    liveliness: plan.market.liveliness,
    from: addDays(plan.day.date, -HISTORY_DAYS),
  });
  const market = createModelledMarket({ index, calendar });
  const listed = createListing({
    rules,
    calendar,
    spotFor: index.referencePaise,
    nearDays: NEAR_DAYS,
    // A livelier index leaves the strikes behind that were listed around its open.
    strikesEachSide: STRIKES_EACH_SIDE * Math.max(1, Math.ceil(plan.market.liveliness)),
    strikesEachSideFar: 0,
  });
  const changing = new ChangingListing(listed, machine.clock);
  const simulator = createSimulator({
    clock: machine.clock,
    market,
    listing: changing,
    calendar,
    contractRules: rules,
    seed: plan.seed,
    brokerId: plan.brokerId,
    brokers: Object.fromEntries(brokersOfRuns),
    credentials: plan.secrets,
    exchangeRules: plan.market.rules,
  });
  return {
    machine,
    simulator,
    market,
    listing: listed,
    changing,
    prices: createDrillPrices(market, changing, machine),
  };
}

/**
 * The platform's words in a drill.
 *
 * @throws {ConfigurationError} when the shipped profile cannot be used
 */
export function drillProfile(): Profile {
  return loadProfile('openbroker');
}
