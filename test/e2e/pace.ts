import { fileURLToPath } from 'node:url';

import { Rehearsal } from './rehearsal.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
/** Others start beside it later, and the machine may have more to do by then. */
const SLOWER_BY_MAX = 3;

/**
 * The speed of a day, simulated seconds per real second, at which a program is sure to start within a simulated time. One is started
 * for it: what a start takes is all that differs between a machine that is free and one that is busy.
 */
export async function paceFor(startWithinMs: number, fastest: number): Promise<number> {
  await using rehearsal = new Rehearsal({ strategies: [`{path: ${ROUND_TRIPS}}`] });
  await rehearsal.open({ at: '2026-10-26T10:00', speed: 1 });
  const fromMs = performance.now();
  const day = rehearsal.startDay();
  await day.until('it has begun', () => day.err.includes(' phase '));
  const tookMs = performance.now() - fromMs;
  return Math.min(fastest, Math.ceil(startWithinMs / (SLOWER_BY_MAX * tookMs)));
}
