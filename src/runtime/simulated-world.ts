import { wait } from '../adapters/system/wait.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type Clock } from '../ports/clock.ts';
import { type HostRole } from '../ports/transport.ts';
import { createSimulator, type Simulator } from '../simulator/create-simulator.ts';
import { FaultCounts } from '../simulator/faults/fault-counts.ts';
import { type ServedFaults } from '../simulator/faults/faulty-service.ts';
import { type ServedSimulator, serveSimulator } from '../simulator/http-shell.ts';
import { createBarIndex } from '../simulator/market/bar-index.ts';
import { createMarket } from '../simulator/market/create-market.ts';
import { createGeneratedIndex } from '../simulator/market/generated-index.ts';
import { type IndexPath } from '../simulator/market/index-path.ts';
import { createListing } from '../simulator/market/listing.ts';
import { PRICING_MODEL, RECORDED_PRICING } from '../simulator/market/pricing/pricing-model.ts';
import { type RecordedPrices } from '../simulator/market/prices/recorded-prices.ts';
import { withRecordedContracts } from '../simulator/market/recorded-contracts.ts';
import { recordedStrikes } from '../simulator/market/recorded-strikes.ts';
import { loadPrices } from './load-prices.ts';
import { type MarketKnowledge } from './market-knowledge.ts';
import { type SimulatorFaults } from './simulator-faults.ts';

/** What a simulator is served from. */
export interface SimulatedWorldOptions {
  readonly knowledge: MarketKnowledge;
  readonly clock: Clock;
  readonly seed: string;
  /** A file of prices with an index in it; null generates prices. */
  readonly pricesPath: string | null;
  /** Whose bars `pricesPath` holds; null tells it from the name. */
  readonly underlying: string | null;
  /** Fixed ports by role; free ones where none is named. */
  readonly ports?: Partial<Readonly<Record<HostRole, number>>>;
  /** Whether it takes bodies that the interface does not describe but clients send. @default false */
  readonly isLenient?: boolean;
  /** What goes wrong with requests; without it nothing does. */
  readonly faults?: SimulatorFaults;
}

/** A simulator that listens on loopback, one port for each host role. */
export interface RunningSimulator {
  readonly simulator: Simulator;
  readonly addresses: ServedSimulator['addresses'];
  readonly assumptions: readonly string[];
  readonly close: () => Promise<void>;
}

/** Makes a simulator and serves it over HTTP. */
export async function startSimulator(
  options: SimulatedWorldOptions,
): Promise<Result<RunningSimulator, readonly Problem[]>> {
  const { knowledge, clock, seed } = options;
  const { calendar, rules } = knowledge;
  const prices = await pricesOf(options);
  if (!prices.ok) return prices;
  const { index, contracts } = prices.value;
  const pricing = options.pricesPath === null ? PRICING_MODEL : RECORDED_PRICING;
  const modelled = createMarket({ index, calendar, pricing });
  const market = withRecordedContracts({ market: modelled, contracts, calendar });
  const simulator = createSimulator({
    clock,
    market,
    listing: createListing({
      rules,
      calendar,
      spotFor: index.referencePaise,
      recordedOn: recordedStrikes(contracts),
    }),
    calendar,
    contractRules: rules,
    seed,
    switches: { isLenient: options.isLenient ?? false },
  });
  const { faults } = options;
  const ended = new AbortController();
  try {
    const served = await serveSimulator({
      platform: simulator.platform,
      ...(faults === undefined ? {} : { faults: servedFaults(faults, ended.signal) }),
      ...(options.ports === undefined ? {} : { ports: options.ports }),
    });
    const { assumptions } = market;
    const close = (): Promise<void> => {
      ended.abort();
      return served.close();
    };
    return ok({ simulator, addresses: served.addresses, assumptions, close });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const next = 'choose other ports, or leave them out for free ones';
    return fail([problem(`Cannot serve the simulator: ${reason}`, { next })]);
  }
}

function servedFaults(plan: SimulatorFaults, ended: AbortSignal): ServedFaults {
  return { plan, counts: new FaultCounts(), wait: (durationMs) => wait(durationMs, ended) };
}

interface Prices {
  readonly index: IndexPath;
  readonly contracts: RecordedPrices['contracts'];
}

async function pricesOf({
  pricesPath,
  underlying,
  knowledge,
  seed,
}: SimulatedWorldOptions): Promise<Result<Prices, readonly Problem[]>> {
  const { calendar } = knowledge;
  if (pricesPath === null) {
    return ok({ index: createGeneratedIndex({ seed, calendar }), contracts: new Map() });
  }
  const asked = { files: [pricesPath], ...(underlying === null ? {} : { underlying }) };
  const read = await loadPrices(asked, knowledge);
  if (!read.ok) return read;
  const { indexes, contracts, problems } = read.value;
  if (Object.keys(indexes).length === 0) {
    const [first] = problems;
    const message = `No price of an index in "${pricesPath}": ${first?.detail ?? 'it holds contracts alone'}`;
    return fail([problem(message, { file: pricesPath, line: first?.line ?? null })]);
  }
  return ok({
    index: createBarIndex({ days: indexes, calendar, pricing: RECORDED_PRICING }),
    contracts,
  });
}
