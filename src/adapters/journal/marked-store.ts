import { sha256Hex } from '../../base/hash.ts';
import { type IstDate, istTimestamp } from '../../model/time/ist.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { type Block, type BlockStore, entriesIn, type Head } from './block.ts';
import { endLost, endUnproven, whenReadable, UnreadableJournal } from './journal-failures.ts';

/** What was found in the place of a mark. */
export type FoundMark = EndMark | 'none' | { readonly unreadable: string };

/** Keeps the mark of one journal, outside of it. */
export interface MarkKeeper {
  /** Durable when it returns null. */
  readonly write: (mark: EndMark) => JournalFailure | null;
  readonly close: () => void;
}

/** Whether an opened journal still has every durable block. */
export interface JournalEnd {
  /** Without a mark, as in an older journal, missing blocks at the end do not show. */
  readonly isMarked: boolean;
  /** What is missing, or why that is unknown; null when nothing is known to be missing. */
  readonly failure: JournalFailure | null;
}

/** Marks the last block once it is durable and before `add` returns. Where the mark fails, the block may be kept. */
export function markedStore(store: BlockStore, keeper: MarkKeeper): BlockStore {
  return {
    ...store,
    add: (blocks) => {
      const failure = store.add(blocks);
      const last = blocks.at(-1);
      return failure ?? (last === undefined ? null : keeper.write(markOf(store.root, last)));
    },
    settle: () => {
      const failure = store.settle();
      if (failure !== null) return failure;
      const last = whenReadable(() => lastBlock(store));
      if (!last.ok) return last.error;
      return last.value === null ? null : keeper.write(markOf(store.root, last.value));
    },
    close: () => {
      store.close();
      keeper.close();
    },
  };
}

function markOf(root: string, { sequence, hash, date }: Block): EndMark {
  return { root, sequence, hash, date };
}

/**
 * Checks the end of a sound chain against the mark. A mark behind it is one that a crash prevented.
 *
 * @throws {UnreadableJournal} where the store cannot be read
 */
export function endOf(store: BlockStore, found: FoundMark): JournalEnd {
  if (found === 'none') return { isMarked: false, failure: null };
  if ('unreadable' in found) return { isMarked: true, failure: endUnproven(found.unreadable) };
  const last = lastBlock(store);
  const isThere = store.root === found.root && store.at(found.sequence)?.hash === found.hash;
  return { isMarked: true, failure: isThere ? null : whatIsLost(store, last, found) };
}

function whatIsLost(store: BlockStore, last: Block | null, mark: EndMark): JournalFailure {
  const { sequence: to, date } = mark;
  const upTo = `number ${String(to)}, of ${date}`;
  if (store.root !== mark.root) {
    return endLost(`another journal was in its place, whose last block was ${upTo}`);
  }
  const from = (last?.sequence ?? 0) + 1;
  if (from > to) return endLost(`it is not the one that was written: its block ${upTo}, differs`);
  const atMs = last === null ? undefined : entriesIn(last).at(-1)?.atMs;
  const since = atMs === undefined ? '' : `, all since ${istTimestamp(atMs)}`;
  const count = to - from + 1;
  const which =
    count === 1
      ? `block ${upTo},`
      : `${String(count)} blocks from number ${String(from)} to ${upTo},`;
  return endLost(`${which} ${count === 1 ? 'is' : 'are'} missing at its end${since}`);
}

function lastBlock(store: BlockStore): Block | null {
  const { sequence } = store.head();
  return sequence === 0 ? null : store.at(sequence);
}

/** A store whose end fails, for a chain that is not whole. */
export function endingIn(store: BlockStore, head: Head, failure: JournalFailure): BlockStore {
  return {
    ...store,
    at: (sequence) => {
      if (sequence === head.sequence + 1) throw new UnreadableJournal(failure);
      return store.at(sequence);
    },
  };
}

/** The last durable block of a journal. */
export interface EndMark {
  /** Start of the journal's chain. */
  readonly root: string;
  readonly sequence: number;
  readonly hash: string;
  readonly date: IstDate;
}

/** Bytes of one mark: a sector, written whole or not at all. */
const SLOT_BYTES = 512;
/** Bytes between the two slots: no disk page has both. */
const SLOT_APART_BYTES = 4096;
/** Bytes of the whole file. */
export const MARK_BYTES = 2 * SLOT_APART_BYTES;

const VERSION = 1;

/** A mark as the bytes of a slot. The higher generation is newer. */
export function slotOf(mark: EndMark, generation: number): Buffer {
  const text = JSON.stringify({ version: VERSION, generation, ...mark });
  const slot = Buffer.alloc(SLOT_BYTES, ' ');
  slot.write(`${text}\n${sha256Hex(text)}\n`);
  return slot;
}

/** Where a slot begins in the file. */
export function slotAt(generation: number): number {
  return (generation % 2) * SLOT_APART_BYTES;
}

/** The newest readable mark of a file; null when there is none. A crash may tear one slot, never both. */
export function newestMark(bytes: Buffer): EndMark | null {
  const slots = [0, SLOT_APART_BYTES].flatMap(
    (from) => slotIn(bytes.subarray(from, from + SLOT_BYTES)) ?? [],
  );
  const newest = slots.sort((one, other) => other.generation - one.generation)[0];
  return newest?.mark ?? null;
}

interface Slot {
  readonly generation: number;
  readonly mark: EndMark;
}

function slotIn(bytes: Buffer): Slot | null {
  const [text = '', checksum] = bytes.toString('utf8').split('\n');
  if (sha256Hex(text) !== checksum) return null;
  // The checksum shows that it was written here, perhaps by another version.
  const { version, generation, root, sequence, hash, date } = JSON.parse(text) as Slot['mark'] & {
    readonly version: number;
    readonly generation: number;
  };
  return version === VERSION ? { generation, mark: { root, sequence, hash, date } } : null;
}
