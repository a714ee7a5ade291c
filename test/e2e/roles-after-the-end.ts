import { fileURLToPath } from 'node:url';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { expectEachOnceAndFlat, isFlat } from './expect-orderly.ts';
import { type RecordedPlatform } from './recorded-platform.ts';
import { type Rehearsal } from './rehearsal.ts';
import { stopWithSummary } from './stop-in-order.ts';

const PATH = fileURLToPath(new URL('held-legs.js', import.meta.url));

/** One leg that is sold and bought back, as a line of a configuration. */
export const HELD_LEGS = heldLegs('{}');

/** Legs that are sold and bought back, with these parameters. */
export function heldLegs(params: string): string {
  return `{path: ${PATH}, params: ${params}}`;
}

/**
 * Starts a day of held legs again, waits until it knows that all is closed, and stops it. Gives the roles of the orders that
 * the platform got in all, after holding that each came once and nothing is left.
 */
export async function rolesAfterTheEnd(
  rehearsal: Rehearsal,
  platform: RecordedPlatform,
): Promise<readonly string[]> {
  const day = rehearsal.startDay();
  const isClosed = (): boolean => platform.orders().length > 1 && isFlat(platform.orders());
  await day.until('all is closed', isClosed);
  // What an earlier process has seen is counted, not printed again.
  await day.until('it knows its orders', () => / replayed | Completed /.test(day.err));
  while (!(await hasSeenThat(rehearsal)));
  await stopWithSummary(day, EXIT_CODES.ok);
  await expectEachOnceAndFlat(rehearsal, platform.orders());
  return platform.orders().map(({ extraTags }) => extraTags['role'] ?? '');
}

/** Whether the books have nothing open and nothing under way. */
async function hasSeenThat(rehearsal: Rehearsal): Promise<boolean> {
  const { out } = await rehearsal.operate('status', '--json');
  const { positions, working, unresolved } = JSON.parse(out) as Readonly<Record<string, unknown[]>>;
  return [positions, working, unresolved].every((of) => of?.length === 0);
}
