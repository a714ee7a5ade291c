import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { runDay } from '../../src/daemon/run-day.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type ToldNotice } from '../../src/notices/told-notice.ts';
import { settingsFromText } from '../../src/settings/load-settings.ts';
import { type StandaloneSimulator } from '../../src/venues/serve-simulator.ts';
import { passByTurns } from '../support/pass-by-turns.ts';
import { sentTo, servedPlatform } from '../support/served-account.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';

const DATE = '2026-10-30';
const SPEED = 60;

let endTurns = (): void => undefined;
let state = '';
let platform: StandaloneSimulator;
beforeEach(async () => {
  endTurns = passByTurns();
  state = mkdtempSync(join(tmpdir(), 'sauda-preflight-'));
  platform = await servedPlatform(DATE, '09:18:30', SPEED);
});
afterEach(async () => {
  await platform.close();
  endTurns();
  rmSync(state, { recursive: true });
});

/** A live day over sockets, whose clock may be ahead of the platform's, until a notice ends it. */
async function dayUntil(
  isLast: (notice: ToldNotice) => boolean,
  { aheadMs = 0, journalPath = null }: { aheadMs?: number; journalPath?: string | null } = {},
): Promise<readonly ToldNotice[]> {
  const { phoneNumber, password } = platform.credentials;
  const text = [
    'mode: live',
    `brokerId: ${platform.brokerId}`,
    `state: {directory: ${state}}`,
    'platform:',
    `  hosts: ${JSON.stringify(platform.addresses)}`,
    '  credentials: {phoneNumber: {env: PHONE}, password: {env: WORD}}',
    'prices: simulator',
    'engine: {quotesPoll: 5s, quotesStale: 60s, ordersPollWorking: 5s, ordersStale: 90s}',
  ].join('\n');
  const read = settingsFromText(text, {
    environment: { PHONE: phoneNumber, WORD: password },
    workingDirectory: import.meta.dirname,
    file: null,
    shownFile: 'test',
  });
  const params = { entry: '09:20', exit: '09:24' };
  const strategy = valueOf(await loadStrategy(shipped('short-straddle.yaml'), params));
  const startAtMs = instantAt(DATE, '09:18:30') + aheadMs;
  const settings = valueOf(read);
  const simulator = {
    ...settings.simulator,
    startAtMs,
    speed: SPEED,
    startedRealMs: platform.clock.startedRealMs,
  };
  const done = new AbortController();
  const notices: ToldNotice[] = [];
  valueOf(
    await runDay({
      settings: { ...settings, simulator },
      strategies: [strategy],
      signal: done.signal,
      journalPath,
      onNotice: (notice) => {
        notices.push(notice);
        if (isLast(notice)) done.abort();
      },
    }),
  );
  return notices;
}

function vetoed(notices: readonly ToldNotice[]): readonly unknown[] {
  return notices.filter(({ code }) => code === 'entries-vetoed').map(({ facts }) => facts);
}

it('trades a day on which every check is a go', async () => {
  const notices = await dayUntil(({ code }) => code === 'preflight-go');
  expect(vetoed(notices)).toEqual([]);
});

it('checks the contracts at once after a restart in a session, which polls them only when they are due', async () => {
  const journalPath = join(state, 'a.journal');
  await dayUntil(({ code }) => code === 'preflight-go', { journalPath });
  const again = await dayUntil(({ code }) => code === 'preflight-go', { journalPath });
  const go = again.find(({ code }) => code === 'preflight-go');
  expect(go?.facts).toMatchObject({
    checked: expect.arrayContaining(['contracts', 'drift']) as [],
  });
});

it('keeps entries back while its clock is off, by the Date of answers', async () => {
  // Two minutes of the day are two seconds of the machine: just over the bound.
  const notices = await dayUntil(({ code }) => code === 'refused', { aheadMs: 180_000 });
  expect(vetoed(notices)).toContainEqual(expect.objectContaining({ code: 'clock' }));
  expect(sentTo(platform)).toBe(0);
});

it('keeps entries back before the first leaves under a lot that the tables do not know', async () => {
  mkdirSync(join(state, 'tables'));
  const rows =
    'lots: {verifiedThrough: 2026-12-31, lots: {NIFTY: [{fromExpiry: 2026-10-01, units: 40}]}}';
  writeFileSync(
    join(state, 'tables', '0001-lots.yaml'),
    `schemaVersion: 1\nsource: made up\nconfidence: G\ntables: {${rows}}\n`,
  );
  const notices = await dayUntil(({ code }) => code === 'refused');
  expect(vetoed(notices)).toMatchObject([{ by: 'preflight', code: 'drift' }]);
  expect(sentTo(platform)).toBe(0);
});
