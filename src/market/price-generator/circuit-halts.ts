import { type CircuitBreakerTable, type CircuitRule } from '../../model/market/market-tables.ts';
import { istDate, istTimeOfDayMs } from '../../model/time/ist.ts';
import { INDEX_TICK_PAISE } from './index-model.ts';

/** A stop of all trading. */
export interface CircuitHalt {
  readonly underlying: string;
  readonly percent: number;
  /** The last instant with a price, epoch milliseconds. */
  readonly fromMs: number;
  /** When trading resumes; null when it does not on that day. */
  readonly untilMs: number | null;
}

/** The levels of a watched index on a day. */
export interface WatchedLevels {
  readonly underlying: string;
  readonly referencePaise: number;
  /** One for each instant. */
  readonly levelsPaise: Int32Array;
}

interface Step {
  readonly percent: number;
  /** Move from the reference, paise. */
  readonly movePaise: number;
}

/** The halts of a day. A step counts once a day, a move past two at once as the farther; levels during a halt count when it ends. */
export function circuitHalts(
  table: Pick<CircuitBreakerTable, 'rules'>,
  instantsMs: Float64Array,
  watched: readonly WatchedLevels[],
): readonly CircuitHalt[] {
  const rule = ruleOn(table, istDate(instantsMs[0] ?? 0));
  if (rule === null) return [];
  const limits = watched.map((index) => ({ ...index, steps: stepsOf(rule, index.referencePaise) }));
  const endMs = instantsMs.at(-1) ?? 0;
  const halts: CircuitHalt[] = [];
  let reached = 0;
  let resumesMs = -Infinity;
  for (const [point, atMs] of instantsMs.entries()) {
    if (atMs < resumesMs) continue;
    const { percent, underlying } = farthestOf(limits, point);
    if (percent <= reached) continue;
    reached = percent;
    const halt = haltOf({ rule, percent, atMs, endMs });
    if (halt === null) continue;
    halts.push({ underlying, ...halt });
    resumesMs = halt.untilMs ?? Infinity;
  }
  return halts;
}

function ruleOn({ rules }: Pick<CircuitBreakerTable, 'rules'>, date: string): CircuitRule | null {
  return rules.findLast(({ from }) => from <= date) ?? null;
}

/** The exchange states the moves in points of the previous close, to the nearest tick. */
function stepsOf({ steps }: CircuitRule, referencePaise: number): readonly Step[] {
  return steps.map(({ percent }) => ({
    percent,
    movePaise: Math.round((referencePaise * percent) / 100 / INDEX_TICK_PAISE) * INDEX_TICK_PAISE,
  }));
}

/** The farthest step that any of the indexes has reached, and which one it was. */
function farthestOf(
  limits: readonly (WatchedLevels & { readonly steps: readonly Step[] })[],
  point: number,
): { readonly percent: number; readonly underlying: string } {
  let farthest = { percent: 0, underlying: '' };
  for (const { underlying, referencePaise, levelsPaise, steps } of limits) {
    const movePaise = Math.abs((levelsPaise[point] ?? 0) - referencePaise);
    for (const { percent, movePaise: limitPaise } of steps) {
      if (movePaise < limitPaise) break;
      if (percent > farthest.percent) farthest = { percent, underlying };
    }
  }
  return farthest;
}

function haltOf(at: {
  readonly rule: CircuitRule;
  readonly percent: number;
  readonly atMs: number;
  readonly endMs: number;
}): Omit<CircuitHalt, 'underlying'> | null {
  const { rule, percent, atMs, endMs } = at;
  const rows = rule.steps.find((step) => step.percent === percent)?.halts ?? [];
  const row = rows.findLast(({ since }) => clockMs(since) <= istTimeOfDayMs(atMs));
  if (row === undefined || row.haltMinutes === 0) return null;
  if (row.haltMinutes === 'rest-of-day') return { percent, fromMs: atMs, untilMs: null };
  const untilMs = atMs + (row.haltMinutes + row.preOpenMinutes) * 60_000;
  return { percent, fromMs: atMs, untilMs: untilMs > endMs ? null : untilMs };
}

/** `HH:MM` or `HH:MM:SS` as milliseconds since midnight. */
function clockMs(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return (hours * 3600 + minutes * 60 + seconds) * 1000;
}
