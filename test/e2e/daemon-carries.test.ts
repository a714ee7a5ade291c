import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { type Order } from '../../src/model/orders/order.ts';
import { openRecorded } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';

const KEEPS = fileURLToPath(new URL('keeps-a-leg.js', import.meta.url));
const [FRIDAY, SATURDAY] = ['2026-10-30', '2026-10-31'];
const CALENDAR = {
  specialSessions: [
    { date: FRIDAY, name: 'Short', kind: 'full', sessions: [{ from: '09:15', to: '09:45' }] },
    { date: SATURDAY, name: 'Long', kind: 'full', sessions: [{ from: '09:15', to: '12:30' }] },
  ],
};
/** The fourth try of the morning is beyond the three after which a flat day is lost. */
const REFUSED = [2, 3, 4].map((nth) => {
  return { route: 'POST /login', nth, fault: 'F32;variant=fails' };
});

test('a carried leg is known the next morning, though its login is refused at first, and closed in the quantity that the operator confirms', async () => {
  await using rehearsal = new Rehearsal({
    strategies: [`{path: ${KEEPS}, params: {buysOn: '${FRIDAY}', exitAt: '11:45'}}`],
    config: `calendar: ${JSON.stringify(CALENDAR)}`,
  });
  const speeds = { speed: 400, nightSpeed: 12_000 };
  const faults = REFUSED.map((line) => `${JSON.stringify(line)}\n`).join('');
  const platform = await openRecorded(rehearsal, {
    ...{ at: `${FRIDAY}T08:50`, ...speeds, calendar: CALENDAR, faults },
  });
  const daemon = rehearsal.start([
    ...['daemon', '--sim', 'sim.json', '--json', '--begin-anew', 'test'],
  ]);
  const orders = new Map<string, Order>();
  const reported = (date: string): boolean => {
    for (const order of platform.orders()) orders.set(order.orderId, order);
    return rehearsal.hasReport(date);
  };
  await daemon.until('the Friday is over', () => reported(FRIDAY));
  await daemon.until('the leg is asked about', () => {
    return !reported(SATURDAY) && daemon.out.includes('"code":"carried-not-confirmed"');
  });
  const bought = [...orders.values()];
  expect(bought).toMatchObject([{ side: 'buy', filledUnits: 130, product: 'carry-forward' }]);
  expect(daemon.out).toContain('"isOpen":true');
  expect(daemon.out).not.toContain('"code":"day-lost"');
  // Before it was closed by hand at the broker in part: the operator says how much is left.
  const settled = await rehearsal.operate(
    ...['resolve', 'keeps-a-leg/ce', '--as', 'open', '--units', '65', '--reason', 'broker'],
  );
  expect(settled.code).toBe(0);
  await daemon.until('the Saturday is over', () => reported(SATURDAY));
  const sold = [...orders.values()].filter(({ side }) => side === 'sell');
  expect(sold).toMatchObject([{ filledUnits: 65, symbol: bought[0]?.symbol }]);
});
