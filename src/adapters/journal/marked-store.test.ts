import { describe, expect, it } from 'vitest';

import { fail } from '../../base/result.ts';
import { type Block, blocksAfter, type BlockStore, entryLine } from './block.ts';
import { ioFailure, whenReadable, UnreadableJournal } from './journal-failures.ts';
import { endingIn, type EndMark, endOf, markedStore } from './marked-store.ts';

const FAILURE = ioFailure('no');

function unreadable(): never {
  throw new UnreadableJournal(FAILURE);
}

const BLOCKS = blocksAfter(
  { sequence: 0, hash: 'root' },
  ['2026-11-19', '2026-11-20'].map((date) =>
    entryLine({ kind: 'event', atMs: Date.parse(`${date}T05:00:00Z`), event: date }, date),
  ),
);
const [FIRST, LAST] = BLOCKS as readonly [Block, Block];

function aStore(changes: Partial<BlockStore> = {}): BlockStore {
  return {
    root: 'root',
    add: () => null,
    head: () => LAST,
    settle: () => null,
    dates: () => [],
    read: () => [],
    at: (sequence) => BLOCKS[sequence - 1] ?? null,
    close: () => undefined,
    ...changes,
  };
}

/** A store whose marks can be looked at. */
function marked(
  changes: Partial<BlockStore> = {},
  write: () => typeof FAILURE | null = () => null,
): { readonly store: BlockStore; readonly marks: readonly EndMark[]; readonly done: string[] } {
  const marks: EndMark[] = [];
  const done: string[] = [];
  const store = markedStore(
    aStore({
      add: () => {
        done.push('add');
        return null;
      },
      close: () => done.push('close'),
      ...changes,
    }),
    {
      write: (mark) => {
        done.push('mark');
        marks.push(mark);
        return write();
      },
      close: () => done.push('close mark'),
    },
  );
  return { store, marks, done };
}

const MARK = { root: 'root', sequence: 2, hash: LAST.hash, date: '2026-11-20' };

describe('a store that marks its end', () => {
  it('marks the last of what was added, after it was', () => {
    const { store, marks, done } = marked();
    expect(store.add(BLOCKS)).toBeNull();
    expect(marks).toEqual([MARK]);
    expect(done).toEqual(['add', 'mark']);
  });

  it('marks nothing where nothing was added', () => {
    const { store, marks } = marked();
    expect(store.add([])).toBeNull();
    expect(marks).toEqual([]);
  });

  it('marks nothing that was not added', () => {
    const { store, marks } = marked({ add: () => FAILURE });
    expect(store.add(BLOCKS)).toBe(FAILURE);
    expect(marks).toEqual([]);
  });

  it('fails where the mark does', () => {
    const { store } = marked({}, () => FAILURE);
    expect(store.add(BLOCKS)).toBe(FAILURE);
    expect(store.settle()).toBe(FAILURE);
  });

  it('marks what was kept after all', () => {
    const { store, marks } = marked();
    expect(store.settle()).toBeNull();
    expect(marks).toEqual([MARK]);
  });

  it.each([
    ['cannot be settled', { settle: () => FAILURE }],
    ['cannot say where it ends', { head: unreadable }],
    ['cannot be read', { at: unreadable }],
  ])('marks nothing where it %s', (_, changes) => {
    const { store, marks } = marked(changes);
    expect(store.settle()).toBe(FAILURE);
    expect(marks).toEqual([]);
  });

  it('marks nothing where nothing was ever kept', () => {
    const { store, marks } = marked({ head: () => ({ sequence: 0, hash: 'root' }) });
    expect(store.settle()).toBeNull();
    expect(marks).toEqual([]);
  });

  it('closes both', () => {
    const { store, done } = marked();
    store.close();
    expect(done).toEqual(['close', 'close mark']);
  });
});

describe('an end that is held against its mark', () => {
  it.each([
    ['the last block is marked', MARK],
    ['a crash came before the mark', { ...MARK, sequence: 1, hash: FIRST.hash }],
  ])('is whole where %s', (_, mark) => {
    expect(endOf(aStore(), mark)).toEqual({ isMarked: true, failure: null });
  });

  it('is not known without a mark', () => {
    expect(endOf(aStore(), 'none')).toEqual({ isMarked: false, failure: null });
  });

  it.each([
    ['number 3, of 2026-11-20, is missing at its end, all since 2026-11-20T10:30:00', 3, {}],
    ['3 blocks from number 3 to number 5, of 2026-11-20, are missing at its end, all', 5, {}],
    ['its block number 2, of 2026-11-20, differs', 2, { hash: 'other' }],
    ['another journal was in its place, whose last block was number 2', 2, { root: 'other' }],
  ])('says: %s', (said, sequence, other) => {
    const end = endOf(aStore(), { ...MARK, sequence, ...other });
    expect(end.failure?.detail).toContain(said);
  });

  it('knows of no last entry where all is lost', () => {
    const empty = aStore({ head: () => ({ sequence: 0, hash: 'root' }), at: () => null });
    const end = endOf(empty, MARK);
    expect(end.failure?.detail).toBe(
      '2 blocks from number 1 to number 2, of 2026-11-20, are missing at its end',
    );
  });

  it.each([
    ['its blocks', { at: unreadable }],
    ['where it ends', { head: unreadable }],
  ])('fails where the store cannot say %s', (_, changes) => {
    expect(whenReadable(() => endOf(aStore(changes), MARK))).toEqual(fail(FAILURE));
  });

  it('is where reading fails, and not before', () => {
    const store = endingIn(aStore(), LAST, FAILURE);
    expect(store.at(2)).toEqual(LAST);
    expect(whenReadable(() => store.at(3))).toEqual(fail(FAILURE));
    expect(store.at(4)).toBeNull();
  });
});
