import { monotonicMs, systemClock } from '../adapters/system/machine-time.ts';
import { ok, type Result } from '../base/result.ts';
import { SteadyClock } from '../kernel/clocks.ts';
import { PlatformClock } from '../kernel/platform-clock.ts';
import { type Clock } from '../ports/clock.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type Settings } from '../settings/settings.ts';
import { createDayAndNightClock, type DayAndNightClock } from '../simulator/day-and-night-clock.ts';
import { refusal, type RunRefusal } from './run-refusal.ts';

/** Time that passes by itself: the machine's, or that of a simulator of its own. */
export interface WallTime {
  readonly kind: 'wall';
  readonly clock: Clock;
  /** Clock seconds per real second. */
  readonly speed: number;
  readonly platformClock: PlatformClock;
}

/** The wall clock; or, beside a simulator on this machine with a time of its own, a clock that keeps step with it. */
export function timeBeside(
  settings: Settings,
  knowledge: MarketKnowledge,
): Result<WallTime, RunRefusal> {
  const beside = clockBeside(settings, knowledge);
  if (!beside.ok) return beside;
  if (beside.value === null) {
    const clock = new SteadyClock({ wallMs: systemClock.nowMs, monotonicMs });
    return ok({ kind: 'wall', clock, speed: 1, platformClock: new PlatformClock() });
  }
  const { clock: simulated, speed } = beside.value;
  const clock = new SteadyClock({ wallMs: simulated.nowMs, monotonicMs: simulated.nowMs });
  const platformClock = new PlatformClock({ speed, machineMs: systemClock.nowMs });
  return ok({ kind: 'wall', clock, speed, platformClock });
}

/** A simulator's clock as its clients follow it. */
export interface ClockBeside {
  readonly clock: DayAndNightClock;
  /** On trading days. */
  readonly speed: number;
}

/** The clock of a simulator of its own; null where the platform's time is the machine's. */
export function clockBeside(
  { simulator, file }: Settings,
  { calendar }: Pick<MarketKnowledge, 'calendar'>,
): Result<ClockBeside | null, RunRefusal> {
  const { startAtMs, speed, nightSpeed, startedRealMs = systemClock.nowMs() } = simulator;
  if (startAtMs === null) return ok(null);
  if (speed === 'max' || nightSpeed === 'max') {
    return refusal('configuration', 'A simulator on its own clock cannot be hurried', {
      file,
      found: speed === 'max' ? 'simulator.speed: max' : 'simulator.nightSpeed: max',
      allowed: 'the speed that it was started with, a number',
    });
  }
  const sinceMs = Math.max(0, systemClock.nowMs() - startedRealMs);
  const clock = createDayAndNightClock({
    calendar,
    startAtMs,
    startedRealMs: monotonicMs() - sinceMs,
    speed,
    nightSpeed,
    realNowMs: monotonicMs,
  });
  return ok({ clock, speed });
}
