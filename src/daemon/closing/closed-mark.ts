import { readFileSync, rmSync } from 'node:fs';

import { replaceFile } from '../../base/write-files.ts';
import { type IstDate } from '../../model/time/ist.ts';

/** Where it is kept which day of a journal was put away last. */
function markPathOf(journalPath: string): string {
  return `${journalPath}.closed`;
}

/** The day of a journal that was put away last, with all that it leaves; null where that is not known. */
export function lastClosed(journalPath: string): IstDate | null {
  try {
    const date = readFileSync(markPathOf(journalPath), 'utf8').trim();
    return date === '' ? null : date;
  } catch {
    // To put a day away once more changes nothing.
    return null;
  }
}

/**
 * Keeps that a day is put away: its report, pack and ledgers are there.
 *
 * @throws what the file system says
 */
export function markClosed(journalPath: string, date: IstDate): void {
  const path = markPathOf(journalPath);
  replaceFile(path, `${date}\n`);
}

/** The same, in silence where it cannot be kept: then a start puts the day away once more, for nothing. */
export function noteClosed(journalPath: string | null, date: IstDate): void {
  if (journalPath === null) return;
  try {
    markClosed(journalPath, date);
  } catch {
    // As above.
  }
}

/** A day that is traded again, as after a clock that was wrong, is to be put away again. Never throws. */
export function reopenClosed(journalPath: string | null, date: IstDate): void {
  if (journalPath === null || lastClosed(journalPath) !== date) return;
  try {
    rmSync(markPathOf(journalPath), { force: true });
  } catch {
    // Then a kill after its close leaves the report that it has.
  }
}
