import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { openAccountTime } from '../../src/daemon/days/account-time.ts';
import { openAccount } from '../../src/daemon/open-account.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { daemonDays, daemonSettings } from '../support/daemon-days.ts';
import { valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-daemon-crash-'));
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

class Crash extends TypeError {
  override readonly name = 'Crash';
}

/** Short days: all that matters happens within an hour. */
const SHORT = `calendar:
  specialSessions:
    - {date: 2026-10-30, name: Short, kind: full, sessions: [{from: '09:15', to: '10:15'}]}
    - {date: 2026-11-02, name: Short, kind: full, sessions: [{from: '09:15', to: '10:15'}]}`;

it('continues a day that a crash cut short, sends nothing of it twice, and trades the next', async () => {
  const account = { stateDirectory: directory, at: '2026-10-30T07:00', more: SHORT };
  const settings = daemonSettings(account);
  const place = { directory: null, journalPath: join(directory, 'account.journal') };
  // The platform outlives the process.
  const time = valueOf(await openAccountTime(settings));
  const exchange = time.builtIn?.running.simulator.exchange;
  const isFilled = ({ status }: Order): boolean => status === 'completed';
  const placedBefore = (): readonly Order[] => exchange?.orders() ?? [];

  const first = valueOf(openAccount(settings, place));
  const crashed = daemonDays(
    {
      ...account,
      journalPath: place.journalPath,
      onDay: ({ audit }) =>
        audit.listen(['learned'], () => {
          if (placedBefore().filter(isFilled).length === 2) throw new Crash('in mid-day');
        }),
    },
    { journal: first, time },
  );
  await expect(crashed).rejects.toThrow(Crash);
  first.journal.close();
  const before = placedBefore().map(({ tag }) => tag);
  expect(before.length).toBeGreaterThanOrEqual(2);

  const ofDays: (readonly Order[])[] = [];
  const second = valueOf(openAccount(settings, place));
  const { summaries } = await daemonDays(
    {
      ...account,
      journalPath: place.journalPath,
      daysMax: 2,
      onDayOver: () => ofDays.push(placedBefore()),
    },
    { journal: second, time },
  );
  second.journal.close();
  await time.close();

  expect(summaries.map(({ date }) => date)).toEqual(['2026-10-30', '2026-11-02']);
  expect(summaries.map(({ open, halt }) => [open.length, halt.state])).toEqual([
    [0, 'active'],
    [0, 'active'],
  ]);
  for (const orders of ofDays) {
    const tags = orders.map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(tags.length);
    expect(orders.filter(isFilled)).toHaveLength(4);
  }
  expect(ofDays[0]?.map(({ tag }) => tag)).toEqual(expect.arrayContaining(before));
});
