import {
  type TracedComparison,
  type TracedCondition,
  type TracedSource,
  type TracedValue,
} from '../../model/runs/trace.ts';

/** A part of a condition because of which the whole was not true. */
export interface MissedCondition {
  readonly text: string;
  readonly line: number | null;
  readonly column: number | null;
  /** What it was; null: not known. A part below `not` must be false, and is missed while it is true. */
  readonly result: boolean | null;
  readonly comparison: TracedComparison | null;
  /** What a condition of code was evaluated by; empty of others. */
  readonly values: readonly TracedValue[];
  /** Sources of the author's own that it reads; empty of others. */
  readonly sources: readonly TracedSource[];
  /** Of a leg's stop: the trigger of the order that works for it at the platform, paise; null where none was seen to, and of others. */
  readonly standingPaise: number | null;
  /**
   * What the left value lacks.
   *
   * - short: it is below what it must exceed or reach.
   * - over: it is above what it must stay below.
   * - apart: it is another one than it must be.
   * - equal: it is the one that it must not be.
   */
  readonly side: 'short' | 'over' | 'apart' | 'equal' | null;
  /** When it was last as it must be, up to the moment asked about; null: not since the run started, or it is not known. */
  readonly lastMetMs: number | null;
}

/** The parts that keep a condition from being true. Of an `or` that is all of them: any would do. */
export function missedConditions(
  condition: TracedCondition,
  wanted = true,
): readonly MissedCondition[] {
  const { result, joins, parts } = condition;
  if (result === wanted) return [];
  if (joins === 'not') return parts.flatMap((part) => missedConditions(part, !wanted));
  if (parts.length > 0) return parts.flatMap((part) => missedConditions(part, wanted));
  return [missedOf(condition, wanted)];
}

function missedOf(
  { text, line, column, result, comparison, lastTrueMs, ...more }: TracedCondition,
  wanted: boolean,
): MissedCondition {
  const side = comparison === null ? null : sideOf(comparison, wanted);
  const lastMetMs = wanted ? (lastTrueMs ?? null) : null;
  const { values = [], sources = [], standingPaise = null } = more;
  const seen = { values, sources, standingPaise };
  return { text, line, column, result, comparison, ...seen, side, lastMetMs };
}

function sideOf({ operator, by }: TracedComparison, wanted: boolean): MissedCondition['side'] {
  if (by === null) return null;
  if (operator === '=' || operator === '!=') {
    return (operator === '=') === wanted ? 'apart' : 'equal';
  }
  return operator.startsWith('>') === wanted ? 'short' : 'over';
}
