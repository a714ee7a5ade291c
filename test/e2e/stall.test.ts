import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { instantAt } from '../../src/model/ist.ts';
import { heldUnits, Rehearsal, summaryIn } from './rehearsal.ts';

const DATE = '2026-10-30';
const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const BUSY = fileURLToPath(new URL('busy.js', import.meta.url));
const POSITION = fileURLToPath(new URL('../../strategies/custom-position.yaml', import.meta.url));

let rehearsal: Rehearsal;
afterEach(() => {
  rehearsal.close();
});

/** When the platform took the first sale, as IST milliseconds of the epoch. */
async function firstSaleMs(): Promise<number> {
  const sales = (await rehearsal.orders()).filter(({ side }) => side === 'sell');
  return Math.min(...sales.map(({ createdAtMs }) => createdAtMs));
}

test('code that holds up the process over an exit time delays the exit, and does not lose it', async () => {
  const params = "{from: '10:10', to: '10:11', heldMs: 600000}";
  const strategies = [`{path: ${ROUND_TRIPS}, params: ${params}}`, BUSY];
  rehearsal = new Rehearsal({ strategies });
  await rehearsal.open({ at: `${DATE}T10:04`, speed: 60 });
  const day = rehearsal.startDay();
  await day.until('it holds something', () => day.err.includes('Completed'));
  await day.until('it is closed', () => day.err.includes('Squared off'));
  // Three real seconds from 10:18:30 on; the exit is due at 10:20.
  const busyUntilMs = instantAt(DATE, '10:18:30') + 3_000 * 60;
  const soldMs = await firstSaleMs();
  expect(soldMs).toBeGreaterThan(busyUntilMs - 60_000);
  expect(soldMs).toBeLessThan(busyUntilMs + 120_000);
  expect(heldUnits(await rehearsal.orders())).toEqual({});
});

test('a process that was stopped over the end of intraday trading squares off when it goes on', async () => {
  const params = "{from: '15:20', to: '15:21', heldMs: 7200000}";
  rehearsal = new Rehearsal({ strategies: [`{path: ${ROUND_TRIPS}, params: ${params}}`] });
  await rehearsal.open({ at: `${DATE}T15:15`, speed: 60 });
  const day = rehearsal.startDay();
  await day.until('it holds something', () => day.err.includes('Completed'));
  day.signal('SIGSTOP');
  const edgeMs = instantAt(DATE, '15:35:30');
  await rehearsal.untilMs(edgeMs);
  day.signal('SIGCONT');
  await day.until('it is closed', () => day.err.includes('Squared off'));
  expect(await firstSaleMs()).toBeGreaterThan(edgeMs);
  expect(heldUnits(await rehearsal.orders())).toEqual({});
});

test('a process that was stopped over the end of the window starts no position any more', async () => {
  const late = readFileSync(POSITION, 'utf8')
    .replace('start: 09:20', 'start: 15:28:30')
    .replace('squareOff: 15:10', 'squareOff: 15:33')
    .replace('exitTime: 15:15', 'exitTime: 15:34');
  rehearsal = new Rehearsal({ strategies: ['late-position.yaml'] });
  rehearsal.write('late-position.yaml', late);
  await rehearsal.open({ at: `${DATE}T15:20`, speed: 60 });
  const day = rehearsal.startDay();
  await day.until('it has begun', () => day.err.includes('phase'));
  day.signal('SIGSTOP');
  await rehearsal.untilMs(instantAt(DATE, '15:29:05'));
  day.signal('SIGCONT');
  await day.until('it is refused', () => day.err.includes('Refused'));
  day.signal('SIGTERM');
  const { orders, routes } = summaryIn(await day.ended());
  expect(orders.refused).toBe(1);
  expect(routes.filter(({ route }) => route.includes('/start/'))).toEqual([]);
});
