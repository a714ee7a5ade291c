import { expect, test } from 'vitest';

import { type JournalEntry } from '../../ports/journal.ts';
import { type Block, blocksAfter, countEntries, entriesIn, entryLine } from './block.ts';

const DATE = '2026-11-20';
const ROOT = { sequence: 0, hash: 'root' };
const event = (atMs: number): JournalEntry => ({ kind: 'event', atMs, event: ['o', 0] });
const halt: JournalEntry = {
  kind: 'halt',
  atMs: 2,
  halt: { state: 'active', reason: '', atMs: 1 },
} as unknown as JournalEntry;

test('an event takes its own text and the milliseconds since the one before it', () => {
  const entries = [event(1_793_333_517_000), halt, event(1_793_333_518_000)];
  const [block] = blocksAfter(
    ROOT,
    entries.map((entry) => entryLine(entry, DATE)),
  );
  const read: Block = { sequence: 1, date: DATE, entries: '', hash: '', ...block };
  expect(read.entries).toBe(`[1793333517000,["o",0]],\n${JSON.stringify(halt)},\n[1000,["o",0]]`);
  expect(entriesIn({ ...read })).toStrictEqual(entries);
  expect(countEntries(read)).toBe(3);
});

test('an event of an older journal, which has its time and its kind in words, is read as it is', () => {
  const entries = `${JSON.stringify(event(5))},\n${JSON.stringify(event(7))}`;
  expect(entriesIn({ sequence: 1, date: DATE, entries, hash: '' })).toStrictEqual([
    event(5),
    event(7),
  ]);
});

test('a time that is no whole number of milliseconds is written in whole', () => {
  const entries = [event(0.1), event(1), event(0.3)];
  const [block] = blocksAfter(
    ROOT,
    entries.map((entry) => entryLine(entry, DATE)),
  );
  expect(block === undefined ? null : entriesIn({ ...block })).toStrictEqual(entries);
});
