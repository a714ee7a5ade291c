import { afterEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type DayStatus } from '../../src/day/day-status.ts';
import { openRecorded } from './recorded-platform.ts';
import { Rehearsal, summaryIn } from './rehearsal.ts';
import { heldLegs } from './roles-after-the-end.ts';
import { type SaudaProcess } from './sauda-process.ts';

/** All that a paper day of these legs asks a platform for. */
const READS = ['auth POST /login', 'prices GET /contracts', 'prices GET /simulator/quotes'];

const params = '{legs: [ce, pe], isProtected: true, heldMs: 18000000}';
const rehearsal = new Rehearsal({ mode: 'paper', strategies: [heldLegs(params)] });
afterEach(async () => {
  await rehearsal.close();
});

/** How often a day said that an order of some role stands so. */
const count = ({ err }: SaudaProcess, status: string, role: string): number =>
  err.split('\n').filter((line) => line.includes(` ${status}`) && line.endsWith(` ${role}`)).length;

/** What the paper book holds: positions, and orders that rest. */
async function book(): Promise<Pick<DayStatus, 'positions' | 'working'>> {
  const { out } = await rehearsal.operate('status', '--json');
  const { positions, working } = JSON.parse(out) as DayStatus;
  return { positions, working };
}

test('a paper day that is killed keeps its book, and never asks for a live route', async () => {
  const platform = await openRecorded(rehearsal, { at: '2026-10-30T10:00', speed: 120 });
  const first = rehearsal.startDay();
  await first.until('both stops rest', () => count(first, 'Trigger Pending', 'stop') === 2);
  const before = await book();
  expect(before.positions.map(({ netUnits }) => netUnits)).toEqual([-65, -65]);
  expect(before.working.map(({ role }) => role)).toEqual(['stop', 'stop']);
  await first.killNine();
  expect(await book()).toEqual(before);
  const second = rehearsal.startDay();
  await second.until('it has recovered', () => second.err.includes('The program restarted'));
  expect(await book()).toEqual(before);
  await rehearsal.operate('flatten', '--reason', 'that is enough');
  await second.until('it closes both', () => count(second, 'Completed', 'exit') === 2);
  second.signal('SIGTERM');
  const ended = await second.ended();
  expect(ended).toMatchObject({ code: EXIT_CODES.halted });
  expect(summaryIn(ended)).toMatchObject({ mode: 'paper', orders: { filled: 4, cancelled: 2 } });
  expect(platform.routes().toSorted()).toEqual(READS);
  expect(platform.orders()).toEqual([]);
  expect(await rehearsal.run('journal', rehearsal.journal, '--verify')).toMatchObject({ code: 0 });
});
