import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import { NO_PROTECTIONS } from '../../src/model/runs/run-policies.ts';
import { withPolicies } from '../../src/loading/load-strategy.ts';
import { istClock } from '../../src/model/time/ist.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-file-protections-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});
const nifty = join(directory, 'nifty.csv');
/** The index sinks by one percent from the open to the close. */
const sinking = barLines('2024-03-04').map((line, minute) => {
  const [stamp = ''] = line.split(',');
  const level = (22_400 * (1 - minute / 37_500)).toFixed(2);
  return [stamp, level, level, level, level].join(',');
});
writeFileSync(nifty, indexCsv(sinking));

/** Four round trips, each closed with a loss within the hour. */
const LOSING = `name: losing
schemaVersion: 1
underlying: NIFTY
entry: [10:00, 11:00, 12:00, 13:00]
exit: 15:10
legs: { ce: { side: buy, type: CE, strike: ATM, stop: 2% } }
`;

/** Hours of the entries that were filled. */
async function entries(protections: string, streakMax: number | null = null, text = LOSING) {
  const path = join(directory, 'losing.yaml');
  writeFileSync(path, text + protections);
  const loaded = await loadAll([path]);
  const configured = { protections: { ...NO_PROTECTIONS, losingStreakMax: streakMax } };
  const strategies = loaded.map((one) => ({
    ...one,
    policies: withPolicies(one.policies, configured),
  }));
  const result = valueOf(await backtest({ prices: { files: [nifty] }, strategies }));
  const fills = result.days.flatMap((day) => day.fills);
  const exits = fills.filter(({ role }) => role !== 'entry');
  const hours = fills.filter(({ role }) => role === 'entry').map(({ atMs }) => istClock(atMs));
  return { hours: hours.map((clock) => clock.slice(0, 2)), exits };
}

it('a file stops after so many losing round trips', async () => {
  const all = await entries('');
  expect(all.hours).toEqual(['10', '11', '12', '13']);
  expect((await entries('protections: { losingStreak: 2 }\n')).hours).toEqual(['10', '11']);
});

it('a configuration tightens it, and does not loosen it', async () => {
  expect((await entries('protections: { losingStreak: 2 }\n', 1)).hours).toEqual(['10']);
  expect((await entries('protections: { losingStreak: 2 }\n', 9)).hours).toEqual(['10', '11']);
  expect((await entries('', 1)).hours).toEqual(['10']);
});

it('a file closes everything at the loss of its day', async () => {
  const open = LOSING.replace(', stop: 2%', '');
  const { hours, exits } = await entries('protections: { dayLoss: 500 rupees }\n', null, open);
  expect(hours).toEqual(['10']);
  expect(exits).toMatchObject([{ role: 'exit', side: 'sell', units: 50 }]);
  expect(istClock(exits[0]?.atMs ?? 0) < '15:00').toBe(true);
});
