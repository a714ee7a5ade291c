import { expect } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { summaryIn } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';
import { type Ended } from './spawn-sauda.ts';

/** So short that a request without an answer does not hold up a test. */
const DEADLINES_MS = { connectMs: 1_000, totalMs: 1_500 };
/** Lines of a configuration with these deadlines. */
export const SHORT_DEADLINES = `platform: {profileOverrides: {deadlines: ${JSON.stringify(DEADLINES_MS)}}}`;
/** What is under way may take its deadline, and what follows from it another. The rest is for a busy machine; what hangs takes 12 s. */
const WITHIN_MS = 2 * DEADLINES_MS.totalMs + 7_000;

/** Sends SIGTERM once, and holds that the process ends in order, by itself and soon. */
export async function stopInOrder(day: SaudaProcess): Promise<Ended> {
  const askedMs = performance.now();
  day.signal('SIGTERM');
  const ended = await day.ended();
  expect(performance.now() - askedMs).toBeLessThan(WITHIN_MS);
  expect(ended.err).toContain('SIGTERM: ending in order');
  return ended;
}

/**
 * As `stopInOrder`, of a day that has begun: it ends with a summary and one of these exit codes. At the speed of a
 * rehearsal five seconds pass within a few milliseconds: where a leg was without its stop that long, the code says so.
 */
export async function stopWithSummary(
  day: SaudaProcess,
  ...codes: readonly [number, ...number[]]
): Promise<void> {
  const ended = await stopInOrder(day);
  const { journalProblem, unprotected } = summaryIn(ended);
  expect(journalProblem).toBeNull();
  expect(unprotected.length === 0 ? codes : [EXIT_CODES.unprotected]).toContain(ended.code);
}
