import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type Veto } from '../../src/model/orders/halt-and-lock.ts';
import { type StandaloneSimulator } from '../../src/venues/serve-simulator.ts';
import { sentTo, servedPlatform, simulatorLine } from '../support/served-account.ts';
import { shipped } from '../support/simulated-day.ts';
import { Desk, type EndedHere } from './in-process.ts';

const DATE = '2026-10-30';
const CONFIG = [
  'mode: live',
  'account: main',
  'live: {arming: required}',
  'engine: {quotesPoll: 2s, quotesStale: 60s, pricesStale: 2m, ordersPollWorking: 2s, ordersStale: 90s}',
].join('\n');
const STRADDLE = readFileSync(shipped('short-straddle.yaml'), 'utf8');
const AT = ['--sim', 'sim.json'] as const;
const WHY = ['--reason', 'as planned'] as const;

let desk: Desk;
let platform: StandaloneSimulator;
beforeEach(async () => {
  desk = new Desk();
  platform = await servedPlatform(DATE, '13:20', 60);
  desk.write('sim.json', simulatorLine(platform));
  desk.write('straddle.yaml', STRADDLE);
  desk.write('sauda.yaml', `${CONFIG}\nstrategies: [straddle.yaml]\n`);
});
afterEach(async () => {
  await platform.close();
  desk.close();
});

interface Shown {
  readonly arming: object | null;
  readonly missing: readonly Veto[];
}

async function live(...args: readonly string[]): Promise<Shown & { readonly code: number }> {
  const { code, out, err } = await desk.sauda('live', ...args, ...AT, '--json');
  expect(err).toBe('');
  return { ...(JSON.parse(out) as Shown), code };
}

function codes({ missing }: Shown): readonly string[] {
  return missing.map(({ code }) => code);
}

/** Runs the account's day until a line of it says that it is over. */
function dayUntil(isLast: (text: string) => boolean): Promise<EndedHere> {
  const done = new AbortController();
  const args = ['run', ...AT, '--plain', '--begin-anew', 'a test'];
  const onText = (text: string): void => {
    if (isLast(text)) done.abort();
  };
  return desk.until(done.signal, onText, args);
}

describe('a live account that must be armed', () => {
  test('names what is missing, refuses what is not typed rightly, and keeps its arming for its owner', async () => {
    const before = await live('status');
    expect(before).toMatchObject({ code: EXIT_CODES.found, arming: null });
    expect(codes(before)).toEqual(['not-armed']);
    const unnamed = await desk.sauda('live', 'arm', '--until', '15:30', ...WHY, ...AT);
    expect(unnamed.code).toBe(EXIT_CODES.usage);
    expect(unnamed.err).toContain('allowed  --account main, or a terminal');
    const other = await desk.sauda(
      'live',
      'arm',
      '--until',
      '15:30',
      '--account',
      'Main',
      ...WHY,
      ...AT,
    );
    expect(other.code).toBe(EXIT_CODES.usage);
    for (const until of ['13:19', '15:41']) {
      const args = ['live', 'arm', '--until', until, '--account', 'main', ...WHY, ...AT];
      expect((await desk.sauda(...args)).code).toBe(EXIT_CODES['outside-window']);
    }
    expect(codes(await live('status'))).toEqual(['not-armed']);
    const armed = await live('arm', '--until', '15:30', '--account', 'main', ...WHY);
    expect(codes(armed)).toEqual(['not-promoted']);
    const path = join(
      desk.directory,
      '.sauda',
      'main.live.rehearsal.journal.control',
      'arming.json',
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const forced = await live(
      'arm',
      '--until',
      '15:30',
      '--account',
      'main',
      '--without-promotion',
      ...WHY,
    );
    expect(forced).toMatchObject({ code: EXIT_CODES.ok, missing: [] });
    const elsewhere = 'strategies: [{ path: straddle.yaml, policies: { broker: second } }]';
    desk.write('sauda.yaml', `${CONFIG}\nbrokers: { second: ID }\n${elsewhere}\n`);
    expect(codes(await live('status'))).toEqual(['broker-changed']);
    desk.write(
      'straddle.yaml',
      `${STRADDLE}# changed
`,
    );
    expect(codes(await live('status'))).toEqual(['strategy-changed']);
    expect(await live('disarm')).toMatchObject({ code: EXIT_CODES.ok, wasArmed: true });
    expect(codes(await live('status'))).toEqual(['not-armed']);
  });

  test('sends no entry before it is armed, and none once it is disarmed; its exits leave', async () => {
    const trips = join(import.meta.dirname, 'round-trips.js');
    desk.write('sauda.yaml', `${CONFIG}\nstrategies: ['${trips}']\n`);
    const refused = await dayUntil((text) => text.includes('Refused leg'));
    expect(refused.out).toContain('kept back by arming (not-armed)');
    expect(sentTo(platform)).toBe(0);
    await live('arm', '--until', '15:30', '--account', 'main', '--without-promotion', ...WHY);
    let isDisarmed = false;
    let sentBefore = 0;
    const day = await dayUntil((text) => {
      if (!isDisarmed && /Completed +buy/.test(text)) {
        isDisarmed = true;
        sentBefore = sentTo(platform);
        void live('disarm');
      }
      return isDisarmed && text.includes('Refused leg');
    });
    expect(day.out).toContain('Live is armed until 15:30:00 IST');
    expect(day.out).toContain('Live is not armed any more: the account is not armed');
    expect(isDisarmed).toBe(true);
    expect(sentTo(platform)).toBeGreaterThan(sentBefore);
  });
});
