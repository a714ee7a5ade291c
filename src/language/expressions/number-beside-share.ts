import { type BinaryOperator, type Expression, type ValueType } from './expression.ts';
import { printExpression } from './print-expression.ts';

/** Two sides of an operator, and what each is. */
export interface TypedSides {
  readonly operator: BinaryOperator;
  readonly sides: readonly [Expression, Expression];
  readonly types: readonly [ValueType, ValueType];
}

/** What would be right instead of a plain number beside a percentage. */
export interface ShareRepair {
  readonly allowed: string;
  readonly next: string;
}

/**
 * How to write a plain number that stands beside a percentage: `cap < 14` compared 0.13 with 14, and was always true.
 * A ratio is no plain number: `index / close(5m) > 101%` says what it means. Null of all that may stand.
 */
export function numberBesideShare({ operator, sides, types }: TypedSides): ShareRepair | null {
  if (operator === '*' || operator === '/') return null;
  const share = sides[types.indexOf('percent')];
  const number = sides[types.indexOf('number')];
  if (share === undefined || number === undefined || !isPlain(number)) return null;
  const written = writtenAs('number', number);
  if (written !== null) {
    const [likely, ...others] = asShares(written);
    const next = `Write ${[likely, ...others].join(' or ')}`;
    return { allowed: `a percentage, such as ${likely}`, next };
  }
  const given = writtenAs('percent', share);
  if (given === null) {
    const next = `Make ${printExpression(number)} a percentage, or write one instead of it`;
    return { allowed: 'a percentage, such as 14%', next };
  }
  const next = `Write the number without %: ${String(given)}, or ${String(scaled(given, 0.01))} as a share of 1`;
  return { allowed: `a number, such as ${String(given)}`, next };
}

/** Whether nothing in it makes a ratio: a number as it is written, named or counted. */
function isPlain(expression: Expression): boolean {
  if (expression.kind === 'unary') return isPlain(expression.operand);
  if (expression.kind !== 'binary') return true;
  const { operator, left, right } = expression;
  return operator !== '*' && operator !== '/' && isPlain(left) && isPlain(right);
}

function writtenAs(type: ValueType, expression: Expression): number | null {
  if (expression.kind === 'literal') return expression.type === type ? expression.value : null;
  if (expression.kind !== 'unary' || expression.operator !== '-') return null;
  const inner = writtenAs(type, expression.operand);
  return inner === null ? null : 0 - inner;
}

/** `0.14` may be 14% as a share of 1, or 0.14%. */
function asShares(value: number): readonly [string, ...string[]] {
  const percent = `${String(value)}%`;
  const isShareOfOne = value !== 0 && Math.abs(value) <= 1;
  return isShareOfOne ? [`${String(scaled(value, 100))}%`, percent] : [percent];
}

/** Without the digits that a product of binary fractions adds: 0.07 * 100 is 7. */
function scaled(value: number, factor: number): number {
  return Number((value * factor).toPrecision(12));
}
