import { expect, it } from 'vitest';

import { loadAll, shipped } from '../../test/support/simulated-day.ts';
import { openVirtualDay } from '../../test/support/virtual-day.ts';
import { createMemoryJournal } from '../adapters/journal/memory-journal.ts';
import { type Engine } from '../engine/engine.ts';
import { instantAt } from '../model/ist.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { driveVirtual } from './drive-virtual.ts';
import { type LoadedStrategy } from './load-strategy.ts';
import { startsLeft } from './starts-left.ts';
import { type TradingDay } from './trading-day.ts';
import { type Venue } from './venue.ts';

const FIRST = '2026-10-28';
const LOST = { reason: 'timeout', status: null, detail: 'no answer in 10 s' } as const;

/** Position starts arrive; their answers do not. */
const lossy = (venue: Venue): Venue => ({
  ...venue,
  attempt: (attempt, nowMs) => {
    const answer = venue.attempt(attempt, nowMs);
    if (attempt.kind !== 'start-position') return answer;
    return { kind: attempt.kind, outcome: { kind: 'unknown', cause: LOST } };
  },
});

/** A process on a date, until the minute after the position would start. */
function processOn(
  date: string,
  journal: ReadableJournal,
  strategies: readonly LoadedStrategy[] = [],
): TradingDay {
  const options = { date, journal, strategies, seed: 'left', stepMs: 60_000, through: lossy };
  const { day, clock } = openVirtualDay(options);
  day.start({ sources: 'left-closed' });
  driveVirtual(day.kernel, clock, instantAt(date, '09:21'));
  day.stop();
  return day;
}

const unknownOf = (day: TradingDay): readonly string[] =>
  day.view().unknownStarts.map(({ name, state }) => `${name} ${state}`);

it('a start that nothing has settled is listed on every day that follows, until it is resolved', async () => {
  const journal = createMemoryJournal();
  const first = processOn(FIRST, journal, await loadAll([shipped('custom-position.yaml')]));
  expect(unknownOf(first)).toHaveLength(1);
  const second = processOn('2026-10-29', journal);
  expect(unknownOf(second)).toEqual(unknownOf(first));
  expect(second.problems.join()).toContain(`sent on ${FIRST} at 09:20`);
  // A restart within a day, and a day on which nothing else happened.
  for (const date of ['2026-10-29', '2026-10-30']) {
    expect(unknownOf(processOn(date, journal))).toEqual(unknownOf(first));
  }
  const tag = second.view().unknownStarts[0]?.name ?? '';
  const last = openVirtualDay({ ...QUIET, journal, date: '2026-10-30' }).day;
  last.start({ sources: 'left-closed' });
  last.ask({ action: 'resolve', tag, as: 'absent', reason: 'looked' });
  expect(unknownOf(last)).toEqual([]);
  last.stop();
  expect(unknownOf(processOn('2026-11-03', journal))).toEqual([]);
});

const QUIET = { strategies: [], seed: 'left', stepMs: 60_000 };

it('a day without starts is not stepped through', () => {
  const journal = createMemoryJournal();
  processOn(FIRST, journal);
  const engine = (): Engine => expect.unreachable();
  expect(startsLeft(journal, '2026-10-29', engine)).toEqual({ kind: 'known', starts: [] });
});
