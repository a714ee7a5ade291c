import { join } from 'node:path';

import { afterEach } from 'vitest';

import { monotonicMs } from '../../src/adapters/system/machine-time.ts';
import { parseInstant } from '../../src/apps/cli/options/option-parsers.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { createDayAndNightClock } from '../../src/simulator/day-and-night-clock.ts';
import {
  readSimulatorFaults,
  type RunningSimulator,
  type SimulatorFaults,
  startSimulator,
} from '../../src/venues/simulated-world.ts';
import { type PlatformDay, type Rehearsal } from './rehearsal.ts';

/** The platform of a rehearsal, which can be looked into. */
export interface RecordedPlatform {
  /** Its own book: what really happened, with no network in between. */
  readonly orders: () => readonly Order[];
  /** How many requests a route got, by `role METHOD path`. */
  readonly asked: (route: string) => number;
  /** All routes that got a request. */
  readonly routes: () => readonly string[];
  /** Faults that requests met so far: the number in the catalogue and the kind of request, as `F3/place`. */
  readonly met: () => ReadonlySet<string>;
}

/** A simulator that cannot be served. */
export class NotServed extends Error {
  override readonly name = 'NotServed';
}

const served: RunningSimulator[] = [];
afterEach(async () => {
  await Promise.all(served.splice(0).map((simulator) => simulator.close()));
});

/** Serves a rehearsal's platform from this process until the test ends, on real ports. */
export async function openRecorded(
  rehearsal: Rehearsal,
  { at, speed, nightSpeed = speed, calendar, faults }: PlatformDay,
): Promise<RecordedPlatform> {
  const startAtMs = parseInstant(at);
  const knowledge = loadMarketKnowledge(calendar);
  const startedRealMs = Date.now();
  const clock = createDayAndNightClock({
    calendar: knowledge.calendar,
    startAtMs,
    startedRealMs: monotonicMs(),
    speed,
    nightSpeed,
    realNowMs: monotonicMs,
  });
  const script = join(rehearsal.directory, 'faults.jsonl');
  if (faults !== undefined) rehearsal.write('faults.jsonl', faults);
  const plan = readSimulatorFaults(faults === undefined ? null : script);
  if (!plan.ok) throw new NotServed(JSON.stringify(plan.error));
  const prices = { seed: 'rehearsal', pricesPath: null, underlying: null };
  const met = new Set<string>();
  const watched = noting(plan.value, met);
  const started = await startSimulator({ ...prices, knowledge, clock, faults: watched });
  if (!started.ok) throw new NotServed(JSON.stringify(started.error));
  const { simulator, addresses } = started.value;
  const { platform, credentials, brokerId } = simulator;
  served.push(started.value);
  const clockLine = { startAtMs, startedRealMs, speed, nightSpeed };
  rehearsal.meet(JSON.stringify({ ...addresses, credentials, brokerId, clock: clockLine }));
  return {
    orders: () => platform.orders(),
    asked: (route) => platform.requestCounts().get(route) ?? 0,
    routes: () => [...platform.requestCounts().keys()],
    met: () => met,
  };
}

function noting(plan: SimulatorFaults, met: Set<string>): SimulatorFaults {
  return {
    ...plan,
    faultOf: (request) => {
      const fault = plan.faultOf(request);
      if (fault !== null) met.add(fault.id.split('#', 1)[0] ?? '');
      return fault;
    },
  };
}
