import { describe, expect, it } from 'vitest';

import { fail, ok } from '../../base/result.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { createBlockJournal } from './block-journal.ts';
import { type Block, blocksAfter, type BlockStore, entryLine } from './block.ts';
import { ioFailure, UnreadableJournal } from './journal-failures.ts';

const [EARLIER, DATE] = ['2026-11-19', '2026-11-20'] as const;
const ROOT = { sequence: 0, hash: 'root' };
const FAILURE = ioFailure('no');

function unreadable(): never {
  throw new UnreadableJournal(FAILURE);
}

function entry(event: number, date: string = DATE): JournalEntry {
  return { kind: 'event', atMs: Date.parse(`${date}T05:00:00Z`), event };
}

/** A store in memory, and what was asked of it. */
function memory(changes: Partial<BlockStore> = {}) {
  const blocks: Block[] = [];
  const asked: string[] = [];
  const store: BlockStore = {
    root: 'root',
    add: (added) => {
      blocks.push(...added);
      return null;
    },
    head: () => {
      asked.push('head');
      return blocks.at(-1) ?? ROOT;
    },
    settle: () => {
      asked.push('settle');
      return null;
    },
    dates: () => {
      asked.push('dates');
      return [...new Set(blocks.map(({ date }) => date))];
    },
    // One at a time, so that whoever reads has to ask again.
    read: (date, after) => {
      const of = blocks.filter((block) => date === null || block.date === date);
      return of.filter(({ sequence }) => sequence > after).slice(0, 1);
    },
    at: (sequence) => blocks[sequence - 1] ?? null,
    close: () => undefined,
    ...changes,
  };
  return { store, blocks, asked, journal: createBlockJournal(store, ROOT) };
}

describe('a journal of several dates', () => {
  it('is a chain over all of them, and each append goes on from the last block', () => {
    const { journal, blocks } = memory();
    expect(journal.append([entry(1, EARLIER), entry(2, EARLIER), entry(3)])).toMatchObject({
      ok: true,
    });
    expect(journal.append([entry(4)])).toMatchObject({ ok: true });
    expect(blocks.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(blocks).toEqual([
      ...blocksAfter(
        ROOT,
        [1, 2].map((event) => entryLine(entry(event, EARLIER))),
      ),
      ...blocksAfter(blocks[0] ?? ROOT, [entryLine(entry(3))]),
      ...blocksAfter(blocks[1] ?? ROOT, [entryLine(entry(4))]),
    ]);
    const characters = blocks.reduce((sum, { entries }) => sum + entries.length, 0);
    expect(journal.verify()).toEqual(
      ok({ blocks: 3, entries: 4, dates: 2, characters, pruned: null }),
    );
    expect(journal.verify(EARLIER)).toEqual(
      ok({ blocks: 1, entries: 2, dates: 1, characters: blocks[0]?.entries.length, pruned: null }),
    );
    expect([...journal.entriesOf(DATE)]).toEqual([entry(3), entry(4)]);
    expect(journal.lastDate()).toBe(DATE);
    expect(journal.end).toEqual({ isMarked: true, failure: null });
  });

  it('of which a date cannot be found names the first of them', () => {
    const { journal } = memory({ dates: () => [] });
    journal.append([entry(1, EARLIER), entry(2)]);
    expect(journal.verify()).toMatchObject({ error: { detail: `Nothing is found of ${EARLIER}` } });
  });

  it('needs no list of dates to verify one, and fails with it to verify all', () => {
    const { journal } = memory({ dates: unreadable });
    journal.append([entry(1)]);
    expect(journal.verify(DATE)).toMatchObject({ ok: true });
    expect(journal.verify()).toEqual(fail(FAILURE));
  });

  it('that is empty holds nothing, and is sound', () => {
    const { journal } = memory();
    expect(journal.append([])).toMatchObject({ ok: true });
    expect(journal.verify()).toEqual(
      ok({ blocks: 0, entries: 0, dates: 0, characters: 0, pruned: null }),
    );
    expect(journal.lastDate()).toBeNull();
  });
});

describe('after an append that failed', () => {
  /** Fails the first append; whether its blocks are kept all the same. */
  function failing(isKept: boolean, changes: Partial<BlockStore> = {}) {
    const made = memory(changes);
    let adds = 0;
    const add: BlockStore['add'] = (added) => {
      adds += 1;
      if (adds > 1 || isKept) made.blocks.push(...added);
      return adds > 1 ? null : FAILURE;
    };
    return { ...made, journal: createBlockJournal({ ...made.store, add }, ROOT) };
  }

  it.each([true, false])('all is there once, in order; kept: %s', (isKept) => {
    const { journal, asked } = failing(isKept);
    expect(journal.append([entry(1)])).toEqual(fail(FAILURE));
    expect(journal.append([entry(1), entry(2)])).toMatchObject({ ok: true });
    expect([...journal.entriesOf(DATE)]).toEqual([entry(1), entry(2)]);
    expect(asked).toEqual(isKept ? ['head', 'settle'] : ['head']);
    // From then on nothing is in doubt.
    expect(journal.append([entry(3)])).toMatchObject({ ok: true });
    expect(asked.filter((what) => what === 'head')).toHaveLength(1);
    expect(journal.verify()).toMatchObject({ value: { entries: 3 } });
  });

  it('nothing is written while what was kept cannot be told, or made durable', () => {
    const blind = failing(true, { head: unreadable });
    blind.journal.append([entry(1)]);
    expect(blind.journal.append([entry(1), entry(2)])).toEqual(fail(FAILURE));
    expect(blind.blocks).toHaveLength(1);
    const unsettled = failing(true, { settle: () => FAILURE });
    unsettled.journal.append([entry(1)]);
    expect(unsettled.journal.append([entry(1), entry(2)])).toEqual(fail(FAILURE));
    expect(unsettled.blocks).toHaveLength(1);
  });

  it('what could not be kept needs not be made durable', () => {
    const { journal } = failing(false, { settle: () => FAILURE });
    journal.append([entry(1)]);
    expect(journal.append([entry(1)])).toMatchObject({ ok: true });
  });
});
