import { describeRun, type PlannedRun } from '../loading/planned-run.ts';
import { runName } from '../model/runs/run.ts';
import { type JournalEntry } from '../ports/journal.ts';
import { type TradingDayOptions } from './trading-day-options.ts';

/** What a run is made of, as the journal keeps it: before it starts, and before a changed one is adopted. */
export function runDescribed(planned: PlannedRun, options: TradingDayOptions): JournalEntry {
  const { stores, clock, knowledge, limits, brokerId, build = 'unnamed' } = options;
  const { header, loaded } = planned;
  const { runId } = header;
  const about = describeRun(planned, {
    store: stores.of(runName(runId)),
    calendarVersion: knowledge.calendar.verifiedThrough,
    build,
    config: { limits, policies: loaded.policies ?? {}, brokerId },
  });
  return { kind: 'run-described', atMs: clock.nowMs(), runId, about };
}
