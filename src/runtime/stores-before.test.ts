import { expect, it } from 'vitest';

import { createMemoryJournal } from '../adapters/journal/memory-journal.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { leftUnderAnotherDate } from './left-under-another-date.ts';
import { storesBefore } from './stores-before.ts';

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
