import { existsSync } from 'node:fs';

import { ok, type Result } from '../../base/result.ts';
import { EMPTY_VIEW, type EngineView } from '../../engine/engine-view.ts';
import { istDate } from '../../model/time/ist.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { shadowJournalPath } from '../stages/shadow-day.ts';
import { type JournalSource, viewOfAccount } from './journal-status.ts';

/** An account's last day by its journals. */
export interface DayByJournals {
  readonly view: EngineView;
  /** Of the shadow runs of that day, which have a journal of their own; empty where there were none. */
  readonly shadow: EngineView;
  /** Why this may not be how it stood at last; null when the journals have their ends. */
  readonly lost: JournalFailure | null;
}

/** Reads the journals of an account: copies of them where a process is writing. */
export function dayByJournals(
  source: JournalSource,
  isRunning: boolean,
): Result<DayByJournals, RunRefusal> {
  const read = viewOfAccount(source, isRunning);
  if (!read.ok) return read;
  const { view, lost } = read.value;
  const own = { view: view ?? EMPTY_VIEW, shadow: EMPTY_VIEW, lost };
  const journalPath = shadowJournalPath(source.journalPath);
  if (journalPath === null || !existsSync(journalPath)) return ok(own);
  const ofShadow = viewOfAccount({ ...source, journalPath }, isRunning);
  if (!ofShadow.ok) return ofShadow;
  const shadow = ofShadow.value.view;
  if (shadow === null || !isSameDay(own.view, shadow)) return ok(own);
  return ok({ ...own, shadow, lost: lost ?? ofShadow.value.lost });
}

/** Shadow runs that there were on an earlier day are not of this one. */
function isSameDay({ atMs }: EngineView, { atMs: shadowAtMs }: EngineView): boolean {
  if (atMs === null || shadowAtMs === null) return false;
  return istDate(atMs) === istDate(shadowAtMs);
}
