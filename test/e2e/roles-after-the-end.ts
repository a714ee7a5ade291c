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
  const exits = platform.orders().filter(({ extraTags }) => extraTags['role'] === 'exit');
  const isSeen = ({ symbol }: { readonly symbol: string }): boolean =>
    day.err.split('\n').some((line) => / Completed .* exit$/.test(line) && line.includes(symbol));
  await day.until('it has seen that', () => exits.every(isSeen));
  await stopWithSummary(day, EXIT_CODES.ok);
  await expectEachOnceAndFlat(rehearsal, platform.orders());
  return platform.orders().map(({ extraTags }) => extraTags['role'] ?? '');
}
