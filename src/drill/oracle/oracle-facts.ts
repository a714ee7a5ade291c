import { type IntentState } from '../../engine/engine-view.ts';
import { type Notice } from '../../notices/notice.ts';
import { type DrillDayPlan } from '../drill-day-plan.ts';
import { type StopClock } from '../exposure/stop-clock.ts';
import { type NakedClock } from '../exposure/strategy-exposure.ts';
import { type StrategyTally } from '../exposure/strategy-tally.ts';
import { type Machine } from '../process/machine.ts';
import { type CleanPolls } from './clean-polls.ts';
import { type DrillMemory } from './drill-memory.ts';
import { type Truth } from './truth.ts';

/** What the invariants are judged by. */
export interface OracleFacts {
  readonly plan: DrillDayPlan;
  readonly machine: Machine;
  readonly truth: Truth;
  readonly before: Map<string, IntentState['state']>;
  readonly alarms: { readonly atMs: number; readonly notice: Notice }[];
  readonly shown: Map<string, number>;
  readonly cleanPolls: CleanPolls;
  readonly departures: number[];
  flaws: { readonly isFailed: boolean; readonly malformedToldAtMs: number };
  readonly memory: DrillMemory;
  readonly naked: NakedClock;
  readonly stops: StopClock;
  readonly tally: StrategyTally;
  readonly missedExits: { count: number };
}

/** Whether a notice names an order, by its tag or its identifier. */
export function names({ facts }: Notice, name: string): boolean {
  return holds(facts, name);
}

function holds(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return value === name;
  return Object.values(value).some((inner) => holds(inner, name));
}

/** An invariant: null while it holds, else what is wrong. */
export type Judge<Facts> = (facts: Facts) => string | null;

/** An invariant that did not hold. */
export interface Violation {
  /** Its number, `I1` to `I38`. */
  readonly invariant: string;
  readonly atMs: number;
  readonly detail: string;
}
