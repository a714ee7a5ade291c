import { sha256Hex } from '../../base/hash.ts';
import { type Json } from '../../base/json.ts';
import { istDate, type IstDate } from '../../model/time/ist.ts';
import { type JournalBlock, type JournalEntry, type JournalFailure } from '../../ports/journal.ts';

/** One commit's entries of one date. */
export type Block = JournalBlock;

/** End of a chain of blocks. */
export interface Head {
  /** 0 without a block. */
  readonly sequence: number;
  /** Of the last block; without one, the root. */
  readonly hash: string;
}

/** Facts about blocks still in memory, which never change. Only a simulated disk returns the same block again. */
const SOUND_AFTER = new WeakMap<Block, string>();
const READ = new WeakMap<Block, readonly JournalEntry[]>();

/** Texts of one date as blocks after a head. */
export function chained(head: Head, date: IstDate, texts: readonly string[]): readonly Block[] {
  let { sequence, hash } = head;
  return texts.map((entries) => {
    const hashBefore = hash;
    sequence += 1;
    hash = blockHash(hashBefore, { sequence, date, entries });
    const block: Block = { sequence, date, entries, hash };
    SOUND_AFTER.set(block, hashBefore);
    return block;
  });
}

/** Entries as blocks after a head, one for each date. */
export function blocksAfter(head: Head, lines: readonly EntryLine[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let from = 0; from < lines.length;) {
    const date = lines[from]?.date ?? '';
    let to = from;
    while (lines[to]?.date === date) to += 1;
    const last = blocks.at(-1) ?? head;
    blocks.push(...chained(last, date, [textOf(lines.slice(from, to))]));
    from = to;
  }
  return blocks;
}

/** An entry as it is written. */
export interface EntryLine {
  readonly date: IstDate;
  /** Of an event; null where the text has it. */
  readonly atMs: number | null;
  /** The entry; of an event without its time. */
  readonly text: string;
}

/** An entry as a line, by default of the date of its time. */
export function entryLine(entry: JournalEntry, date = istDate(entry.atMs)): EntryLine {
  const isEvent = entry.kind === 'event' && Number.isSafeInteger(entry.atMs);
  if (!isEvent) return { date, atMs: null, text: JSON.stringify(entry) };
  return { date, atMs: entry.atMs, text: JSON.stringify(entry.event) };
}

function textOf(lines: readonly EntryLine[]): string {
  let beforeMs = 0;
  const texts = lines.map(({ atMs, text }) => {
    if (atMs === null) return text;
    const passedMs = atMs - beforeMs;
    beforeMs = atMs;
    return `[${String(passedMs)},${text}]`;
  });
  return texts.join(',\n');
}

/** The entries of a block, cached. */
export function entriesIn(block: Block): readonly JournalEntry[] {
  const read = READ.get(block);
  if (read !== undefined) return read;
  // One parse of the text takes two thirds of the time of a parse a line.
  const written = JSON.parse(`[${block.entries}]`) as readonly (JournalEntry | WrittenEvent)[];
  let atMs = 0;
  const entries = written.map((entry): JournalEntry => {
    if (!isWrittenEvent(entry)) return entry;
    atMs += entry[0];
    return { kind: 'event', atMs, event: entry[1] };
  });
  if (SOUND_AFTER.has(block)) READ.set(block, entries);
  return entries;
}

type WrittenEvent = readonly [passedMs: number, event: Json];

function isWrittenEvent(entry: JournalEntry | WrittenEvent): entry is WrittenEvent {
  return Array.isArray(entry);
}

/** How many entries a block has. The JSON itself has no line feeds. */
export function countEntries({ entries }: Block): number {
  let count = 1;
  for (let at = entries.indexOf('\n'); at !== -1; at = entries.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Whether a block is unchanged, after the block with this hash. */
export function isSound(block: Block, hashBefore: string): boolean {
  if (SOUND_AFTER.get(block) === hashBefore) return true;
  return blockHash(hashBefore, block) === block.hash;
}

function blockHash(
  hashBefore: string,
  { sequence, date, entries }: Pick<Block, 'sequence' | 'date' | 'entries'>,
): string {
  return sha256Hex(`${hashBefore}\n${String(sequence)}\n${date}\n${entries}`);
}

/** Stores blocks. Adds all or nothing; after a failure it may have done either. What reads throws {@link UnreadableJournal}. */
export interface BlockStore {
  /** Start of the chain: the hash of what the journal is, so that it cannot be changed unseen. */
  readonly root: string;
  /** The last pruned block, from which the chain continues. @default the root */
  readonly start?: () => Head;
  readonly head: () => Head;
  /** Durable when it returns null. */
  readonly add: (blocks: readonly Block[]) => JournalFailure | null;
  /** Makes durable what a failed `add` kept. */
  readonly settle: () => JournalFailure | null;
  readonly dates: () => readonly IstDate[];
  /** Up to `READ_BLOCKS_MAX` blocks in order after a sequence number, of a date or of all. */
  readonly read: (date: IstDate | null, afterSequence: number) => readonly Block[];
  /** A block; null when there is none. */
  readonly at: (sequence: number) => Block | null;
  /** Damage that the blocks themselves do not show; null when there is none. @default none */
  readonly audit?: () => JournalFailure | null;
  /** What was pruned. @default nothing */
  readonly pruned?: () => Pruned | null;
  readonly close: () => void;
}

/** The last block that was removed from the beginning of a journal. */
export interface Pruned {
  readonly sequence: number;
  readonly date: IstDate;
}

/** Blocks in memory at once while a journal is read. */
export const READ_BLOCKS_MAX = 256;
