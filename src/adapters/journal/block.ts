import { sha256Hex } from '../../base/hash.ts';
import { istDate, type IstDate } from '../../model/ist.ts';
import { type JournalEntry } from '../../ports/journal.ts';

/** What one commit wrote for one date. */
export interface Block {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly date: IstDate;
  /** One entry a line, JSON, with a comma at each line's end but the last. */
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

/** Entries as the blocks that follow a head: one, or one for each date that they are of. */
export function blocksAfter(head: Head, lines: readonly Line[]): readonly Block[] {
  const blocks: Block[] = [];
  let { sequence, hash } = head;
  for (let from = 0; from < lines.length;) {
    const date = lines[from]?.date ?? '';
    let to = from;
    while (lines[to]?.date === date) to += 1;
    const texts = lines.slice(from, to).map(({ text }) => text);
    const entries = texts.join(',\n');
    sequence += 1;
    const hashBefore = hash;
    hash = blockHash(hash, { sequence, date, entries });
    const block: Block = { sequence, date, entries, hash };
    SOUND_AFTER.set(block, hashBefore);
    blocks.push(block);
    from = to;
  }
  return blocks;
}

/** An entry as it is written. */
export interface Line {
  readonly date: IstDate;
  readonly text: string;
}

/** An entry as the line that it becomes, of the date of its time where none is given. */
export function lineOf(entry: JournalEntry, date = istDate(entry.atMs)): Line {
  return { date, text: JSON.stringify(entry) };
}

/** The entries of a block; the same ones whenever it is the same block. */
export function entriesIn(block: Block): readonly JournalEntry[] {
  const read = READ.get(block);
  if (read !== undefined) return read;
  // One text is read in two thirds of the time that its lines would take.
  const entries = JSON.parse(`[${block.entries}]`) as readonly JournalEntry[];
  if (SOUND_AFTER.has(block)) READ.set(block, entries);
  return entries;
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
