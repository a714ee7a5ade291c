import { type Result } from '../../base/result.ts';
import { compileExpression, type CompiledExpression } from '../expressions/compile-expression.ts';
import { type ExpressionProblem, type Value, type ValueType } from '../expressions/expression.ts';

/** A variable at the start of the day. */
export interface Variable {
  readonly name: string;
  readonly type: ValueType;
  readonly value: Value | null;
}

/** The first value of a variable: an expression without names. */
export function firstValue(written: string): Result<CompiledExpression, ExpressionProblem> {
  return compileExpression(written, { legs: [] });
}

/** Variables as a file writes them; those that cannot be read are left out. */
export function readVariables(written: Readonly<Record<string, unknown>>): readonly Variable[] {
  return Object.entries(written).flatMap(([name, value]) => {
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const first = firstValue(String(value));
    if (!first.ok) return [];
    const { type, evaluate } = first.value;
    return [{ name, type, value: evaluate({ get: () => undefined }) }];
  });
}

/** What each variable holds. */
export function variableTypes(variables: readonly Variable[]): ReadonlyMap<string, ValueType> {
  return new Map(variables.map(({ name, type }) => [name, type]));
}
