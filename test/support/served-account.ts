import { instantAt } from '../../src/model/time/ist.ts';
import { serveStandalone, type StandaloneSimulator } from '../../src/venues/serve-simulator.ts';
import { valueOf } from './simulated-day.ts';

/** A simulator that is a platform of its own, on a date at a time. */
export async function servedPlatform(
  date: string,
  time: string,
  speed = 1,
): Promise<StandaloneSimulator> {
  const startAtMs = instantAt(date, time);
  const world = { seed: 'served', pricesPath: null, underlying: null };
  return valueOf(await serveStandalone({ startAtMs, speed, ...world }));
}

/** The line that `sauda sim --json` prints of it, for `--sim`. */
export function simulatorLine(platform: StandaloneSimulator): string {
  const { addresses, credentials, brokerId, brokers, clock } = platform;
  return JSON.stringify({ ...addresses, credentials, brokerId, brokers, clock });
}

/** How often any of its routes that sends was asked. */
export function sentTo(platform: StandaloneSimulator, route = 'orders POST /place'): number {
  return platform.requestCounts().get(route) ?? 0;
}
