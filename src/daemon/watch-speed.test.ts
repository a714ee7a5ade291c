import { expect, it } from 'vitest';

import { AuditStream } from '../audit/audit-stream.ts';
import { noticeOf } from '../notices/notice.ts';
import { toldAt, type ToldNotice, toldText } from '../notices/told-notice.ts';
import { refusalBy, type RiskRule } from '../risk/refusal.ts';
import { type DayVenue } from '../venues/day-venue.ts';
import { watchSpeed } from './watch-speed.ts';

const CLOCK = { nowMs: () => 7 };

/** What is noted as entries are refused for these rules, one after another. */
async function noted(
  time: { readonly kind: string; readonly speed: number | 'max' },
  ...rules: readonly RiskRule[]
): Promise<readonly ToldNotice[]> {
  const auditLive = new AuditStream();
  const told: ToldNotice[] = [];
  const note = (notice: ToldNotice): void => {
    told.push(notice);
  };
  watchSpeed({ ...time, clock: CLOCK } as DayVenue['time'], { auditLive, note });
  for (const rule of rules) {
    const why = refusalBy(rule, 'Quote of X is old', '6000 ms', '5000 ms');
    const facts = { leg: 'ce', why, isOrdinary: false, isUrgent: false };
    auditLive.note(toldAt(1, noticeOf('refused', 'r', facts)));
  }
  await Promise.resolve();
  return told;
}

it('says once that stale data comes of a fast clock, with a speed to try', async () => {
  const told = await noted({ kind: 'wall', speed: 20 }, 'lots', 'no-quote', 'stale-orders');
  expect(told).toEqual([toldAt(7, noticeOf('clock-too-fast', null, { speed: 20, lower: 5 }))]);
  expect(told.map((notice) => toldText(notice))).toEqual([
    'Entries are refused because their data is stale or missing, and the clock goes 20 times as fast as real time: this machine may not keep up. Start the simulator with a lower speed: --speed 5',
  ]);
});

it.each([
  [{ kind: 'wall', speed: 20 }, 'lots'],
  [{ kind: 'wall', speed: 1 }, 'no-quote'],
  [{ kind: 'wall', speed: 1 }, 'stale-quote'],
  [{ kind: 'paced', speed: 600 }, 'stale-quote'],
] as const)('says nothing of %j and "%s"', async (time, rule) => {
  expect(await noted(time, rule)).toEqual([]);
});
