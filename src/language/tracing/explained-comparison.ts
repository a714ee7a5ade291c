import { type TracedComparison, type TracedValue } from '../../model/runs/trace.ts';
import { type CompiledExpression } from '../expressions/compile-expression.ts';
import { type BinaryOperator, type Value, type ValueType } from '../expressions/expression.ts';
import { type Facts } from '../expressions/names.ts';
import { valueAsWritten } from '../expressions/print-expression.ts';

/** One side of a comparison. */
export interface ComparedSide extends Pick<CompiledExpression, 'type' | 'evaluate'> {
  readonly text: string;
}

/** Two values as they are now, in the unit in which they are compared, and how far they are apart. */
export function comparisonOf(
  operator: BinaryOperator,
  [one, other]: readonly [ComparedSide, ComparedSide],
  facts: Facts,
): TracedComparison {
  const type = comparedAs(one.type, other.type);
  const left = sideNow(one, type, facts);
  const right = sideNow(other, type, facts);
  const by = distance(left.value, right.value);
  const unit = type === 'time' ? 'duration' : type;
  const byShown = by === null ? null : valueAsWritten(unit, Math.abs(by));
  return { left, operator, right, by, byShown };
}

/** A plain number beside a price is points, a ratio beside a percentage a share. */
function comparedAs(one: ValueType, other: ValueType): ValueType {
  return one === 'number' ? other : one;
}

function sideNow({ text, type, evaluate }: ComparedSide, as: ValueType, facts: Facts): TracedValue {
  const found = evaluate(facts);
  const value = typeof found === 'number' && type !== as ? inUnitOf(as, found) : found;
  return { text, value, shown: value === null ? 'not known yet' : valueAsWritten(as, value) };
}

/** A hundred paise are a point, a hundred percent the whole. */
function inUnitOf(as: ValueType, value: number): number {
  return as === 'price' ? Math.round(value * 100) : value * 100;
}

function distance(left: Value | null, right: Value | null): number | null {
  return typeof left === 'number' && typeof right === 'number' ? left - right : null;
}
