import { join } from 'node:path';

import { afterEach } from 'vitest';

import { parseInstant } from '../../src/apps/cli/option-parsers.ts';
import { serveStandalone, type StandaloneSimulator } from '../../src/runtime/serve-simulator.ts';
import { type PlatformDay, type Rehearsal } from './rehearsal.ts';

/** The platform of a rehearsal, which tells what it was asked. */
export interface RecordedPlatform {
  /** How many requests a route got, by `role METHOD path`. */
  readonly asked: (route: string) => number;
  /** All routes that got a request. */
  readonly routes: () => readonly string[];
}

/** A simulator that cannot be served. */
export class NotServed extends Error {
  override readonly name = 'NotServed';
}

const served: StandaloneSimulator[] = [];
afterEach(async () => {
  await Promise.all(served.splice(0).map((simulator) => simulator.close()));
});

/** Serves a rehearsal's platform from this process until the test ends: on real ports, with a record of its own. */
export async function openRecorded(
  rehearsal: Rehearsal,
  { at, speed, faults }: PlatformDay,
): Promise<RecordedPlatform> {
  const path = join(rehearsal.directory, 'faults.jsonl');
  if (faults !== undefined) rehearsal.write('faults.jsonl', faults);
  const result = await serveStandalone({
    startAtMs: parseInstant(at),
    speed,
    seed: 'rehearsal',
    pricesPath: null,
    underlying: null,
    faults: faults === undefined ? null : path,
  });
  if (!result.ok) throw new NotServed(JSON.stringify(result.error));
  const simulator = result.value;
  served.push(simulator);
  const { addresses, credentials, brokerId, clock } = simulator;
  rehearsal.meet(JSON.stringify({ ...addresses, credentials, brokerId, clock }));
  return {
    asked: (route) => simulator.requestCounts().get(route) ?? 0,
    routes: () => [...simulator.requestCounts().keys()],
  };
}
