import { defined } from '../base/json.ts';
import { type RunBeginning } from '../kernel/folded-day.ts';
import { type LoadedStrategy } from '../loading/load-strategy.ts';
import { describeRun, type PlannedRun } from '../loading/planned-run.ts';
import { runName } from '../model/runs/run.ts';
import { type JournalEntry } from '../ports/journal.ts';
import { type TradingDayOptions } from './trading-day-options.ts';

/** What a strategy's run begins with. */
export function beginningOf({
  policies = {},
  broker,
}: Pick<LoadedStrategy, 'policies' | 'broker'>): Omit<RunBeginning, 'carried'> {
  return { policies, ...defined({ broker }) };
}

/** What a run is made of, as the journal keeps it: before it starts, and before a changed one is adopted. */
export function runDescribed(planned: PlannedRun, options: TradingDayOptions): JournalEntry {
  const { stores, clock, knowledge, limits, brokerId, build = 'unnamed' } = options;
  const { header, loaded } = planned;
  const { broker } = loaded;
  const { runId } = header;
  const about = describeRun(planned, {
    store: stores.of(runName(runId)),
    calendarVersion: knowledge.calendar.verifiedThrough,
    build,
    config: { limits, policies: loaded.policies ?? {}, brokerId, ...defined({ broker }) },
  });
  return { kind: 'run-described', atMs: clock.nowMs(), runId, about };
}
