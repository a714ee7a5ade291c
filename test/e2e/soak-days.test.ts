import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { parseInstant } from '../../src/apps/cli/options/option-parsers.ts';
import { soakDays } from '../soak/daemon/soak-days.ts';
import { builtMain } from './built-main.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const DATES = ['2026-10-30', '2026-10-31'];
const MORNING = [{ from: '09:15', to: '10:45' }];
const CALENDAR = {
  specialSessions: DATES.map((date) => ({ date, name: 'Short', kind: 'full', sessions: MORNING })),
};

test('two days with faults and kills break no invariant, and none is missed; npm run soak -- daemon has more', async () => {
  const params = "{from: '09:20', to: '10:15', everyMs: 300000, heldMs: 120000}";
  const { violations, daysTraded, kills, orders } = await soakDays({
    ...{ main: builtMain(), seed: 'short', mode: 'live', days: DATES.length, calendar: CALENDAR },
    ...{ startAtMs: parseInstant('2026-10-30T08:45'), speed: 400, nightSpeed: 15_000 },
    strategies: [
      `{path: ${ROUND_TRIPS}, params: ${params}, policies: {absentEntries: resend-once}}`,
    ],
    ...{ withKills: true, withFaults: true },
  });
  expect(violations).toEqual([]);
  expect(daysTraded).toBe(DATES.length);
  expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1);
  expect(orders).toBeGreaterThan(4);
});
