import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { valueOf } from '../../../test/support/simulated-day.ts';
import { chained } from '../../adapters/journal/block.ts';
import { createMemoryJournal } from '../../day/journal/open-day-journal.ts';
import { VirtualClock } from '../../kernel/clocks.ts';
import { loadStrategy } from '../../loading/load-strategy.ts';
import { instantAt } from '../../model/time/ist.ts';
import { settingsFromText } from '../../settings/load-settings.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { openDayVenue } from '../../venues/day-venue.ts';
import { limitsIn, type LimitsOfDay } from '../limits-of-day.ts';
import { FollowedJournal } from './followed-journal.ts';
import { PreparedDay } from './prepared-day.ts';

const DATE = '2026-10-30';
const AT_MS = instantAt(DATE, '09:20');
const HOSTS = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'];
const STRATEGY = `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
legs: { ce: { side: buy, type: CE, strike: ATM } }
`;

/** Why a day that was prepared with limits, and is begun at an instant, is not the one that would begin. */
async function whyNot(
  change: (limits: LimitsOfDay['limits']) => LimitsOfDay['limits'],
  atMs = AT_MS,
): Promise<ReturnType<PreparedDay['whyNotToBegin']>> {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-prepared-day-'));
  const hosts = HOSTS.map((name) => `${name}: http://127.0.0.1:1`).join(', ');
  const credentials = '{phoneNumber: {env: PHONE}, password: {env: PASSWORD}}';
  const text = `mode: paper\nplatform: {hosts: {${hosts}}, credentials: ${credentials}}\n`;
  const environment = { PASSWORD: 'one', PHONE: '+910000000000' };
  const from = { environment, workingDirectory: directory, file: null, shownFile: 'test' };
  const settings = valueOf(settingsFromText(text, from));
  const path = join(directory, 's.yaml');
  writeFileSync(path, STRATEGY);
  const options = { settings, strategies: [valueOf(await loadStrategy(path))] };

  const knowledge = loadMarketKnowledge();
  const opened = valueOf(await openDayVenue(settings, knowledge));
  const venue = { ...opened, time: { ...opened.time, clock: new VirtualClock(atMs) } } as never;
  const journal = new FollowedJournal(DATE);
  const blocks = chained({ sequence: 0, hash: 'root' }, DATE, [
    `[${String(AT_MS)},{"kind":"time-passed"}]`,
  ]);
  journal.take(blocks);
  const limits = change(limitsIn(settings, opened));
  const parts = { knowledge, venue, day: knowledge.calendar.day(DATE), journal };
  const day = new PreparedDay(options, parts, { limits });
  onTestFinished(async () => {
    await day.drop();
    rmSync(directory, { recursive: true });
  });
  const hashAt = (sequence: number): string => blocks[sequence - 1]?.hash ?? 'root';
  const kept = { journal: createMemoryJournal(), blocks: { after: () => [], hashAt } };
  return day.whyNotToBegin(options, kept as never);
}

it('is the day that begins now where nothing has changed', async () => {
  expect(await whyNot((limits) => limits)).toBeNull();
});

it('is not the day that begins now where it was made with other limits, or that day is over', async () => {
  expect(await whyNot((limits) => ({ ...limits, messagesPerSecondMax: 1 }))).toBe('limits');
  expect(await whyNot((limits) => limits, instantAt('2026-10-31', '00:00'))).toBe('over');
});
