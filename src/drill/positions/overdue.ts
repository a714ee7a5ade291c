import { kept } from '../../base/kept.ts';
import { type FaultName } from '../../simulator/faults/fault-catalogue.ts';
import { type DrillDayPlan } from '../drill-day-plan.ts';
import { type FaultSwitch } from '../faults/fault-switch.ts';
import { listIn, type SeenStep } from '../oracle/seen-step.ts';
import { type Machine } from '../process/machine.ts';

/** Clocks what is wrong by name, and says once when it has lasted longer in calm than it may. */
export class Overdue {
  readonly #wrong = new Map<string, { readonly sinceMs: number; isFound: boolean }>();
  readonly #calm: Calm;

  constructor(calm: Calm) {
    this.#calm = calm;
  }

  /** Whether something that is wrong has just lasted too long. What is right again starts anew. */
  look(name: string, isWrong: boolean, boundMs: number): boolean {
    if (!isWrong) {
      this.#wrong.delete(name);
      return false;
    }
    const { nowMs } = this.#calm;
    const wrong = kept(this.#wrong, name, () => ({ sinceMs: nowMs, isFound: false }));
    if (wrong.isFound) return false;
    wrong.isFound = nowMs - Math.max(wrong.sinceMs, this.#calm.sinceMs()) > boundMs;
    return wrong.isFound;
  }

  forget(name: string): void {
    for (const each of this.#wrong.keys()) {
      if (each.startsWith(`${name}\n`)) this.#wrong.delete(each);
    }
  }

  /** Whether nothing at all is wrong. */
  get isEmpty(): boolean {
    return this.#wrong.size === 0;
  }

  /** Since when something is wrong; null while it is not. */
  sinceMs(name: string): number | null {
    return this.#wrong.get(name)?.sinceMs ?? null;
  }
}

/** What a fault excuses from when it strikes on: a timeout, the poll after it, and what follows. */
const GRACE_MS = 45_000;
/** Faults that take longer to get over. Sessions wait for rationed logins, clocks are set right minutes later. */
const LONG_GRACE_MS: Readonly<Partial<Record<FaultName, number>>> = {
  // An exit that was refused is tried again later each time, up to 80 s.
  F7: 100_000,
  F8: 100_000,
  F17: 100_000,
  F1: 100_000,
  F18: 100_000,
  F29: 100_000,
  F30: 120_000,
  F31: 120_000,
  F32: 900_000,
  F33: 240_000,
  F34: 60_000,
  F46: 60_000,
};
/** These change nothing for open positions: another form of the date, halts, strategies that misbehave, prices of others. */
const HARMLESS: readonly string[] = ['F19', 'F26', 'F37', 'F38', 'F39', 'F42', 'F45', 'F57'];
/** A process that has started folds its journal, logs in and polls. */
const START_GRACE_MS = 30_000;
const AWAKE_GRACE_MS = 15_000;
/** Requests blocked by a failing journal leave once it works. */
const KEEPING_GRACE_MS = 30_000;
const SEEING_GRACE_MS = 15_000;
const CLOCK_GRACE_MS = 60_000;
/** What a clock may be off without a difference to anything. */
const OFF_MS = 1_000;

/**
 * Knows since when nothing has disturbed the process under test: no fault, no downtime, no stall, no blindness. Bounds
 * of what has a time limit count from there. What disturbs is read off the plan and the world, never off the engine.
 */
export class Calm {
  readonly #faults: FaultSwitch;
  readonly #machine: Machine;
  #seen = 0;
  #sinceMs = -Infinity;
  #isUp = false;
  #isBlind = false;
  #isUnkept = false;

  constructor(faults: FaultSwitch, machine: Machine) {
    this.#faults = faults;
    this.#machine = machine;
  }

  get nowMs(): number {
    return this.#machine.nowMs;
  }

  /** Since when all has been calm, time of the world; `now` or later while it is not. */
  sinceMs(): number {
    const { nowMs, stalledUntilMs, processOffsetMs } = this.#machine;
    this.#takeFaults(nowMs);
    this.#disturb(stalledUntilMs + AWAKE_GRACE_MS);
    if (!this.#isUp) this.#disturb(nowMs + START_GRACE_MS);
    if (this.#isBlind) this.#disturb(nowMs + SEEING_GRACE_MS);
    if (this.#isUnkept) this.#disturb(nowMs + KEEPING_GRACE_MS);
    if (Math.abs(processOffsetMs) > OFF_MS) this.#disturb(nowMs + CLOCK_GRACE_MS);
    return this.#sinceMs;
  }

  #takeFaults(nowMs: number): void {
    const { fired } = this.#faults;
    if (fired.length === this.#seen) return;
    for (const { name, atMs, untilMs = atMs } of fired.slice(this.#seen)) {
      if (HARMLESS.includes(name)) continue;
      const graceMs = LONG_GRACE_MS[name as FaultName] ?? GRACE_MS;
      this.#disturb(Math.max(untilMs, nowMs) + graceMs);
    }
    this.#seen = fired.length;
  }

  begin(): void {
    this.#isUp = true;
    this.#isBlind = false;
    this.#isUnkept = false;
    this.#disturb(this.nowMs + START_GRACE_MS);
  }

  end(): void {
    this.#isUp = false;
  }

  takeKept(isKept: boolean): void {
    this.#isUnkept = !isKept;
    if (!isKept) this.#disturb(this.nowMs + KEEPING_GRACE_MS);
  }

  /** Takes a step: lists of the orders that cannot be read leave the process blind. */
  takeStep(step: SeenStep): void {
    if (step.event.kind !== 'poll-ended' || step.event.subject !== 'orders') return;
    this.#isBlind = listIn(step) === null;
    if (this.#isBlind) this.#disturb(this.nowMs + SEEING_GRACE_MS);
  }

  #disturb(untilMs: number): void {
    this.#sinceMs = Math.max(this.#sinceMs, untilMs);
  }
}

/** How long what is wrong may last in calm on a day, milliseconds. */
export interface Bounds {
  readonly unprotectedMs: number;
  /** A leg that is to be flat without an exit that meets the market. */
  readonly unmetMs: number;
  readonly worksMs: number;
}

/** An exchange that takes up to a second for each of three tries. */
const SLOW_MS = 3_000;
/** Orders that are seen up to ten seconds late (F23), and the poll after that. */
const UNSEEN_MS = 12_000;
/** Exits wait for the stops that they replace; a refused cancel is repeated after 5, 10 and 20 seconds. */
const STUBBORN_MS = 60_000;

/** The bounds of a day: those of a kind market, and what this one's adds. */
export function boundsOf({ market: { rules }, names }: DrillDayPlan): Bounds {
  const slowMs = rules.placing === undefined ? 0 : SLOW_MS;
  const unseenMs = names.includes('F23') ? UNSEEN_MS : 0;
  const stubbornMs = (rules.cancelRefusedPercent ?? 0) > 0 ? STUBBORN_MS : 0;
  const moreMs = slowMs + unseenMs + stubbornMs;
  return {
    unprotectedMs: 5_000 + moreMs,
    unmetMs: 10_000 + moreMs,
    worksMs: 15_000 + moreMs,
  };
}
