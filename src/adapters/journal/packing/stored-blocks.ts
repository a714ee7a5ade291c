import { type DatabaseSync, type SQLOutputValue } from 'node:sqlite';

import { type IstDate } from '../../../model/time/ist.ts';
import { type Block, type BlockStore, type Head, READ_BLOCKS_MAX } from '../block.ts';
import { blocksIn, type Pack } from './pack.ts';

type Row = Readonly<Record<string, SQLOutputValue>>;

/** Jumps from each date to the next in the index, rather than scan a year of blocks for its 250 dates. */
function datesOf(table: string): string {
  return `
  WITH RECURSIVE found (date) AS (
    SELECT min(date) FROM ${table}
    UNION ALL
    SELECT (SELECT min(date) FROM ${table} WHERE date > found.date) FROM found WHERE date IS NOT NULL
  )
  SELECT date FROM found WHERE date IS NOT NULL`;
}

/** Blocks of an open database, packed or not. */
type StoredBlocks = Required<Pick<BlockStore, 'root' | 'start' | 'head' | 'dates' | 'read' | 'at'>>;

/**
 * Reads the blocks of a database, also of an older sauda, which has no packs.
 *
 * @throws {UnreadableJournal} from each of its functions, for a pack that was changed; also what SQLite says
 */
export function storedBlocks(database: DatabaseSync, root: string): StoredBlocks {
  const rows = openBlocks(database);
  const packs = hasPacks(database) ? packedBlocks(database) : NO_PACKS;
  const start = (): Head => packs.start() ?? { sequence: 0, hash: root };
  return {
    root,
    start,
    head: () => rows.head() ?? packs.head() ?? start(),
    dates: () => [...new Set([...packs.dates(), ...rows.dates()])].sort(),
    read: (date, after) => {
      const pack = packs.next(date, after);
      const open = rows
        .read(date, after)
        .filter(({ sequence }) => sequence < (pack?.first ?? Infinity));
      if (pack === null || open.length > 0) return open;
      const from = Math.max(0, after + 1 - pack.first);
      return packs.blocksOf(pack).slice(from, from + READ_BLOCKS_MAX);
    },
    at: (sequence) => {
      const open = rows.at(sequence);
      if (open !== null) return open;
      const pack = packs.next(null, sequence - 1);
      if (pack === null || pack.first > sequence) return null;
      return packs.blocksOf(pack)[sequence - pack.first] ?? null;
    },
  };
}

function openBlocks(database: DatabaseSync) {
  const limit = `ORDER BY sequence LIMIT ${String(READ_BLOCKS_MAX)}`;
  const columns = 'SELECT sequence, date, entries, hash FROM blocks';
  const head = database.prepare('SELECT sequence, hash FROM blocks ORDER BY sequence DESC LIMIT 1');
  const dates = database.prepare(datesOf('blocks'));
  const all = database.prepare(`${columns} WHERE sequence > ? ${limit}`);
  const ofDate = database.prepare(`${columns} WHERE date = ? AND sequence > ? ${limit}`);
  const one = database.prepare(`${columns} WHERE sequence = ?`);
  return {
    head: () => headIn(head.get()),
    dates: () => dates.all().map((row) => String(row['date'])),
    read: (date: IstDate | null, after: number): readonly Block[] =>
      (date === null ? all.all(after) : ofDate.all(date, after)).map(toBlock),
    at: (sequence: number) => {
      const row = one.get(sequence);
      return row === undefined ? null : toBlock(row);
    },
  };
}

interface PackedBlocks extends Pick<StoredBlocks, 'dates'> {
  readonly start: () => Head | null;
  readonly head: () => Head | null;
  /** The first pack with a block after a number, of a date or of all; null when there is none. */
  readonly next: (date: IstDate | null, after: number) => Pack | null;
  readonly blocksOf: (pack: Pack) => readonly Block[];
}

const NO_PACKS: PackedBlocks = {
  start: () => null,
  head: () => null,
  dates: () => [],
  next: () => null,
  blocksOf: () => [],
};

function packedBlocks(database: DatabaseSync): PackedBlocks {
  const next = 'last > ? ORDER BY first LIMIT 1';
  const start = database.prepare(
    'SELECT sequence, hash FROM pruned ORDER BY sequence DESC LIMIT 1',
  );
  const head = database.prepare(
    'SELECT last AS sequence, hash FROM packs ORDER BY first DESC LIMIT 1',
  );
  const dates = database.prepare(datesOf('packs'));
  const all = database.prepare(`SELECT * FROM packs WHERE ${next}`);
  const ofDate = database.prepare(`SELECT * FROM packs WHERE date = ? AND ${next}`);
  // Blocks are read a few at a time: their pack is unpacked once.
  let made: { readonly first: number; readonly blocks: readonly Block[] } | null = null;
  return {
    start: () => headIn(start.get()),
    head: () => headIn(head.get()),
    dates: () => dates.all().map((row) => String(row['date'])),
    next: (date, after) => {
      const row = date === null ? all.get(after) : ofDate.get(date, after);
      return row === undefined ? null : toPack(row);
    },
    blocksOf: (pack) => {
      if (made?.first !== pack.first) made = { first: pack.first, blocks: blocksIn(pack) };
      return made.blocks;
    },
  };
}

/** Whether a database has packed days, which an older sauda did not write. */
export function hasPacks(database: DatabaseSync): boolean {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'packs'").get();
  return found !== undefined;
}

function headIn(row: Row | undefined): Head | null {
  if (row === undefined) return null;
  return { sequence: Number(row['sequence']), hash: String(row['hash']) };
}

function toBlock(row: Row): Block {
  return {
    sequence: Number(row['sequence']),
    date: String(row['date']),
    entries: String(row['entries']),
    hash: String(row['hash']),
  };
}

function toPack(row: Row): Pack {
  const packed = row['packed'];
  return {
    first: Number(row['first']),
    last: Number(row['last']),
    date: String(row['date']),
    hashBefore: String(row['hashBefore']),
    hash: String(row['hash']),
    entries: Number(row['entries']),
    characters: Number(row['characters']),
    packed: packed instanceof Uint8Array ? packed : new Uint8Array(),
  };
}
