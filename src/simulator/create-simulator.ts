import { sha256Hex } from '../base/hash.ts';
import { type ExchangeRules } from '../exchange/exchange-rules.ts';
import { Exchange } from '../exchange/exchange.ts';
import { objectIdOf } from '../exchange/identities.ts';
import { PositionBook } from '../exchange/positions/position-book.ts';
import { type Listing, type Market } from '../market/market.ts';
import { type Calendar, type ContractRules } from '../model/time/calendar.ts';
import { type Clock } from '../ports/clock.ts';
import { type PlatformSwitches, type SimulatedCredentials } from './platform/platform-parts.ts';
import { SimulatedPlatform } from './platform/simulated-platform.ts';
import { SIMULATED_WORDS } from './platform/vocabulary.ts';

/** What {@link createSimulator} needs. */
export interface SimulatorOptions {
  readonly clock: Clock;
  readonly market: Market;
  readonly listing: Listing;
  readonly calendar: Calendar;
  readonly contractRules: ContractRules;
  /** Everything random comes from it: ids, delays, depth, credentials. */
  readonly seed: string;
  /** @default generated from the seed, obviously fake */
  readonly credentials?: Partial<SimulatedCredentials>;
  /** @default generated from the seed */
  readonly brokerId?: string;
  /** Further broker connections of the account, by name. @default one, `second`, generated from the seed */
  readonly brokers?: Readonly<Record<string, string>>;
  readonly exchangeRules?: Partial<ExchangeRules>;
  readonly switches?: Partial<PlatformSwitches>;
}

/** A simulator, whole. */
export interface Simulator {
  readonly platform: SimulatedPlatform;
  /** The exchange behind the orders endpoints. */
  readonly exchange: Exchange;
  readonly positions: PositionBook;
  readonly credentials: SimulatedCredentials;
  readonly brokerId: string;
  /** Further broker connections of the account, by name. */
  readonly brokers: Readonly<Record<string, string>>;
}

/** Puts a simulator together. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { clock, market, listing, calendar, contractRules, seed } = options;
  const credentials = { ...fakeCredentials(seed), ...options.credentials };
  const brokerId = options.brokerId ?? objectIdOf(`${seed}/broker`);
  const brokers = options.brokers ?? madeUpBrokers(seed, ['second']);
  const brokerIds = [brokerId, ...Object.values(brokers)];
  const world = { market, listing, calendar };
  const exchangeOf = (name: string): Exchange =>
    new Exchange({ ...world, seed: `${seed}/${name}`, rules: options.exchangeRules ?? {} });
  const exchange = exchangeOf('exchange');
  const positions = new PositionBook({
    ...{ ...world, exchange, brokerId, seed, rules: contractRules, words: SIMULATED_WORDS },
    paperExchange: exchangeOf('paper-exchange'),
  });
  const platform = new SimulatedPlatform({
    ...{ ...world, clock, exchange, positions, credentials, brokerIds, seed },
    switches: { isLenient: false, hasContractExtras: true, ...options.switches },
  });
  return { platform, exchange, positions, credentials, brokerId, brokers };
}

/** Broker connections of these names, each with an identifier of its own. */
export function madeUpBrokers(
  seed: string,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, objectIdOf(`${seed}/broker/${name}`)]));
}

function fakeCredentials(seed: string): SimulatedCredentials {
  const suffix = (name: string): string => sha256Hex(`${seed}/credentials/${name}`).slice(0, 12);
  return {
    phoneNumber: '+910000000000',
    password: `simulated-password-${suffix('password')}`,
    webhookToken: `simulated-webhook-token-${suffix('webhook')}`,
    accessToken: `simulated-access-token-${suffix('access')}`,
  };
}
