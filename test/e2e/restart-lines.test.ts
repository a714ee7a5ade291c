import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { openRecorded } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const rehearsal = new Rehearsal({
  strategies: [`{path: ${ROUND_TRIPS}, params: {from: '14:31'}}`],
});
afterAll(async () => {
  await rehearsal.close();
});

/** Lines of orders, without their times. */
function orderLines({ err }: SaudaProcess): readonly string[] {
  const lines = err.split('\n').filter((line) => line.slice(13, 18) === 'order');
  return lines.map((line) => line.slice(13));
}

test('after a restart the orders of the killed process are one line, and no order is printed as it was', async () => {
  const platform = await openRecorded(rehearsal, { at: '2026-10-30T14:30', speed: 60 });
  const first = rehearsal.startDay();
  await first.until('it has traded', () => orderLines(first).join().split('Completed').length > 4);
  await first.killNine();
  const traded = platform.orders().length;
  const second = rehearsal.startDay();
  await second.until('it trades on', () => platform.orders().length > traded + 1);
  second.signal('SIGTERM');
  await second.ended();
  expect(second.err).toMatch(/ IST replayed \d+ orders of an earlier process, not printed again/);
  const before = new Set(orderLines(first));
  expect(orderLines(second)).not.toEqual([]);
  // What the first one printed at its last moment may not have been in its journal yet.
  expect(orderLines(second).filter((line) => before.has(line)).length).toBeLessThan(2);
});
