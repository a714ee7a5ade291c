import { existsSync } from 'node:fs';

import { JournaledDay } from '../../day/journaled-day.ts';
import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { type StagedRun } from '../../day/staged-run.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { changedRuns, runsBegun } from '../stages/begun-runs.ts';
import { Ramp } from '../stages/ramp.ts';
import { openShadowJournal, type ShadowEntries, shadowJournalPath } from '../stages/shadow-day.ts';
import { StageLedger, stageLedgerPathOf } from '../stages/stage-ledger.ts';
import { stagesOn } from '../stages/stages-today.ts';
import { type PastDay, type PastShadow } from './past-day.ts';

/** Opens the shadow runs of a past day; null where it had none. `close` gives their journal back. */
export function openPastShadow(
  options: RunDayOptions,
  { day, knowledge, endsAtMs }: Pick<PastDay, 'day' | 'knowledge' | 'endsAtMs'>,
): { readonly shadow: PastShadow; readonly close: () => void } | null {
  const path = shadowJournalPath(options.journalPath ?? null);
  if (path === null || !existsSync(path)) return null;
  const opened = openShadowJournal(options, () => undefined);
  if (opened?.journal.dates().includes(day.date) !== true) {
    opened?.journal.close();
    return null;
  }
  const { journal } = opened;
  const silent = { onNotice: () => undefined };
  const trading = new JournaledDay({ journal, day, knowledge, endsAtMs, ...silent });
  const entries = entriesIn(journal, day.date);
  const shadow = { trading, journal, isEnded: false, entries, log: trading.log };
  return { shadow, close: journal.close };
}

function entriesIn(journal: DayJournal['journal'], date: string): ShadowEntries {
  try {
    return [...journal.entriesOf(date)];
  } catch {
    // The pack says so.
    return 'unreadable';
  }
}

/** Keeps what a past day says of its strategies that take part in stages. */
export interface PastStages {
  readonly begin: () => void;
  readonly record: (watchedUntilMs: number) => void;
  readonly rows: () => readonly StagedRun[];
  readonly end: () => void;
}

const NO_STAGES: PastStages = {
  begin: () => undefined,
  record: () => undefined,
  rows: () => [],
  end: () => undefined,
};

/** Follows a past day that has not been folded. */
export function followPastStages(
  { settings, journalPath = null }: RunDayOptions,
  strategies: readonly LoadedStrategy[],
  { day, journal, trading, shadow, endsAtMs }: PastDay,
): PastStages {
  if (settings.mode !== 'live' || journalPath === null) return NO_STAGES;
  const ledger = new StageLedger(stageLedgerPathOf(journalPath));
  const staged = stagesOn(day.date, { settings, strategies }, ledger.read());
  if (staged.length === 0) return NO_STAGES;
  const begun = [journal, ...(shadow === null ? [] : [shadow.journal])];
  const changed = begun.flatMap((of) => changedRuns(staged, runsBegun(of, day.date)));
  const ramp = new Ramp({
    ...{ settings: settings.live, day, ledger, trading, shadow, strategies: staged, changed },
    clock: { nowMs: () => endsAtMs },
    onVetoes: () => undefined,
  });
  return {
    begin: () => {
      ramp.begin();
    },
    record: (watchedUntilMs) => {
      ramp.record(journal, watchedUntilMs);
    },
    rows: () => ramp.rows(),
    end: () => {
      ramp.end();
    },
  };
}
