import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { getFromApi } from '../../src/daemon/api/ask-api.ts';
import { Rehearsal } from './rehearsal.ts';

const BREAKS = fileURLToPath(new URL('breaks.js', import.meta.url));
const EVERY_MS = 100;
const WITHIN_MS = 10_000;

/**
 * How long answers take at most, four of five of them, real milliseconds. Each is asked for in its time, whether the ones
 * before have come or not: a program that stands still for a second of four holds up more than one of five.
 */
async function fourOfFiveMs(journal: string, forMs: number): Promise<number> {
  const asked: Promise<number>[] = [];
  for (let passedMs = 0; passedMs < forMs; passedMs += EVERY_MS) {
    const startMs = performance.now();
    const answer = getFromApi(journal, '/v1/status', WITHIN_MS);
    asked.push(
      answer.then((got) => (got?.status === 200 ? performance.now() - startMs : Infinity)),
    );
    await delay(EVERY_MS);
  }
  const tookMs = (await Promise.all(asked)).toSorted((one, other) => one - other);
  return tookMs[Math.floor(tookMs.length * 0.8)] ?? Infinity;
}

test('the control API answers within 100 ms while a strategy loops and the platform hangs', async () => {
  await using rehearsal = new Rehearsal({
    strategies: [`{path: ${BREAKS}, params: {how: loops, afterMs: 1000}}`],
  });
  // A wall clock at its natural pace: there strategies run in a process of their own.
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 1 });
  const day = rehearsal.startDay();
  await day.until('it trades', () => day.err.includes('Preflight: go'));
  const sampled = fourOfFiveMs(rehearsal.journal, 5_000);
  await day.until('the loop is found', () => day.err.includes('has not returned for 1000 ms'));
  rehearsal.platform?.signal('SIGSTOP');
  expect(await sampled).toBeLessThan(100);
  rehearsal.platform?.signal('SIGCONT');
});
