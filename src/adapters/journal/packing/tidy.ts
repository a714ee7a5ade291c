import { type DatabaseSync } from 'node:sqlite';

import { ok, type Result } from '../../../base/result.ts';
import { type IstDate } from '../../../model/ist.ts';
import { type JournalFailure } from '../../../ports/journal.ts';
import { createDayPacker } from './pack-days.ts';
import { pruneDays } from './prune.ts';

/** What is to be packed and what is to go. */
export interface Tidying {
  /** Dates before it are closed: what is of them is packed. */
  readonly openFrom: IstDate;
  /** Dates before it are removed. @default none */
  readonly keptFrom?: IstDate;
  /** Packs at most this many stretches of blocks, some 20 ms each; the next call goes on. @default all */
  readonly packsMax?: number;
}

/** What was done. */
export interface Tidied {
  /** Dates that are not in the journal any more. */
  readonly removed: readonly IstDate[];
  /** How many packs were made. */
  readonly packs: number;
}

/** 64 MiB: a smaller file is not written anew. */
const PAGES_FREE_MIN = 16_384;

/**
 * Removes what is too old, packs what is closed, and gives the room back to the system where most of a large file is free.
 * Every step is a transaction of its own: killed between any two, the journal is whole, and the next call goes on.
 *
 * @param root - what the chain of the journal begins with
 * @throws what SQLite says; what was done before stays done
 */
export function tidy(
  database: DatabaseSync,
  root: string,
  tidying: Tidying,
): Result<Tidied, JournalFailure> {
  const { openFrom, keptFrom, packsMax = Infinity } = tidying;
  const removed = keptFrom === undefined ? ok([]) : pruneDays(database, { root, before: keptFrom });
  if (!removed.ok) return removed;
  const packer = createDayPacker(database, { root, before: openFrom });
  let packs = 0;
  while (packs < packsMax) {
    const step = packer.step();
    if (!step.ok) return step;
    if (!step.value) break;
    packs += 1;
  }
  if (packs < packsMax && isMostlyFree(database)) database.exec('VACUUM');
  return ok({ removed: removed.value, packs });
}

/** As after the first packing of a year of older days. Pages that are free are used again by the days to come. */
function isMostlyFree(database: DatabaseSync): boolean {
  const pragma = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  const free = pragma('freelist_count');
  const used = pragma('page_count') - free;
  return free >= PAGES_FREE_MIN && free > used;
}
