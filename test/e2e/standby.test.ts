import { fileURLToPath } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { expectEachOnceAndFlat, isFlat } from './expect-orderly.ts';
import { openRecorded, type RecordedPlatform } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { heldLegs } from './roles-after-the-end.ts';
import { type SaudaProcess } from './sauda-process.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const DATE = '2026-10-30';
const TAKEOVERS = 3;
/** Enough to be sure that the day went on after each of them. */
const ORDERS_EACH = 2;

const opened: Rehearsal[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

function rehearse(...strategies: readonly string[]): Rehearsal {
  const rehearsal = new Rehearsal({ strategies });
  opened.push(rehearsal);
  return rehearsal;
}

/** The command of both processes. */
function startOne(rehearsal: Rehearsal): SaudaProcess {
  const command = ['daemon', '--sim', 'sim.json', '--json', '--standby'];
  return rehearsal.start([...command, '--begin-anew', 'rehearsal']);
}

function codes({ out }: SaudaProcess): readonly string[] {
  const lines = out.split('\n').filter((line) => line.startsWith('{"kind":"notice"'));
  return lines.map((line) => (JSON.parse(line) as { readonly code: string }).code);
}

function isTrading({ out }: SaudaProcess): boolean {
  return out.includes('"state":"trading"');
}

async function startPair(
  rehearsal: Rehearsal,
): Promise<{ readonly trading: SaudaProcess; readonly following: SaudaProcess }> {
  const trading = startOne(rehearsal);
  await trading.until('it trades', () => isTrading(trading));
  const following = startOne(rehearsal);
  await untilFollowing(following);
  return { trading, following };
}

async function untilFollowing(standby: SaudaProcess): Promise<void> {
  await standby.until('it follows the day', () => standby.out.includes('its day is followed'));
}

/** Orders that the platform has more than now. */
async function untilMore(process: SaudaProcess, platform: RecordedPlatform): Promise<void> {
  const wanted = platform.orders().length + ORDERS_EACH;
  await process.until('it trades on', () => platform.orders().length >= wanted);
}

test('two processes killed in turn: each time the other goes on, and each order is sent once', async () => {
  const rehearsal = rehearse(`{path: ${ROUND_TRIPS}, params: {from: '14:31'}}`);
  const platform = await openRecorded(rehearsal, { at: `${DATE}T14:30`, speed: 60 });
  let { trading, following } = await startPair(rehearsal);
  for (let takeover = 0; takeover < TAKEOVERS; takeover += 1) {
    await untilMore(trading, platform);
    await trading.killNine();
    trading = following;
    await trading.until('it has taken over', () => isTrading(trading));
    expect(codes(trading).slice(0, 2)).toEqual(['standby-took-over', 'restarted']);
    following = startOne(rehearsal);
    await untilFollowing(following);
  }
  await untilMore(trading, platform);
  await trading.until('the day is over', () => rehearsal.hasReport(DATE));
  expect(codes(trading)).not.toContain('standby-begins-anew');
  expect(codes(trading)).not.toContain('run-held');
  const orders = platform.orders();
  trading.signal('SIGTERM');
  await trading.ended();
  following.signal('SIGTERM');
  expect(await following.ended()).toMatchObject({ code: 0 });
  await expectEachOnceAndFlat(rehearsal, orders);
});

test('strategies in a process of their own follow through pauses, and exit in time after a takeover', async () => {
  // Polls are ten seconds apart: far longer than an answer may take.
  const rehearsal = rehearse(heldLegs('{legs: [ce], heldMs: 30000}'));
  const platform = await openRecorded(rehearsal, { at: `${DATE}T10:00`, speed: 1 });
  const { trading, following } = await startPair(rehearsal);
  await trading.until('it has entered', () => platform.orders().length === 1);
  const enteredMs = platform.nowMs();
  await following.until('it has followed for a while', () => platform.nowMs() > enteredMs + 15_000);
  await trading.killNine();
  const killedMs = platform.nowMs();
  await following.until('it trades', () => isTrading(following));
  expect(platform.nowMs() - killedMs).toBeLessThan(10_000);
  await following.until('all is closed', () => {
    return platform.orders().length === 2 && isFlat(platform.orders());
  });
  const [entry, exit] = platform.orders();
  expect((exit?.createdAtMs ?? 0) - (entry?.createdAtMs ?? 0)).toBeLessThan(33_000);
  expect(codes(following)).not.toContain('strategy-process-ended');
  expect(codes(following)).not.toContain('standby-begins-anew');
});

test('a process that was stopped is not taken over from, and is followed again once it is started', async () => {
  const rehearsal = rehearse(`{path: ${ROUND_TRIPS}, params: {from: '10:01'}}`);
  const platform = await openRecorded(rehearsal, { at: `${DATE}T10:00`, speed: 60 });
  const { trading, following } = await startPair(rehearsal);
  await untilMore(trading, platform);
  trading.signal('SIGTERM');
  await trading.ended();
  await following.until('it says so', () => following.out.includes('was stopped'));
  const before = platform.orders().length;
  const again = startOne(rehearsal);
  // Once it has stood by, it leaves a free account alone; the one that starts takes it.
  await again.until('it trades', () => isTrading(again));
  expect(isTrading(following)).toBe(false);
  await untilMore(again, platform);
  expect(platform.orders().length).toBeGreaterThan(before);
  // Killed, with other parameters in the configuration than the day was prepared with.
  rehearsal.writeConfig('sauda.yaml', [
    `{path: ${ROUND_TRIPS}, params: {from: '10:01', heldMs: 50000}}`,
  ]);
  await again.killNine();
  await following.until('it trades', () => isTrading(following));
  expect(codes(following)).toContain('run-held');
});
