import { join } from 'node:path';

import { afterEach } from 'vitest';

import { parseInstant } from '../../src/apps/cli/options/option-parsers.ts';
import { readSimulatorFaults } from '../../src/venues/simulated-world.ts';
import {
  NotServed,
  type ServedOptions,
  type ServedPlatform,
  serveRecorded,
} from '../support/serve-recorded.ts';
import { type PlatformDay, type Rehearsal } from './rehearsal.ts';

/** The platform of a rehearsal, which can be looked into. */
export interface RecordedPlatform extends Pick<ServedPlatform, 'orders' | 'met' | 'nowMs'> {
  /** How many requests a route got, by `role METHOD path`. */
  readonly asked: (route: string) => number;
  /** All routes that got a request. */
  readonly routes: () => readonly string[];
}

/** Its day, and who hears of its requests. */
export type RecordedDay = PlatformDay & Pick<ServedOptions, 'onRequest'>;

const served: ServedPlatform[] = [];
afterEach(async () => {
  await Promise.all(served.splice(0).map((platform) => platform.close()));
});

/** Serves a rehearsal's platform from this process until the test ends, on real ports. */
export async function openRecorded(
  rehearsal: Rehearsal,
  { at, speed, nightSpeed = speed, calendar, faults, onRequest }: RecordedDay,
): Promise<RecordedPlatform> {
  const script = join(rehearsal.directory, 'faults.jsonl');
  if (faults !== undefined) rehearsal.write('faults.jsonl', faults);
  const plan = readSimulatorFaults(faults === undefined ? null : script);
  if (!plan.ok) throw new NotServed(JSON.stringify(plan.error));
  const speeds = { speed, nightSpeed };
  const platform = await serveRecorded({
    ...{ startAtMs: parseInstant(at), ...speeds, calendar, faults: plan.value },
    ...(onRequest === undefined ? {} : { onRequest }),
  });
  served.push(platform);
  rehearsal.meet(platform.line);
  return {
    orders: platform.orders,
    met: platform.met,
    nowMs: platform.nowMs,
    asked: (route) => platform.requests().get(route) ?? 0,
    routes: () => [...platform.requests().keys()],
  };
}
