import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { isProcessLocked } from '../adapters/journal/process-lock.ts';
import {
  type CodeSource,
  convictSuspect,
  type Culprit,
  culpritsIn,
  forgetCulprit,
  leaveCulprit,
} from '../adapters/system/culprit-file.ts';
import { systemClock } from '../adapters/system/machine-time.ts';
import { recordCulprits } from '../adapters/system/turn-watch.ts';
import { sha256Hex } from '../base/hash.ts';
import { endedProcessText, type EndedLoading } from '../notices/day.ts';
import { controlPathOf } from './journal/open-day-journal.ts';
import { istDate } from '../model/time/ist.ts';

/** Code that ended an earlier process of an account, and must not run again before a person has looked or it was changed. */
export class Quarantine {
  readonly #directory: string;
  readonly #culprits: Culprit[];

  constructor(directory: string) {
    this.#directory = directory;
    this.#culprits = [...culpritsIn(directory)];
  }

  /** Why a run must not run; null when nothing speaks against it. Another source than the one that hung may. */
  ofRun(runId: string, sourceHash: string | null): string | null {
    const culprit = this.#culprits.find(({ name, source }) => {
      if (name !== runId) return false;
      return source === null || sourceHash === null || source.sourceHash === sourceHash;
    });
    return culprit === undefined ? null : endedProcessText(culprit);
  }

  /** Why a file must not be loaded; null when nothing speaks against it. */
  ofFile(path: string): EndedLoading | null {
    const culprit = this.#culprits.find(
      ({ name, source }) => name === basename(path) && source?.path === path,
    );
    if (culprit === undefined || culprit.source?.sourceHash !== textHash(path)) return null;
    const { why, lastedMs } = culprit;
    return { file: basename(path), culprit: { why, lastedMs } };
  }

  /** Has the code of a run not run again before it is changed, or the quarantine is lifted. @throws what the file system says */
  convict(runId: string, source: CodeSource): void {
    const atMs = systemClock.nowMs();
    const culprit: Culprit = { name: runId, why: 'ended', atMs, lastedMs: 0, source };
    this.#culprits.push(culprit);
    leaveCulprit(this.#directory, culprit);
  }

  /** Lets the code of a run be tried again from the next start on. */
  lift(runId: string): void {
    for (const culprit of this.#culprits) {
      if (culprit.name === runId) forgetCulprit(this.#directory, culprit);
    }
  }

  /** Forgets runs of days before a time: the same strategy is tried again on another day. */
  forgetBefore(atMs: number): void {
    const today = istDate(atMs);
    for (const culprit of this.#culprits) {
      const [, date = today] = /@(\d{4}-\d\d-\d\d)\//.exec(culprit.name) ?? [];
      if (date < today) forgetCulprit(this.#directory, culprit);
    }
  }
}

/**
 * What must not run in the account of a journal; from here on who ends this process is recorded, too. Nothing is
 * touched while another process has the journal.
 */
export function openQuarantine(journalPath: string): Quarantine {
  const directory = controlPathOf(journalPath);
  if (!isProcessLocked(journalPath)) {
    recordCulprits(directory);
    try {
      convictSuspect(directory);
    } catch {
      // A directory that cannot be written is refused, with what to do, when the journal is opened.
    }
  }
  return new Quarantine(directory);
}

function textHash(path: string): string | null {
  try {
    return sha256Hex(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
