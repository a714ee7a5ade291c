import { expect, it } from 'vitest';

import { loadAll, shipped } from '../../../test/support/simulated-day.ts';
import { openVirtualDay } from '../../../test/support/virtual-day.ts';
import { type Engine } from '../../engine/engine.ts';
import { driveVirtual } from '../../kernel/drive-virtual.ts';
import { type Venue } from '../../kernel/venue.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { instantAt } from '../../model/time/ist.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { leftUnderAnotherDate } from '../../recovery/carried-over.ts';
import { createMemoryJournal } from '../journal/open-day-journal.ts';
import { foldLastDay } from './fold-last-day.ts';
import { storesBefore } from './open-new-day.ts';
import { type TradingDay } from '../trading-day.ts';

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
  const sentAtMs = instantAt(FIRST, '09:20');
  expect(second.picture().problems).toMatchObject([
    { code: 'start-of-earlier-day-unknown', facts: { sentAtMs } },
  ]);
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

it('a day that sent nothing is not stepped through', () => {
  const journal = createMemoryJournal();
  processOn(FIRST, journal);
  const engine = (): Engine => expect.unreachable();
  expect(foldLastDay(journal, FIRST, engine)).toEqual({ ok: true, value: null });
});

const TODAY = '2026-10-30';

/** A journal in which strategy `a` put the date into its store under each of these, in this order. */
function written(...dates: readonly string[]): { journal: ReadableJournal; read: string[] } {
  const kept = createMemoryJournal();
  const read: string[] = [];
  for (const date of dates) {
    const about = { runId: `a@${date}/paper`, strategy: 'a', key: 'seen', value: date } as const;
    kept.append([{ kind: 'store', atMs: Date.parse(date), ...about }]);
  }
  const entriesOf: ReadableJournal['entriesOf'] = (date) => {
    read.push(date);
    return kept.entriesOf(date);
  };
  return { journal: { ...kept, entriesOf }, read };
}

it.each([
  { dates: ['2026-10-28', '2026-10-29'], seen: '2026-10-29', read: ['2026-10-29'] },
  {
    dates: ['2026-10-29', '2026-11-02'],
    seen: '2026-10-29',
    read: ['2026-11-02', '2026-10-29'],
  },
  {
    dates: ['2026-10-29', '2026-10-28'],
    seen: '2026-10-29',
    read: ['2026-10-28', '2026-10-29'],
  },
])('stores are of the day before, whatever was written last: $dates', (given) => {
  const { journal, read } = written(...given.dates);
  const left = leftUnderAnotherDate(journal, TODAY);
  expect(storesBefore(journal, TODAY, left)).toEqual({ a: { seen: given.seen } });
  expect(read).toEqual(given.read);
});

it('there are none where no day was before', () => {
  const { journal } = written('2026-11-02');
  const left = leftUnderAnotherDate(journal, TODAY);
  expect(storesBefore(journal, TODAY, left)).toEqual({});
});
