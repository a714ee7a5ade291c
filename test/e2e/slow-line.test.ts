import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test, vi } from 'vitest';

import { openRecorded } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { SlowLine } from './slow-line.ts';

const BURSTS = fileURLToPath(new URL('./bursts.js', import.meta.url));
const JITTER_MS = 800;
const SENT = 24;
/** `engine.orderMessagesPerSecond` by default; the platform takes two more. */
const ALLOWED = 8;

test('on a line that delays by up to 800 ms, no second brings the platform more messages than allowed', async () => {
  await using rehearsal = new Rehearsal({
    strategies: [BURSTS],
    config: 'risk: {duplicatesWithin: 0s}',
  });
  await openRecorded(rehearsal, { at: '2026-10-30T10:00', speed: 1 });
  const met = JSON.parse(readFileSync(join(rehearsal.directory, 'sim.json'), 'utf8')) as {
    readonly orders: string;
  };
  const { line, address } = await SlowLine.open(met.orders, JITTER_MS);
  await using open = line;
  rehearsal.meet(JSON.stringify({ ...met, orders: address }));
  const day = rehearsal.startDay();
  await day.until('many orders have arrived', () => open.messages() >= SENT);
  expect(open.mostInASecond()).toBeGreaterThan(1);
  expect(open.mostInASecond()).toBeLessThanOrEqual(ALLOWED);
});

test('a line that is closed lets what is on its way arrive first', async () => {
  const target = createServer((_, answer) => answer.end());
  await once(target.listen(0, '127.0.0.1'), 'listening');
  const { port } = target.address() as AddressInfo;
  const { line, address } = await SlowLine.open(`http://127.0.0.1:${String(port)}`, JITTER_MS);
  const asked = fetch(address, { method: 'POST', body: '[]' }).catch(() => null);
  await vi.waitFor(() => {
    expect(line.onTheWay()).toBe(1);
  });
  await line[Symbol.asyncDispose]();
  expect(line.onTheWay()).toBe(0);
  await asked;
  target.close();
});
