import { lstatSync, readFileSync, rmSync } from 'node:fs';

import { parsedJson } from '../../base/json.ts';
import { replaceFile } from '../../base/write-files.ts';
import { type StageLedger, type StageRecord, stageDaySchema } from './stage-ledger.ts';

type StageDay = Extract<StageRecord, { readonly kind: 'day' }>;

/** Keeps days that the ledger did not take beside it, for the next start. Returns whether that worked. */
export function keepLateDays({ path }: StageLedger, days: readonly StageRecord[]): boolean {
  try {
    const all = [...lateDays(path), ...days].map((day) => `${JSON.stringify(day)}\n`);
    replaceFile(lateFileOf(path), all.join(''));
    return true;
  } catch {
    return false;
  }
}

/**
 * Adds what was kept beside a ledger to it, once. A day after which its strategy was lowered or set says nothing any more. Where the
 * ledger takes nothing, it stays for the start after this one.
 */
export function addLateDays(ledger: StageLedger): void {
  const late = lateDays(ledger.path);
  if (late.length === 0) return;
  const added = ledger.addAfter(({ records }) => late.filter((day) => isNews(day, records)));
  if (added.ok) rmSync(lateFileOf(ledger.path), { force: true });
}

function isNews(day: StageDay, records: readonly StageRecord[]): boolean {
  const own = records.filter(
    ({ name, sourceHash }) => name === day.name && sourceHash === day.sourceHash,
  );
  return own.every(({ kind, date }) => (kind === 'day' ? date !== day.date : date < day.date));
}

function lateFileOf(path: string): string {
  return `${path}.late`;
}

/** Empty where there is none, or it is not this user's alone: it could raise a stage. */
function lateDays(path: string): readonly StageDay[] {
  const file = lateFileOf(path);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || (found.mode & 0o077) !== 0) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const day = stageDaySchema.safeParse(parsedJson(line));
    return day.success ? [day.data] : [];
  });
}
