import { gunzipSync, gzipSync } from 'node:zlib';

import { type IstDate } from '../../../model/time/ist.ts';
import { type Block, chained, countEntries } from '../block.ts';
import { damage, type UnreadableJournal } from '../journal-failures.ts';

/** Consecutive blocks of one date as one. */
export interface Pack {
  /** Numbers of its first and last block. */
  readonly first: number;
  readonly last: number;
  readonly date: IstDate;
  /** Of the block before the first. */
  readonly hashBefore: string;
  /** Of the last block. The hashes between follow from the texts. */
  readonly hash: string;
  readonly entries: number;
  /** Of their texts, UTF-16 units. */
  readonly characters: number;
  /** Their texts in order, gzipped. */
  readonly packed: Uint8Array;
}

/** No text of a block has two line feeds in a row. */
const BETWEEN = '\n\n';
/** A longer pack is not ours. */
const TEXT_BYTES_MAX = 256 * 1024 * 1024;

/**
 * Consecutive blocks of one date as a pack.
 *
 * @throws {UnreadableJournal} where one was changed
 */
export function packOf(blocks: readonly [Block, ...Block[]], hashBefore: string): Pack {
  const [{ sequence: first, date }] = blocks;
  const texts = blocks.map(({ entries }) => entries);
  const last = blocks.at(-1) ?? blocks[0];
  const again = chained({ sequence: first - 1, hash: hashBefore }, date, texts);
  const changed = blocks.find(({ hash }, at) => hash !== again[at]?.hash);
  if (changed !== undefined) throw notAsWritten(changed.sequence, changed);
  const packed = gzipSync(texts.join(BETWEEN));
  const numbers = { first, last: last.sequence, ...countsOf(blocks) };
  return { ...numbers, date, hashBefore, hash: last.hash, packed };
}

/**
 * The blocks of a pack.
 *
 * @throws {UnreadableJournal} where they were changed
 */
export function blocksIn(pack: Pack): readonly Block[] {
  const { first, last, date, hashBefore, hash } = pack;
  const texts = textsIn(pack);
  if (texts?.length !== last - first + 1) throw notAsWritten(first, pack);
  const blocks = chained({ sequence: first - 1, hash: hashBefore }, date, texts);
  if (blocks.at(-1)?.hash !== hash) throw notAsWritten(first, pack);
  const { entries, characters } = countsOf(blocks);
  if (entries === pack.entries && characters === pack.characters) return blocks;
  throw wronglyCounted(pack, { entries, characters });
}

function countsOf(blocks: readonly Block[]): Pick<Pack, 'entries' | 'characters'> {
  let entries = 0;
  let characters = 0;
  for (const block of blocks) {
    entries += countEntries(block);
    characters += block.entries.length;
  }
  return { entries, characters };
}

function wronglyCounted(
  { first, last, date, ...said }: Pack,
  found: Pick<Pack, 'entries' | 'characters'>,
): UnreadableJournal {
  const text = ({ entries, characters }: typeof found): string =>
    `${String(entries)} entries of ${String(characters)} characters`;
  return damage(
    `Blocks ${String(first)} to ${String(last)}, of ${date}, are said to have ${text(said)} and have ${text(found)}`,
  );
}

function textsIn({ packed }: Pack): readonly string[] | null {
  try {
    return gunzipSync(packed, { maxOutputLength: TEXT_BYTES_MAX }).toString('utf8').split(BETWEEN);
  } catch {
    return null;
  }
}

function notAsWritten(
  from: number,
  { last = from, date }: { readonly last?: number; readonly date: IstDate },
): UnreadableJournal {
  const which =
    from === last ? `Block ${String(from)}` : `A block of ${String(from)} to ${String(last)}`;
  return damage(`${which}, of ${date}, is not as it was written`);
}
