import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { type Order } from '../../src/model/orders/order.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { openRecorded } from './recorded-platform.ts';
import { heldUnits, Rehearsal } from './rehearsal.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const [THURSDAY, FRIDAY, SATURDAY] = ['2026-10-29', '2026-10-30', '2026-10-31'];
const CALENDAR = {
  specialSessions: [
    { date: FRIDAY, name: 'Short', kind: 'full', sessions: [{ from: '08:30', to: '08:50' }] },
    { date: SATURDAY, name: 'Long', kind: 'full', sessions: [{ from: '09:30', to: '11:00' }] },
  ],
};

test('a machine that sleeps over a trading day says which it missed, trades the next one, and closes late what it slept an hour of', async () => {
  const params = "{from: '09:40', to: '09:41', heldMs: 1200000}";
  await using rehearsal = new Rehearsal({
    strategies: [`{path: ${ROUND_TRIPS}, params: ${params}}`],
    config: `calendar: ${JSON.stringify(CALENDAR)}`,
  });
  const platform = await openRecorded(rehearsal, {
    ...{ at: `${THURSDAY}T16:00`, speed: 1_000, nightSpeed: 12_000, calendar: CALENDAR },
  });
  const daemon = rehearsal.start([
    ...['daemon', '--sim', 'sim.json', '--json', '--begin-anew', 'test'],
  ]);
  const orders = new Map<string, Order>();
  const lookUntil = async (atMs: number): Promise<void> => {
    while (platform.nowMs() < atMs) await delay(2);
  };
  const says = (text: string) => (): boolean => {
    for (const order of platform.orders()) orders.set(order.orderId, order);
    return daemon.out.includes(text);
  };
  await daemon.until('it waits for the Friday', says(`"state":"waiting"`));
  daemon.signal('SIGSTOP');
  await lookUntil(instantAt(FRIDAY, '12:00'));
  daemon.signal('SIGCONT');
  await daemon.until('it says what it missed', says('"code":"day-missed"'));
  expect(daemon.out).toContain(`"facts":{"dates":["${FRIDAY}"],"isOpen":false}`);
  expect(daemon.out).not.toContain('"state":"opening"');

  await daemon.until('it holds a leg on the Saturday', () => {
    return Object.keys(heldUnits(platform.orders())).length > 0;
  });
  daemon.signal('SIGSTOP');
  await lookUntil(instantAt(SATURDAY, '10:45'));
  daemon.signal('SIGCONT');
  await daemon.until('the Saturday is over', () => {
    says('')();
    return rehearsal.hasReport(SATURDAY);
  });
  expect([...orders.values()].map(({ side, status }) => [side, status])).toEqual([
    ['buy', 'completed'],
    ['sell', 'completed'],
  ]);
  expect(rehearsal.hasReport(FRIDAY)).toBe(false);
});
