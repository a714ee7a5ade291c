import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { test } from 'vitest';

import { instantAt } from '../../src/model/time/ist.ts';
import { heldUnits, Rehearsal, summaryIn } from './rehearsal.ts';
import { heldLegs } from './roles-after-the-end.ts';

const DATE = '2026-10-30';
const BUSY = fileURLToPath(new URL('busy.js', import.meta.url));
const POSITION = fileURLToPath(new URL('../../strategies/custom-position.yaml', import.meta.url));

/** When the platform took the first order of a role. */
async function tookMs(rehearsal: Rehearsal, role: 'entry' | 'exit'): Promise<number> {
  const orders = (await rehearsal.orders()).filter(({ extraTags }) => extraTags['role'] === role);
  return Math.min(...orders.map(({ createdAtMs }) => createdAtMs));
}

test.concurrent(
  'code that holds up the process over an exit time delays the exit, and does not lose it',
  async ({ expect }) => {
    const speed = 20;
    const heldMs = 4_000 * speed;
    const busyAfterMs = heldMs - 1_000 * speed;
    const busy = `{path: ${BUSY}, params: {afterMs: ${String(busyAfterMs)}}}`;
    await using rehearsal = new Rehearsal({
      strategies: [heldLegs(`{heldMs: ${String(heldMs)}}`), busy],
    });
    await rehearsal.open({ at: `${DATE}T10:00`, speed });
    const day = rehearsal.startDay();
    await day.until('it holds something', () => day.err.includes('Completed'));
    await day.until('it is closed', () => day.err.includes('Squared off'));
    // The exit is due a real second after the code began, which goes on for three.
    const busyMs = 3_000 * speed;
    const betweenMs = (await tookMs(rehearsal, 'exit')) - (await tookMs(rehearsal, 'entry'));
    expect(betweenMs).toBeGreaterThan(busyAfterMs + busyMs - 1_000 * speed);
    expect(betweenMs).toBeLessThan(busyAfterMs + busyMs + 120_000);
    expect(heldUnits(await rehearsal.orders())).toEqual({});
  },
);

test.concurrent(
  'a process that was stopped over the end of intraday trading squares off when it goes on',
  async ({ expect }) => {
    await using rehearsal = new Rehearsal({ strategies: [heldLegs('{heldMs: 18000000}')] });
    await rehearsal.open({ at: `${DATE}T15:05`, speed: 60 });
    const day = rehearsal.startDay();
    await day.until('it holds something', () => day.err.includes('Completed'));
    day.signal('SIGSTOP');
    const edgeMs = instantAt(DATE, '15:35:30');
    await rehearsal.untilMs(edgeMs);
    day.signal('SIGCONT');
    await day.until('it is closed', () => day.err.includes('Squared off'));
    expect(day.err).toMatch(/The program stood still for \d+\.\d s .* could leave for: leg/u);
    expect(await tookMs(rehearsal, 'exit')).toBeGreaterThan(edgeMs);
    expect(heldUnits(await rehearsal.orders())).toEqual({});
  },
);

test.concurrent(
  'a process that was stopped over the end of the window starts no position any more',
  async ({ expect }) => {
    const late = readFileSync(POSITION, 'utf8')
      .replace('start: 09:20', 'start: 15:28:30')
      .replace('squareOff: 15:10', 'squareOff: 15:33')
      .replace('exitTime: 15:15', 'exitTime: 15:34');
    await using rehearsal = new Rehearsal({ strategies: ['late-position.yaml'] });
    rehearsal.write('late-position.yaml', late);
    await rehearsal.open({ at: `${DATE}T15:10`, speed: 60 });
    const day = rehearsal.startDay();
    await day.until('it has begun', () => day.err.includes('phase'));
    day.signal('SIGSTOP');
    await rehearsal.untilMs(instantAt(DATE, '15:29:05'));
    day.signal('SIGCONT');
    await day.until('it is refused', () => day.err.includes('Refused'));
    day.signal('SIGTERM');
    const { orders, routes } = summaryIn(await day.ended());
    expect(orders.refused).toBe(1);
    expect(routes.filter(({ route }) => route.includes('/start/'))).toEqual([]);
  },
);

test.concurrent(
  'a clock that is ahead of the platform is noticed before an order leaves',
  async ({ expect }) => {
    await using rehearsal = new Rehearsal({ strategies: [heldLegs('{heldMs: 18000000}')] });
    const platform = await rehearsal.open({ at: `${DATE}T09:10`, speed: 60 });
    const { clock, ...of } = JSON.parse(platform.out) as { readonly clock: { startAtMs: number } };
    const ahead = { ...clock, startAtMs: clock.startAtMs + 20 * 60_000 };
    rehearsal.write('sim.json', JSON.stringify({ ...of, clock: ahead }));
    const day = rehearsal.startDay();
    await day.until('it is refused', () => day.err.includes('Refused'));
    expect(day.err).toMatch(/critical.*at least 1\d\d\d\.\d s ahead of the platform's/u);
    day.signal('SIGTERM');
    const { routes } = summaryIn(await day.ended());
    expect(routes.filter(({ route }) => route.includes('/place'))).toEqual([]);
  },
);
