import { fail, ok, type Result } from '../../base/result.ts';
import { type IstDate } from '../../model/time/ist.ts';
import {
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
import { damaged } from './journal-failures.ts';
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
}

const WHOLE: JournalEnd = { isMarked: true, failure: null };

/** A journal that cannot be read to the end. `verify` the date first to get the failure as a value. */
export class UnreadableJournal extends Error {
  override readonly name = 'UnreadableJournal';
  readonly failure: JournalFailure;

  constructor(failure: JournalFailure) {
    super(`${failure.detail}. ${failure.next}`);
    this.failure = failure;
  }
}

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
      const lines = entries.map((entry) => state.tried.get(entry) ?? entryLine(entry, date));
      const appended = append(store, state, lines);
      state.tried = appended.ok ? NOTHING_TRIED : linesByEntry(entries, lines);
      return appended;
    },
    dates: () => valueOrThrow(store.dates()),
    lastDate: () => valueOrThrow(store.at(valueOrThrow(store.head()).sequence))?.date ?? null,
    entriesOf: (date) => entriesOf(store, date),
    verify: (date) => verify(store, date ?? null),
    end,
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

function linesByEntry(
  entries: readonly JournalEntry[],
  lines: readonly EntryLine[],
): State['tried'] {
  const tried = new Map<JournalEntry, EntryLine>();
  for (const [index, entry] of entries.entries()) {
    const line = lines[index];
    if (line !== undefined) tried.set(entry, line);
  }
  return tried;
}

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
  if (state.doubt !== null) {
    const settled = settle(store, state, state.doubt);
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

/** Finds out what a failed append did; returns the lines that were kept. */
function settle(
  store: BlockStore,
  state: State,
  doubt: Doubt,
): Result<readonly EntryLine[], JournalFailure> {
  const found = store.head();
  if (!found.ok) return found;
  const { hash } = found.value;
  if (hash !== doubt.head.hash && hash !== state.head.hash) {
    return fail(damaged(`Block ${String(found.value.sequence)} was written by another program`));
  }
  const isKept = hash === doubt.head.hash;
  const failure = isKept ? store.settle() : null;
  if (failure !== null) return fail(failure);
  state.head = found.value;
  state.doubt = null;
  return ok(isKept ? doubt.lines : []);
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
  for (const block of soundBlocks(store, date)) yield* entriesIn(valueOrThrow(block));
}

function verify(store: BlockStore, date: IstDate | null): Result<JournalExtent, JournalFailure> {
  const counted = countSound(store, date);
  if (!counted.ok) return counted;
  const { dates, ...counts } = counted.value;
  const damage = date === null ? damageBeside(store, dates) : null;
  if (damage !== null) return fail(damage);
  const pruned = store.pruned?.() ?? ok(null);
  return pruned.ok ? ok({ ...counts, dates: dates.size, pruned: pruned.value }) : pruned;
}

type Counted = Omit<JournalExtent, 'dates' | 'pruned'> & { readonly dates: ReadonlySet<IstDate> };

function countSound(store: BlockStore, date: IstDate | null): Result<Counted, JournalFailure> {
  let blocks = 0;
  let entries = 0;
  let characters = 0;
  const dates = new Set<IstDate>();
  for (const block of soundBlocks(store, date)) {
    if (!block.ok) return block;
    blocks += 1;
    entries += countEntries(block.value);
    characters += block.value.entries.length;
    dates.add(block.value.date);
  }
  return ok({ blocks, entries, characters, dates });
}

/** Damage that the chain of blocks does not show. */
function damageBeside(store: BlockStore, dates: ReadonlySet<IstDate>): JournalFailure | null {
  const damage = store.audit?.() ?? null;
  if (damage !== null) return damage;
  const listed = store.dates();
  if (!listed.ok) return listed.error;
  const missing = [...dates].find((of) => !listed.value.includes(of));
  return missing === undefined ? null : damaged(`Nothing is found of ${missing}`);
}

/**
 * Blocks in order, each checked against its hash, up to the first failure. At both ends of a date the neighbours must be
 * sound too: nothing else would show a block whose date was changed.
 */
function* soundBlocks(
  store: BlockStore,
  date: IstDate | null,
): Generator<Result<Block, JournalFailure>> {
  const start = startOf(store);
  if (!start.ok) {
    yield start;
    return;
  }
  let before = start.value;
  for (;;) {
    const read = store.read(date, before.sequence);
    if (!read.ok) {
      yield read;
      return;
    }
    for (const block of read.value) {
      const sound = soundAfter(store, { before, start: start.value }, block);
      yield sound;
      if (!sound.ok) return;
      before = block;
    }
    if (read.value.length > 0) continue;
    const next = soundAt(store, before.sequence + 1);
    if (!next.ok) yield next;
    else if (next.value !== null && next.value.date === date) yield fail(unlisted(next.value));
    return;
  }
}

/** Start of the chain: the root, or the last pruned block. */
function startOf(store: BlockStore): Result<Head, JournalFailure> {
  return store.start?.() ?? ok({ sequence: 0, hash: store.root });
}

function soundAfter(
  store: BlockStore,
  { before, start }: { readonly before: Head; readonly start: Head },
  block: Block,
): Result<Block, JournalFailure> {
  const { sequence } = block;
  let hashBefore = before.hash;
  // Blocks of other dates lie between; before the first of a date one is enough.
  const from = before === start ? sequence - 1 : before.sequence + 1;
  for (let between = Math.max(from, start.sequence + 1); between < sequence; between += 1) {
    const other = soundAt(store, between);
    if (!other.ok) return other;
    if (other.value === null) return fail(damaged(`Block ${String(between)} is missing`));
    if (other.value.date === block.date) return fail(unlisted(other.value));
    hashBefore = other.value.hash;
  }
  return isSound(block, hashBefore) ? ok(block) : fail(changed(block));
}

/** A sound block; null when there is none of that number. */
function soundAt(store: BlockStore, sequence: number): Result<Block | null, JournalFailure> {
  const block = store.at(sequence);
  if (!block.ok || block.value === null) return block;
  const before = hashAt(store, sequence - 1);
  if (!before.ok) return before;
  return isSound(block.value, before.value) ? block : fail(changed(block.value));
}

function hashAt(store: BlockStore, sequence: number): Result<string, JournalFailure> {
  const start = startOf(store);
  if (!start.ok) return start;
  if (start.value.sequence === sequence) return ok(start.value.hash);
  const block = store.at(sequence);
  if (!block.ok) return block;
  if (block.value !== null) return ok(block.value.hash);
  return fail(damaged(`Block ${String(sequence)} is missing`));
}

/** The index of dates has lost it. */
function unlisted({ sequence, date }: Block): JournalFailure {
  return damaged(`Block ${String(sequence)} is not found among those of ${date}`);
}

function changed({ sequence, date }: Block): JournalFailure {
  return damaged(`Block ${String(sequence)}, of ${date}, is not as it was written`);
}

function valueOrThrow<Value>(result: Result<Value, JournalFailure>): Value {
  if (result.ok) return result.value;
  throw new UnreadableJournal(result.error);
}
