import { ok, type Result } from '../../base/result.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type ReadableJournal } from '../../ports/journal.ts';
import { CarriedOver } from '../../recovery/carried-over.ts';
import { type ProgramDivergence } from '../../recovery/divergence.ts';
import { foldDay, type RecoverDayOptions, type RecoveredDay } from '../../recovery/recover-day.ts';
import { type DayAudit } from '../day-audit.ts';

/** What a journal holds of a day that is under way. */
export interface FoldedJournal {
  readonly recovered: RecoveredDay;
  readonly carried: CarriedOver;
}

/** What it is folded with. */
export interface FoldJournalOptions extends RecoverDayOptions {
  readonly date: IstDate;
  readonly audit: DayAudit;
}

/** Folds what a journal holds of a date, an instant at a time, into an engine, runs and an audit stream that have seen nothing. */
export function* foldJournal(
  journal: ReadableJournal,
  { date, audit, ...options }: FoldJournalOptions,
): Generator<undefined, Result<FoldedJournal, ProgramDivergence>, undefined> {
  const carried = new CarriedOver();
  const entries = carried.following(journal.entriesOf(date));
  const recovered = yield* audit.replaying(
    foldDay(entries, {
      ...options,
      onStep: (event, effects) => {
        audit.stream.take(event, effects);
      },
    }),
  );
  return recovered.ok ? ok({ recovered: recovered.value, carried }) : recovered;
}
