import { sha256Hex } from '../../base/hash.ts';
import { type Json } from '../../base/json.ts';
import { type Result } from '../../base/result.ts';
import { istDate, type IstDate } from '../../model/time/ist.ts';
import { type JournalEntry, type JournalFailure } from '../../ports/journal.ts';

/** What one commit wrote for one date. */
export interface Block {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly date: IstDate;
  /**
   * One entry a line, JSON, with a comma at each line's end but the last. An event is a list of two: milliseconds since
   * the event before it in the block, of the first since 1970, and what it is. Older journals write it as other entries.
   */
  readonly entries: string;
  /** SHA-256 over the hash of the block before and all of the above. */
  readonly hash: string;
}

/** Where a chain of blocks ends. */
export interface Head {
  /** 0 when there is no block yet. */
  readonly sequence: number;
  /** Of the last block; what the journal is, when there is none. */
  readonly hash: string;
}

/**
 * What is known of blocks that are still in memory as they were made: blocks never change, and one that comes from a
 * disk is a new one. Only a simulated disk gives the same block twice.
 */
const SOUND_AFTER = new WeakMap<Block, string>();
const READ = new WeakMap<Block, readonly JournalEntry[]>();

/** Texts of one date as the blocks that follow a head. */
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

/** Entries as the blocks that follow a head: one, or one for each date that they are of. */
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
  /** Of an event, whose line has it as a difference; null where the text says it. */
  readonly atMs: number | null;
  /** All of the entry; of an event, what it is. */
  readonly text: string;
}

/** An entry as the line that it becomes, of the date of its time where none is given. */
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

/** The entries of a block; the same ones whenever it is the same block. */
export function entriesIn(block: Block): readonly JournalEntry[] {
  const read = READ.get(block);
  if (read !== undefined) return read;
  // One text is read in two thirds of the time that its lines would take.
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

/** How many entries a block has. JSON as it is written has no line feeds of its own. */
export function countEntries({ entries }: Block): number {
  let count = 1;
  for (let at = entries.indexOf('\n'); at !== -1; at = entries.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Whether a block is as it was written, after the block with the hash given. */
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

/** Keeps blocks. It adds all that it is given or nothing; after a failure it may have done either. */
export interface BlockStore {
  /** What the chain begins with: says what the journal is, so that it cannot be changed unseen. */
  readonly root: string;
  /** The block that the chain goes on from: the last of what was removed by its age. @default the root: nothing was */
  readonly start?: () => Result<Head, JournalFailure>;
  /** The last block as it is kept now. */
  readonly head: () => Result<Head, JournalFailure>;
  /** Durable when it returns null. */
  readonly add: (blocks: readonly Block[]) => JournalFailure | null;
  /** Makes durable what an earlier `add` kept although it failed. */
  readonly settle: () => JournalFailure | null;
  readonly dates: () => Result<readonly IstDate[], JournalFailure>;
  /** Up to `READ_BLOCKS_MAX` blocks in order, of a date or of all, after a sequence number. */
  readonly read: (
    date: IstDate | null,
    afterSequence: number,
  ) => Result<readonly Block[], JournalFailure>;
  /** A block; null when there is none. */
  readonly at: (sequence: number) => Result<Block | null, JournalFailure>;
  /** Why what keeps it from being changed cannot be trusted, apart from the blocks; null when it can. @default it can */
  readonly audit?: () => JournalFailure | null;
  /** What was removed from its beginning. @default nothing */
  readonly pruned?: () => Result<Pruned | null, JournalFailure>;
  readonly close: () => void;
}

/** What was removed from the beginning of a journal by its age. */
export interface Pruned {
  /** Number of the last block that was removed. */
  readonly sequence: number;
  /** Of that block. */
  readonly date: IstDate;
}

/** How many blocks are in memory at once while a journal is read. */
export const READ_BLOCKS_MAX = 256;
