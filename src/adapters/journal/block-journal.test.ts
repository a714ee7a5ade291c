import { describe, expect, it } from 'vitest';

import { fail } from '../../base/result.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { createBlockJournal } from './block-journal.ts';
import { ioFailure, UnreadableJournal } from './journal-failures.ts';
import { type Block, blocksAfter, type BlockStore, entryLine } from './block.ts';
import { SimulatedDisk } from './simulated-disk.ts';

const DATE = '2026-11-20';
const AT_MS = Date.parse('2026-11-20T05:00:00Z');

function entry(event: number): JournalEntry {
  return { kind: 'event', atMs: AT_MS, event };
}

describe('an append after one that failed', () => {
  it('keeps what it is given where the failed one was kept after all and is not given again', () => {
    const disk = new SimulatedDisk();
    const opened = disk.open();
    if (!opened.ok) throw new TypeError('The disk cannot be opened');
    disk.failNext('io-but-kept', 1);
    expect(opened.value.append([entry(1)])).toMatchObject({ ok: false });
    expect(opened.value.append([entry(2), entry(3)])).toMatchObject({ ok: true });
    expect([...opened.value.entriesOf(DATE)]).toEqual([entry(1), entry(2), entry(3)]);
  });

  it('is damage where somebody else wrote a block in its place, and writes nothing', () => {
    let adds = 0;
    const store: BlockStore = {
      root: 'root',
      add: () => {
        adds += 1;
        return adds === 1 ? ioFailure('no') : null;
      },
      head: () => ({ sequence: 1, hash: 'of somebody else' }),
      settle: () => null,
      dates: () => [],
      read: () => [],
      at: () => null,
      close: () => undefined,
    };
    const journal = createBlockJournal(store, { sequence: 0, hash: 'root' });
    expect(journal.append([entry(1)])).toMatchObject({ ok: false });
    expect(journal.append([entry(1), entry(2)])).toMatchObject({
      ok: false,
      error: { kind: 'damaged' },
    });
    expect(adds).toBe(1);
  });
});

it('a read that fails is a value of verify, and ends the entries by a throw', () => {
  const failure = ioFailure('no');
  const store: BlockStore = {
    root: 'root',
    add: () => null,
    head: () => ({ sequence: 0, hash: 'root' }),
    settle: () => null,
    dates: () => [],
    read: () => {
      throw new UnreadableJournal(failure);
    },
    at: () => null,
    close: () => undefined,
  };
  const journal = createBlockJournal(store, { sequence: 0, hash: 'root' });
  expect(journal.verify(DATE)).toEqual(fail(failure));
  expect(() => [...journal.entriesOf(DATE)]).toThrow(UnreadableJournal);
});

/** A store whose own list of what is of a date has lost some of it; the blocks themselves are there. */
function listWithout(lost: (block: Block) => boolean): BlockStore {
  const lines = ['2026-11-19', DATE, DATE, DATE].map((date, index) =>
    entryLine(entry(index), date),
  );
  const blocks = lines.reduce<readonly Block[]>(
    (before, line) => [
      ...before,
      ...blocksAfter(before.at(-1) ?? { sequence: 0, hash: 'root' }, [line]),
    ],
    [],
  );
  const listed = blocks.filter((block) => !lost(block));
  return {
    root: 'root',
    add: () => null,
    head: () => blocks.at(-1) ?? { sequence: 0, hash: 'root' },
    settle: () => null,
    dates: () => [...new Set(listed.map(({ date }) => date))],
    read: (date, after) => {
      const found = date === null ? blocks : listed.filter((block) => block.date === date);
      return found.filter(({ sequence }) => sequence > after);
    },
    at: (sequence) => blocks[sequence - 1] ?? null,
    close: () => undefined,
  };
}

describe('a list of dates that has lost blocks', () => {
  it.each([2, 3, 4])('is damage to who reads that date: number %s', (lost) => {
    const store = listWithout(({ sequence }) => sequence === lost);
    const journal = createBlockJournal(store, { sequence: 4, hash: '' });
    expect(journal.verify(DATE)).toMatchObject({
      ok: false,
      error: { detail: `Block ${String(lost)} is not found among those of ${DATE}` },
    });
    expect(() => [...journal.entriesOf(DATE)]).toThrow(UnreadableJournal);
  });

  it('is damage where the block before the neighbour is gone, too', () => {
    const store = listWithout(({ sequence }) => sequence === 3);
    const at: BlockStore['at'] = (sequence) => (sequence === 1 ? null : store.at(sequence));
    const journal = createBlockJournal(
      { ...store, at, read: (_, after) => store.read(null, Math.max(after, 2)) },
      { sequence: 4, hash: '' },
    );
    expect(journal.verify(DATE)).toMatchObject({ error: { detail: 'Block 1 is missing' } });
  });

  it('is damage to who reads all of it, where a whole date is gone', () => {
    const journal = createBlockJournal(
      listWithout(({ date }) => date === DATE),
      { sequence: 4, hash: '' },
    );
    expect(journal.verify()).toMatchObject({
      ok: false,
      error: { detail: `Nothing is found of ${DATE}` },
    });
  });
});

it('entries that are given again, but not in whole, are all written', () => {
  const disk = new SimulatedDisk();
  const opened = disk.open();
  if (!opened.ok) throw new TypeError('The disk cannot be opened');
  disk.failNext('io-but-kept', 1);
  opened.value.append([entry(1), entry(2)]);
  expect(opened.value.append([entry(1), entry(3)])).toMatchObject({ ok: true });
  const kept = [entry(1), entry(2), entry(1), entry(3)];
  expect([...opened.value.entriesOf(DATE)]).toEqual(kept);
});

it('a block that cannot be read before its neighbour is a failure of who reads the date', () => {
  const failure = ioFailure('no');
  const store = listWithout(({ sequence }) => sequence === 3);
  const at: BlockStore['at'] = (sequence) => {
    if (sequence === 1) throw new UnreadableJournal(failure);
    return store.at(sequence);
  };
  const journal = createBlockJournal(
    { ...store, at, read: (_, after) => store.read(null, Math.max(after, 2)) },
    { sequence: 4, hash: '' },
  );
  expect(journal.verify(DATE)).toEqual(fail(failure));
});

it('a journal that cannot be read says why', () => {
  const failure = ioFailure('no');
  expect(new UnreadableJournal(failure).failure).toBe(failure);
});
