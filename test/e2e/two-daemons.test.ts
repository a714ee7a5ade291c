import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { Rehearsal } from './rehearsal.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const rehearsal = new Rehearsal({
  strategies: [`{path: ${ROUND_TRIPS}, params: {from: '10:00'}}`],
});
beforeAll(async () => {
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 120 });
});
afterAll(async () => {
  await rehearsal.close();
});

test('a second program on the same journal says so and ends; the first goes on', async () => {
  const first = rehearsal.startDay();
  const filled = (): number => first.err.split('Completed').length - 1;
  await first.until('it trades', () => filled() > 0);
  const second = await rehearsal.startDay('--log', 'second.jsonl').ended();
  expect(second.code).toBe(EXIT_CODES.configuration);
  expect(second.out).toContain('in use by another process');
  const before = filled();
  await first.until('it goes on trading', () => filled() >= before + 2);
  first.signal('SIGTERM');
  await first.ended();
  const orders = await rehearsal.orders();
  expect(orders.length).toBeGreaterThanOrEqual(before + 2);
  expect(new Set(orders.map(({ tag }) => tag)).size).toBe(orders.length);
  expect(await rehearsal.run('journal', rehearsal.journal, '--verify')).toMatchObject({ code: 0 });
});
