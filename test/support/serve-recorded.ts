import { monotonicMs } from '../../src/adapters/system/machine-time.ts';
import { type Order } from '../../src/model/orders/order.ts';
import {
  loadMarketKnowledge,
  type MarketKnowledge,
} from '../../src/settings/market/market-knowledge.ts';
import { createDayAndNightClock } from '../../src/simulator/day-and-night-clock.ts';
import { type RequestIdentity } from '../../src/simulator/faults/fault-plan.ts';
import {
  type RunningSimulator,
  type SimulatorFaults,
  startSimulator,
} from '../../src/venues/simulated-world.ts';

/** A simulator that is served from this process, on real ports. */
export interface ServedOptions {
  readonly startAtMs: number;
  /** Simulated seconds per real second, on trading days and between them. */
  readonly speed: number;
  readonly nightSpeed: number;
  readonly faults: SimulatorFaults;
  /** Late holidays and special sessions. @default none */
  readonly calendar?: unknown;
  /** Called when the head of a request has arrived. */
  readonly onRequest?: (request: RequestIdentity) => void;
}

/** The platform of a test, which can be looked into. */
export interface ServedPlatform {
  /** Its own book: what really happened, with no network in between. */
  readonly orders: () => readonly Order[];
  /** How many requests each route got, by `role METHOD path`. */
  readonly requests: () => ReadonlyMap<string, number>;
  /** Faults that requests met so far: the number in the catalogue and the kind of request, as `F3/place`. */
  readonly met: () => ReadonlySet<string>;
  readonly nowMs: () => number;
  readonly knowledge: MarketKnowledge;
  /** What `sauda sim --json` prints. */
  readonly line: string;
  readonly close: RunningSimulator['close'];
}

/** A simulator that cannot be served. */
export class NotServed extends Error {
  override readonly name = 'NotServed';
}

/**
 * Serves a simulator from this process until it is closed.
 *
 * @throws {NotServed} when it cannot be
 */
export async function serveRecorded(options: ServedOptions): Promise<ServedPlatform> {
  const { startAtMs, speed, nightSpeed } = options;
  const knowledge = loadMarketKnowledge(options.calendar);
  const startedRealMs = Date.now();
  const clock = createDayAndNightClock({
    calendar: knowledge.calendar,
    startAtMs,
    startedRealMs: monotonicMs(),
    speed,
    nightSpeed,
    realNowMs: monotonicMs,
  });
  const met = new Set<string>();
  const faults = noting(options, met);
  const prices = { seed: 'rehearsal', pricesPath: null, underlying: null };
  const started = await startSimulator({ ...prices, knowledge, clock, faults });
  if (!started.ok) throw new NotServed(JSON.stringify(started.error));
  const { simulator, addresses, close } = started.value;
  const { platform, credentials, brokerId } = simulator;
  const clockLine = { startAtMs, startedRealMs, speed, nightSpeed };
  return {
    orders: () => platform.orders(),
    requests: () => platform.requestCounts(),
    met: () => met,
    nowMs: clock.nowMs,
    knowledge,
    line: JSON.stringify({ ...addresses, credentials, brokerId, clock: clockLine }),
    close,
  };
}

function noting(
  { faults, onRequest }: Pick<ServedOptions, 'faults' | 'onRequest'>,
  met: Set<string>,
): SimulatorFaults {
  return {
    ...faults,
    faultOf: (request) => {
      onRequest?.(request);
      const fault = faults.faultOf(request);
      if (fault !== null) met.add(fault.id.split('#', 1)[0] ?? '');
      return fault;
    },
  };
}
