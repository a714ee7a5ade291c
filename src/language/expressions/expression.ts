import { type TextSpan } from '../../text/yaml-source.ts';

/** What a value of the language can be. */
export type ValueType =
  'number' | 'percent' | 'money' | 'price' | 'time' | 'duration' | 'condition';

/**
 * A value: money and prices in whole paise, times in milliseconds since midnight IST, durations in milliseconds, percent as
 * written (30 for `30%`), a condition as a boolean.
 */
export type Value = number | boolean;

/** Operators between two values, by how tightly they bind. */
export type BinaryOperator =
  'or' | 'and' | '<' | '<=' | '=' | '!=' | '>=' | '>' | '+' | '-' | '*' | '/';

/** An expression as it was read, with the place of each part in its text. */
export type Expression = { readonly span: TextSpan } & (
  | { readonly kind: 'literal'; readonly type: ValueType; readonly value: number }
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Expression[] }
  | { readonly kind: 'unary'; readonly operator: 'not' | '-'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
);

/** Something wrong in an expression: where, and what would be right. */
export interface ExpressionProblem {
  /** In the expression's own text. */
  readonly span: TextSpan;
  readonly message: string;
  readonly allowed: string | null;
  readonly nearest: string | null;
  readonly next: string | null;
}

/** How tightly an operator binds: higher binds first. `not` lies between `and` and comparisons, the sign above all. */
export const BINDING: Readonly<Record<BinaryOperator | 'not' | 'sign', number>> = {
  or: 1,
  and: 2,
  not: 3,
  '<': 4,
  '<=': 4,
  '=': 4,
  '!=': 4,
  '>=': 4,
  '>': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  sign: 7,
};

/** Whether an operator compares: such operators do not stand in a row, `a < b < c` means nothing here. */
export function isComparison(operator: BinaryOperator): boolean {
  return BINDING[operator] === BINDING['<'];
}
