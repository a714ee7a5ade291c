import { systemClock } from '../../adapters/system/machine-time.ts';
import { ok, type Result } from '../../base/result.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';
import { type BuiltInSimulator, startBuiltIn } from '../../venues/day-venue.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { clockBeside } from '../../venues/time-beside.ts';
import { type DaemonTime, virtualTime, wallTime } from './daemon-time.ts';

/** The time that an account's process lives in, and the simulator whose time it is. */
export interface AccountTime extends DaemonTime {
  /** Null on a platform. */
  readonly builtIn: BuiltInSimulator | null;
  readonly close: () => Promise<void>;
}

/**
 * Opens it. Between days the machine's own clock counts, as it is: one that was wrong and is set right brings the right day.
 *
 * @throws {ConfigurationError} when the market tables cannot be used
 */
export async function openAccountTime(
  settings: Settings,
): Promise<Result<AccountTime, RunRefusal>> {
  const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
  if (settings.venue.kind === 'platform') {
    const beside = clockBeside(settings, knowledge);
    if (!beside.ok) return beside;
    const simulated = beside.value?.clock ?? null;
    const time =
      simulated === null ? wallTime(systemClock) : wallTime(simulated, simulated.realMsTo);
    return ok({ ...time, builtIn: null, close: () => Promise.resolve() });
  }
  const started = await startBuiltIn(settings, knowledge);
  if (!started.ok) return started;
  const builtIn = started.value;
  const time = virtualTime(builtIn.clock, settings.simulator.nightSpeed);
  return ok({ ...time, builtIn, close: builtIn.running.close });
}
