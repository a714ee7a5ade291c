import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { expectEachOnce, isFlat } from './expect-orderly.ts';
import { openRecorded, type RecordedPlatform } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { heldLegs } from './roles-after-the-end.ts';
import { type SaudaProcess } from './sauda-process.ts';

const BREAKS = fileURLToPath(new URL('breaks.js', import.meta.url));
/** A wall clock at its natural pace: there strategies run in a process of their own. */
const OPEN = { at: '2026-10-30T10:00', speed: 1 };
/** How late an exit may be for what another strategy does. */
const LATE_MS_MAX = 2_000;
/** A strategy breaks so long before an exit of another. */
const BEFORE_MS = 300;

let rehearsal: Rehearsal;
let platform: RecordedPlatform;
const opened: Rehearsal[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** A day of legs that are held for some time each, beside strategies that break just before one is closed. */
async function startDay(breaks: Readonly<Record<string, number>>): Promise<SaudaProcess> {
  const lines = Object.entries(breaks).flatMap(([how, heldMs]) => [
    heldLegs(`{legs: [ce], heldMs: ${String(heldMs)}}`),
    `{path: ${BREAKS}, params: {how: ${how}, afterMs: ${String(heldMs - BEFORE_MS)}}}`,
  ]);
  rehearsal = new Rehearsal({ strategies: lines });
  opened.push(rehearsal);
  platform = await openRecorded(rehearsal, OPEN);
  return rehearsal.startDay();
}

function ofRole(name: string): readonly Order[] {
  return platform.orders().filter(({ extraTags }) => extraTags['role'] === name);
}

/** How long each leg was held, shortest first, milliseconds. */
function heldTimes(): readonly number[] {
  const exits = new Map(ofRole('exit').map((order) => [order.extraTags['run'], order.createdAtMs]));
  return ofRole('entry')
    .map(({ extraTags, createdAtMs }) => (exits.get(extraTags['run']) ?? Infinity) - createdAtMs)
    .sort((a, b) => a - b);
}

/** Whether so many legs were opened, and all are closed. */
function areClosed(legs: number): boolean {
  return platform.orders().length === 2 * legs && isFlat(platform.orders());
}

/** Processes that a process started and that live, shells that watch over them apart. */
function childrenOf(pid: number | undefined): readonly number[] {
  const told = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
  return told
    .split(' ')
    .filter((text) => text !== '' && readFileSync(`/proc/${text}/comm`, 'utf8').trim() !== 'sh')
    .map(Number);
}

test('whatever a strategy does, the exits of those beside it leave in time', async () => {
  const breaks = { throws: 3_000, floods: 5_000, loops: 8_000, hoards: 14_000 };
  const day = await startDay(breaks);
  const { pid } = day;
  await day.until('all is closed', () => areClosed(4));
  for (const [place, heldMs] of Object.values(breaks).entries()) {
    expect(heldTimes()[place]).toBeLessThan(heldMs + LATE_MS_MAX);
  }
  for (const told of [
    'has not returned for 1000 ms',
    'as any code may',
    'in a process of its own',
  ]) {
    expect(day.err).toContain(told);
  }
  expect(day).toMatchObject({ hasEnded: false, pid });
  day.signal('SIGTERM');
  await day.ended();
  await expectEachOnce(rehearsal, platform.orders());
});

test('a process that is ended from outside is made again, and the day goes on', async () => {
  const day = await startDay({ throws: 5_000 });
  await day.until('the leg is there', () => platform.orders().length === 1);
  const [child] = childrenOf(day.pid);
  process.kill(child ?? 0, 'SIGKILL');
  await day.until('it is told', () => day.err.includes('its process ended (SIGKILL)'));
  await day.until('the leg is closed', () => areClosed(1));
  expect(childrenOf(day.pid)).not.toContain(child);
  day.signal('SIGTERM');
  await day.ended();
  await expectEachOnce(rehearsal, platform.orders());
});

test('a child that loops ends with its parent, and the next start closes what is open', async () => {
  const day = await startDay({ loops: 5_000 });
  await day.until('the leg is there', () => platform.orders().length === 1);
  const [child] = childrenOf(day.pid);
  // The loop has begun, and is not seen yet.
  await rehearsal.untilMs((ofRole('entry')[0]?.createdAtMs ?? 0) + 5_000);
  await day.killNine();
  const endMs = performance.now() + LATE_MS_MAX;
  while (existsSync(`/proc/${String(child)}`) && performance.now() < endMs) await delay(10);
  expect(existsSync(`/proc/${String(child)}`)).toBe(false);
  const next = rehearsal.startDay();
  await next.until('it has recovered', () => next.err.includes('The program restarted'));
  await next.until('the leg is closed', () => areClosed(1));
  next.signal('SIGTERM');
  const { code } = await next.ended();
  expect(code).not.toBe(EXIT_CODES.configuration);
  await expectEachOnce(rehearsal, platform.orders());
});
