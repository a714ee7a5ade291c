import { readFileSync } from 'node:fs';

import { wait } from '../adapters/system/machine-time.ts';
import { problem, type Problem, whyUnreadable } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { loadPrices } from '../loading/prices/load-prices.ts';
import { type IndexPath } from '../market/index-path.ts';
import { createListing, recordedStrikes } from '../market/listing.ts';
import { createModelledMarket } from '../market/modelled-market.ts';
import { PRICING_MODEL, RECORDED_PRICING } from '../market/option-pricing/pricing-model.ts';
import { type RecordedPrices } from '../market/price-files/recorded-prices.ts';
import { createGeneratedIndex } from '../market/price-generator/generated-index.ts';
import { withRecordedContracts } from '../market/recorded-contracts.ts';
import { createRecordedIndex } from '../market/recorded-index.ts';
import { type Clock } from '../ports/clock.ts';
import { type HostRole } from '../ports/transport.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { createSimulator, type Simulator } from '../simulator/create-simulator.ts';
import { REQUEST_FAULTS } from '../simulator/faults/fault-catalogue.ts';
import { createFaultPlan, type FaultPlan } from '../simulator/faults/fault-plan.ts';
import { type ServedFaults } from '../simulator/faults/faulty-service.ts';
import { readFaultScript } from '../simulator/faults/read-fault-script.ts';
import { type ServedSimulator, serveSimulator } from '../simulator/http-shell.ts';

/** What a simulator is served from. */
export interface SimulatedWorldOptions {
  readonly knowledge: MarketKnowledge;
  readonly clock: Clock;
  readonly seed: string;
  /** A file of prices with an index in it; null generates prices. */
  readonly pricesPath: string | null;
  /** Whose bars `pricesPath` holds; null tells it from the name. */
  readonly underlying: string | null;
  /** Further broker connections, by name. @default one, made up */
  readonly brokers?: Readonly<Record<string, string>>;
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
  const modelled = createModelledMarket({ index, calendar, pricing });
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
    ...(options.brokers === undefined ? {} : { brokers: options.brokers }),
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
  const counts = { add: () => undefined };
  return { plan, counts, wait: (durationMs) => wait(durationMs, ended) };
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
    index: createRecordedIndex({ days: indexes, calendar, pricing: RECORDED_PRICING }),
    contracts,
  });
}

/** Which request of a served simulator meets which fault. */
export type SimulatorFaults = Pick<FaultPlan, 'faultOf' | 'visibilityLagMs'>;

/** Share of the requests that each fault befalls where only a seed is given. */
const RATE = 0.005;

/** Reads `seed:N`, a mix of all faults, or the path of a script. Null: none but those that a request's header names. */
export function readSimulatorFaults(
  source: string | null,
): Result<SimulatorFaults, readonly Problem[]> {
  if (source === null) return ok(createFaultPlan({ seed: '', rates: {} }));
  if (source.startsWith('seed:')) {
    const rates = Object.fromEntries(REQUEST_FAULTS.map((name) => [name, RATE]));
    return ok(createFaultPlan({ seed: source.slice('seed:'.length), rates, readsBy: 'number' }));
  }
  let text: string;
  try {
    text = readFileSync(source, 'utf8');
  } catch (error) {
    return fail([problem(`Cannot read the faults "${source}": ${whyUnreadable(error)}`)]);
  }
  const script = readFaultScript(text, source);
  return script.ok ? script : fail([problem(script.error)]);
}
