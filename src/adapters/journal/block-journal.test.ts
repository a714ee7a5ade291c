import { describe, expect, it } from 'vitest';

import { fail, ok } from '../../base/result.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { createBlockJournal, UnreadableJournal } from './block-journal.ts';
import { type BlockStore } from './block-store.ts';
import { ioFailure } from './journal-failures.ts';
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
    expect(opened.value.append([entry(1)])).not.toBeNull();
    expect(opened.value.append([entry(2), entry(3)])).toBeNull();
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
      head: () => ok({ sequence: 1, hash: 'of somebody else' }),
      settle: () => null,
      dates: () => ok([]),
      read: () => ok([]),
      at: () => ok(null),
      close: () => undefined,
    };
    const journal = createBlockJournal(store, { sequence: 0, hash: 'root' });
    expect(journal.append([entry(1)])).not.toBeNull();
    expect(journal.append([entry(1), entry(2)])?.kind).toBe('damaged');
    expect(adds).toBe(1);
  });
});

it('a read that fails is a value of verify, and ends the entries by a throw', () => {
  const failure = ioFailure('no');
  const store: BlockStore = {
    root: 'root',
    add: () => null,
    head: () => ok({ sequence: 0, hash: 'root' }),
    settle: () => null,
    dates: () => ok([]),
    read: () => fail(failure),
    at: () => ok(null),
    close: () => undefined,
  };
  const journal = createBlockJournal(store, { sequence: 0, hash: 'root' });
  expect(journal.verify(DATE)).toEqual(fail(failure));
  expect(() => [...journal.entriesOf(DATE)]).toThrow(UnreadableJournal);
});
