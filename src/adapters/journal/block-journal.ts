import { fail, ok, type Result } from '../../base/result.ts';
import { type IstDate } from '../../model/time/ist.ts';
import {
  type JournalBlocks,
  type JournalEntry,
  type JournalFailure,
  type ReadableJournal,
} from '../../ports/journal.ts';
import {
  type Block,
  blocksAfter,
  type BlockStore,
  countEntries,
  entriesIn,
  type Head,
  isSound,
  type EntryLine,
  entryLine,
  type Pruned,
} from './block.ts';
import { damage, whenReadable, refuseFor, type UnreadableJournal } from './journal-failures.ts';
import { type JournalEnd } from './marked-store.ts';

/** What of a journal was verified. */
export interface JournalExtent {
  readonly blocks: number;
  readonly entries: number;
  readonly dates: number;
  /** Of the entries' text, UTF-16 units. */
  readonly characters: number;
  /** What was pruned; null when nothing was. */
  readonly pruned: Pruned | null;
}

/** A journal that can verify that it is unchanged. */
export interface VerifiableJournal extends ReadableJournal {
  /** Checks the blocks of a date, or of all dates, against the chain of hashes; of all dates the schema too. */
  readonly verify: (date?: IstDate) => Result<JournalExtent, JournalFailure>;
  /** Its end when it was opened. */
  readonly end: JournalEnd;
  /** Its blocks, as they are chained. */
  readonly blocks: JournalBlocks;
}

const WHOLE: JournalEnd = { isMarked: true, failure: null };

/**
 * A journal in a store of blocks. After a failed append it is in doubt: the entries may have been kept, so the head is read
 * again before the next append, and entries that were kept are not written again.
 */
export function createBlockJournal(
  store: BlockStore,
  head: Head,
  end: JournalEnd = WHOLE,
): VerifiableJournal {
  const state: State = { head, doubt: null, tried: NOTHING_TRIED };
  return {
    // Blocks are numbered without a gap, so an opening after another one that wrote has a higher fence.
    fence: head.sequence + 1,
    append: (entries, date) => {
      // Failed entries come again, with more: their lines are cached.
      const tried = entries.map((entry): readonly [JournalEntry, EntryLine] => {
        return [entry, state.tried.get(entry) ?? entryLine(entry, date)];
      });
      const appended = append(
        store,
        state,
        tried.map(([, line]) => line),
      );
      state.tried = appended.ok ? NOTHING_TRIED : new Map(tried);
      return appended;
    },
    dates: store.dates,
    lastDate: () => store.at(store.head().sequence)?.date ?? null,
    entriesOf: (date) => entriesOf(store, date),
    verify: (date) => whenReadable(() => verify(store, date ?? null)),
    end,
    blocks: { after: store.read, hashAt: (sequence) => hashAt(store, sequence) },
    close: store.close,
  };
}

interface State {
  head: Head;
  doubt: Doubt | null;
  /** Of the last append, when it failed. */
  tried: ReadonlyMap<JournalEntry, EntryLine>;
}

const NOTHING_TRIED: State['tried'] = new Map();

/** What was tried and may have been kept. */
interface Doubt {
  readonly lines: readonly EntryLine[];
  readonly head: Head;
}

function append(
  store: BlockStore,
  state: State,
  given: readonly EntryLine[],
): Result<number, JournalFailure> {
  let lines = given;
  const { doubt } = state;
  if (doubt !== null) {
    const settled = whenReadable(() => settle(store, state, doubt));
    if (!settled.ok) return settled;
    lines = withoutKept(lines, settled.value);
  }
  const blocks = blocksAfter(state.head, lines);
  const last = blocks.at(-1);
  if (last === undefined) return ok(state.head.sequence);
  const head = { sequence: last.sequence, hash: last.hash };
  const failure = store.add(blocks);
  if (failure !== null) {
    state.doubt = { lines, head };
    return fail(failure);
  }
  state.head = head;
  return ok(head.sequence);
}

/**
 * Finds out what a failed append did; returns the lines that were kept.
 *
 * @throws {UnreadableJournal} where it cannot
 */
function settle(store: BlockStore, state: State, doubt: Doubt): readonly EntryLine[] {
  const found = store.head();
  if (found.hash !== doubt.head.hash && found.hash !== state.head.hash) {
    throw damage(`Block ${String(found.sequence)} was written by another program`);
  }
  const isKept = found.hash === doubt.head.hash;
  if (isKept) refuseFor(store.settle());
  state.head = found;
  state.doubt = null;
  return isKept ? doubt.lines : [];
}

function withoutKept(
  lines: readonly EntryLine[],
  kept: readonly EntryLine[],
): readonly EntryLine[] {
  const isGivenAgain = kept.every((line, index) => isSameLine(line, lines[index]));
  return isGivenAgain ? lines.slice(kept.length) : lines;
}

function isSameLine(one: EntryLine, other: EntryLine | undefined): boolean {
  return one.text === other?.text && one.atMs === other.atMs;
}

function* entriesOf(store: BlockStore, date: IstDate): Generator<JournalEntry> {
  for (const block of soundBlocks(store, date)) yield* entriesIn(block);
}

function verify(store: BlockStore, date: IstDate | null): JournalExtent {
  let blocks = 0;
  let entries = 0;
  let characters = 0;
  const dates = new Set<IstDate>();
  for (const block of soundBlocks(store, date)) {
    blocks += 1;
    entries += countEntries(block);
    characters += block.entries.length;
    dates.add(block.date);
  }
  if (date === null) lookBeside(store, dates);
  const pruned = store.pruned?.() ?? null;
  return { blocks, entries, characters, dates: dates.size, pruned };
}

/** @throws {UnreadableJournal} for damage that the chain of blocks does not show */
function lookBeside(store: BlockStore, dates: ReadonlySet<IstDate>): void {
  refuseFor(store.audit?.() ?? null);
  const listed = store.dates();
  const missing = [...dates].find((of) => !listed.includes(of));
  if (missing !== undefined) throw damage(`Nothing is found of ${missing}`);
}

/**
 * Blocks in order, each checked against its hash. At both ends of a date the neighbours must be sound too: nothing else would
 * show a block whose date was changed.
 *
 * @throws {UnreadableJournal} at the first failure
 */
function* soundBlocks(store: BlockStore, date: IstDate | null): Generator<Block> {
  const start = startOf(store);
  let before = start;
  for (;;) {
    const read = store.read(date, before.sequence);
    for (const block of read) {
      yield soundAfter(store, { before, start }, block);
      before = block;
    }
    if (read.length > 0) continue;
    const next = soundAt(store, before.sequence + 1);
    if (next !== null && next.date === date) throw unlisted(next);
    return;
  }
}

/** Start of the chain: the root, or the last pruned block. */
function startOf(store: Pick<BlockStore, 'start' | 'root'>): Head {
  return store.start?.() ?? { sequence: 0, hash: store.root };
}

function soundAfter(
  store: BlockStore,
  { before, start }: { readonly before: Head; readonly start: Head },
  block: Block,
): Block {
  const { sequence } = block;
  let hashBefore = before.hash;
  // Blocks of other dates lie between; before the first of a date one is enough.
  const from = before === start ? sequence - 1 : before.sequence + 1;
  for (let between = Math.max(from, start.sequence + 1); between < sequence; between += 1) {
    const other = soundAt(store, between) ?? missing(between);
    if (other.date === block.date) throw unlisted(other);
    hashBefore = other.hash;
  }
  return sound(block, hashBefore);
}

/** A sound block; null when there is none of that number. */
function soundAt(store: BlockStore, sequence: number): Block | null {
  const block = store.at(sequence);
  return block === null ? null : sound(block, hashAt(store, sequence - 1));
}

/** The hash of a block, or of the start of a chain. */
export function hashAt(store: Pick<BlockStore, 'start' | 'at' | 'root'>, sequence: number): string {
  const start = startOf(store);
  if (start.sequence === sequence) return start.hash;
  return (store.at(sequence) ?? missing(sequence)).hash;
}

function sound(block: Block, hashBefore: string): Block {
  if (isSound(block, hashBefore)) return block;
  const { sequence, date } = block;
  throw damage(`Block ${String(sequence)}, of ${date}, is not as it was written`);
}

function missing(sequence: number): never {
  throw damage(`Block ${String(sequence)} is missing`);
}

/** The index of dates has lost it. */
function unlisted({ sequence, date }: Block): UnreadableJournal {
  return damage(`Block ${String(sequence)} is not found among those of ${date}`);
}
