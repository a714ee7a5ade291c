import { monotonicMs, systemClock } from '../adapters/system/machine-time.ts';
import { type Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { istDate } from '../model/time/ist.ts';
import { type HostRole } from '../ports/transport.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { createScaledClock } from '../simulator/scaled-clock.ts';
import { readSimulatorFaults, startSimulator } from './simulated-world.ts';

/** A simulator of its own, for any client. */
export interface StandaloneOptions {
  /** When its day starts, epoch milliseconds; null starts it now. */
  readonly startAtMs: number | null;
  /** Simulated seconds per real second, above 0. */
  readonly speed: number;
  readonly seed: string;
  /** Minute bars of an index, CSV; null generates prices. */
  readonly pricesPath: string | null;
  /** Whose bars they are; null tells it from the name. */
  readonly underlying: string | null;
  readonly ports?: Partial<Readonly<Record<HostRole, number>>>;
  /** `seed:N`, or the path of a script of faults; null: those that a request's header names. @default null */
  readonly faults?: string | null;
  /** Whether it takes bodies that the interface does not describe but clients send. @default false */
  readonly isLenient?: boolean;
  /** Late holidays and extra sessions; null for none. */
  readonly calendar?: unknown;
}

/** A simulator that listens, and what opens it. */
export interface StandaloneSimulator {
  readonly addresses: Readonly<Record<HostRole, string>>;
  /** Made up from the seed; they open nothing else. */
  readonly credentials: {
    readonly phoneNumber: string;
    readonly password: string;
    readonly webhookToken: string;
    readonly accessToken: string;
  };
  readonly brokerId: string;
  readonly nowMs: () => number;
  /** What its clock showed when the machine's wall clock showed something, and how fast it goes. */
  readonly clock: {
    readonly startAtMs: number;
    readonly startedRealMs: number;
    readonly speed: number;
  };
  readonly day: () => CalendarDay;
  readonly assumptions: readonly string[];
  /** How many requests each route got, by `role METHOD path`. */
  readonly requestCounts: () => ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
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
  const { speed } = options;
  const startedRealMs = systemClock.nowMs();
  const startAtMs = options.startAtMs ?? startedRealMs;
  const clock = createScaledClock({ startAtMs, speed, realNowMs: monotonicMs });
  const started = await startSimulator({ ...options, faults: faults.value, knowledge, clock });
  if (!started.ok) return started;
  const { simulator, addresses, assumptions, close } = started.value;
  return ok({
    addresses,
    credentials: simulator.credentials,
    brokerId: simulator.brokerId,
    nowMs: clock.nowMs,
    clock: { startAtMs, startedRealMs, speed },
    day: () => knowledge.calendar.day(istDate(clock.nowMs())),
    assumptions,
    requestCounts: () => simulator.platform.requestCounts(),
    close,
  });
}
