import { expect, it } from 'vitest';

import { chained } from '../../adapters/journal/block.ts';
import { createMemoryJournal } from '../../day/journal/open-day-journal.ts';
import { instantAt } from '../../model/time/ist.ts';
import { type JournalBlock, type JournalBlocks } from '../../ports/journal.ts';
import { FollowedJournal } from './followed-journal.ts';

const DATE = '2026-10-30';
const ROOT = { sequence: 0, hash: 'root' };
const AT_MS = instantAt(DATE, '09:15');

/** Blocks of one event each, a second apart, after a block. */
function eventsAfter(
  head: { readonly sequence: number; readonly hash: string },
  count: number,
): readonly JournalBlock[] {
  const texts = Array.from({ length: count }, (_, index) => {
    return `[${String(AT_MS + (head.sequence + index) * 1_000)},{"kind":"time-passed"}]`;
  });
  return chained(head, DATE, texts);
}

/** The journal that the other process has left. */
function left(blocks: readonly JournalBlock[]): {
  readonly journal: ReturnType<typeof createMemoryJournal>;
  readonly blocks: JournalBlocks;
} {
  const hashAt = (sequence: number): string =>
    sequence === 0 ? ROOT.hash : (blocks[sequence - 1]?.hash ?? '');
  const after = (date: string | null, sequence: number): readonly JournalBlock[] =>
    blocks.filter((block) => block.sequence > sequence && (date ?? block.date) === block.date);
  return { journal: createMemoryJournal(), blocks: { after, hashAt } };
}

function readAll(journal: FollowedJournal): readonly number[] {
  return [...journal.entriesOf(DATE)].map(({ atMs }) => (atMs - AT_MS) / 1_000);
}

it('has a next instant only once an event of a later one is there', () => {
  const journal = new FollowedJournal(DATE);
  const [first, second, third] = eventsAfter(ROOT, 3).map((block) => [block]);
  expect(journal.hasNext).toBe(false);
  journal.take(first ?? []);
  expect(journal.hasNext).toBe(false);
  journal.take(second ?? []);
  expect(journal.hasNext).toBe(true);
  const entries = journal.entriesOf(DATE)[Symbol.iterator]();
  entries.next();
  expect(journal.hasNext).toBe(true);
  entries.next();
  expect(journal.hasNext).toBe(false);
  journal.take(third ?? []);
  expect(journal.hasNext).toBe(true);
});

it('goes on to the end of the journal once that is open, and writes into it', () => {
  const blocks = eventsAfter(ROOT, 5);
  const journal = new FollowedJournal(DATE);
  journal.take(blocks.slice(0, 3));
  expect(() => journal.append([])).toThrow('that another process writes');
  const opened = left(blocks);
  expect(journal.open(opened)).toBe(true);
  expect(readAll(journal)).toEqual([0, 1, 2, 3, 4]);
  expect(journal.append([])).toEqual({ ok: true, value: 0 });
});

it('reads no more than is known, which would be taken for the end of the day', () => {
  const journal = new FollowedJournal(DATE);
  journal.take(eventsAfter(ROOT, 2));
  expect(() => readAll(journal)).toThrow('than was followed');
});

it.each([
  ['block that was changed', (block: JournalBlock) => ({ ...block, entries: block.entries + ' ' })],
  ['block of another date', (block: JournalBlock) => ({ ...block, date: '2026-10-29' })],
  ['block that comes again', (block: JournalBlock) => ({ ...block, sequence: 1 })],
])('takes no %s', (_, change) => {
  const journal = new FollowedJournal(DATE);
  const [first, second] = eventsAfter(ROOT, 2) as readonly [JournalBlock, JournalBlock];
  expect(journal.take([first])).toBe(true);
  expect(journal.take([change(second)])).toBe(false);
});

it.each([
  ['that goes on from another beginning', eventsAfter({ sequence: 0, hash: 'other' }, 4)],
  ['that lost its end', eventsAfter(ROOT, 2)],
  ['without a block', []],
  [
    'with a changed block after what was followed',
    eventsAfter(ROOT, 4).map((block, at) =>
      at < 3 ? block : { ...block, entries: block.entries + ' ' },
    ),
  ],
])('is of no use for a journal %s', (_, blocks) => {
  const journal = new FollowedJournal(DATE);
  journal.take(eventsAfter(ROOT, 3));
  expect(journal.open(left(blocks))).toBe(false);
});

it('holds blocks of a date that follow those of another to what is between them', () => {
  const [first] = eventsAfter(ROOT, 1) as readonly [JournalBlock];
  const between = chained(first, '2026-10-29', ['[1,{"kind":"time-passed"}]']);
  const rest = eventsAfter(between[0] ?? ROOT, 2);
  const follow = (blocks: readonly JournalBlock[]): boolean => {
    const journal = new FollowedJournal(DATE);
    journal.take([first, ...rest]);
    return journal.open(left(blocks));
  };
  expect(follow([first, ...between, ...rest])).toBe(true);
  const changed = chained(first, '2026-10-29', ['[2,{"kind":"time-passed"}]']);
  expect(follow([first, ...changed, ...rest])).toBe(false);
});
