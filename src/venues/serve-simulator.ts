import { monotonicMs, systemClock } from '../adapters/system/machine-time.ts';
import { type Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { istDate } from '../model/time/ist.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { madeUpBrokers } from '../simulator/create-simulator.ts';
import { createDayAndNightClock } from '../simulator/day-and-night-clock.ts';
import {
  readSimulatorFaults,
  type RunningSimulator,
  type SimulatedWorldOptions,
  startSimulator,
} from './simulated-world.ts';

/** A simulator of its own, for any client. */
export interface StandaloneOptions extends Omit<
  SimulatedWorldOptions,
  'knowledge' | 'clock' | 'faults' | 'brokers'
> {
  /** Names of further broker connections, each made up. @default `second` */
  readonly brokerNames?: readonly string[];
  /** When its day starts, epoch milliseconds; null starts it now. */
  readonly startAtMs: number | null;
  /** Simulated seconds per real second, above 0. */
  readonly speed: number;
  /** The same between trading days. @default that of `speed` */
  readonly nightSpeed?: number;
  /** `seed:N`, or the path of a script of faults; null: those that a request's header names. @default null */
  readonly faults?: string | null;
  /** Late holidays and extra sessions; null for none. */
  readonly calendar?: unknown;
}

/** A simulator that listens, and what opens it: credentials are made up from the seed and open nothing else. */
export interface StandaloneSimulator
  extends
    Omit<RunningSimulator, 'simulator'>,
    Pick<RunningSimulator['simulator'], 'credentials' | 'brokerId' | 'brokers'> {
  readonly nowMs: () => number;
  /** What its clock showed when the machine's wall clock showed something, and how fast it goes. */
  readonly clock: Readonly<Record<'startAtMs' | 'startedRealMs' | 'speed' | 'nightSpeed', number>>;
  readonly day: () => CalendarDay;
  /** How many requests each route got, by `role METHOD path`. */
  readonly requestCounts: () => ReadonlyMap<string, number>;
}

/**
 * Serves a simulator on its own clock until closed.
 *
 * @throws {ConfigurationError} when the market tables cannot be used
 */
export async function serveStandalone(
  options: StandaloneOptions,
): Promise<Result<StandaloneSimulator, readonly Problem[]>> {
  const faults = readSimulatorFaults(options.faults ?? null);
  if (!faults.ok) return faults;
  const knowledge = loadMarketKnowledge(options.calendar);
  const { speed, nightSpeed = speed } = options;
  const startedRealMs = systemClock.nowMs();
  const startAtMs = options.startAtMs ?? startedRealMs;
  const clock = createDayAndNightClock({
    calendar: knowledge.calendar,
    startAtMs,
    startedRealMs: monotonicMs(),
    speed,
    nightSpeed,
    realNowMs: monotonicMs,
  });
  const { seed, brokerNames = [] } = options;
  const named = brokerNames.length === 0 ? {} : { brokers: madeUpBrokers(seed, brokerNames) };
  const parts = { ...options, ...named, faults: faults.value, knowledge, clock };
  const started = await startSimulator(parts);
  if (!started.ok) return started;
  const { simulator, addresses, assumptions, close } = started.value;
  return ok({
    addresses,
    credentials: simulator.credentials,
    brokerId: simulator.brokerId,
    brokers: simulator.brokers,
    nowMs: clock.nowMs,
    clock: { startAtMs, startedRealMs, speed, nightSpeed },
    day: () => knowledge.calendar.day(istDate(clock.nowMs())),
    assumptions,
    requestCounts: () => simulator.platform.requestCounts(),
    close,
  });
}
