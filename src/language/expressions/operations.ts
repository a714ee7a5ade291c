import { type BinaryOperator, isComparison, type Value, type ValueType } from './expression.ts';

/** What an operator makes of two values; null where it cannot, or one of them is not known. */
export type Operation = (left: Value | null, right: Value | null) => Value | null;

/** What an operator between two types comes to. */
export interface TypedOperation {
  readonly type: ValueType;
  readonly apply: Operation;
}

type Pair = readonly [left: ValueType, right: ValueType];

/** The operation of an operator between two types; null where it means nothing: a price and a time have no sum. */
export function operationOf(
  operator: BinaryOperator,
  left: ValueType,
  right: ValueType,
): TypedOperation | null {
  if (operator === 'and' || operator === 'or') return logical(operator, [left, right]);
  if (isComparison(operator)) return comparing(operator, [left, right]);
  if (operator === '*' || operator === '/') return scaling(operator, [left, right]);
  return adding(operator === '-' ? -1 : 1, [left, right]);
}

/** Kleene's logic: what is not known decides nothing that the other side has not decided. */
function logical(operator: 'and' | 'or', types: Pair): TypedOperation | null {
  if (!types.every((type) => type === 'condition')) return null;
  const decisive = operator === 'or';
  const apply: Operation = (left, right) => {
    if (left === decisive || right === decisive) return decisive;
    return left === null || right === null ? null : !decisive;
  };
  return { type: 'condition', apply };
}

const COMPARED: Readonly<Record<string, (left: Value, right: Value) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '>=': (left, right) => left >= right,
  '>': (left, right) => left > right,
};

function comparing(operator: BinaryOperator, types: Pair): TypedOperation | null {
  const compare = COMPARED[operator];
  const isOrdered = operator !== '=' && operator !== '!=';
  const converted = isOrdered && types.includes('condition') ? null : alike(types);
  if (compare === undefined || converted === null) return null;
  const [asLeft, asRight] = converted;
  const apply: Operation = (one, other) => {
    if (one === null || other === null) return null;
    return compare(asLeft(one), asRight(other));
  };
  return { type: 'condition', apply };
}

type Convert = (value: Value) => Value;

/** How two values become comparable: a plain number beside a price is points, a ratio beside a percentage a share; null for others. */
function alike([left, right]: Pair): readonly [Convert, Convert] | null {
  if (left === right) return [asIs, asIs];
  const other = left === 'number' ? right : left;
  if (left !== 'number' && right !== 'number') return null;
  if (other === 'price') return left === 'number' ? [asPoints, asIs] : [asIs, asPoints];
  if (other === 'percent') return left === 'number' ? [asIs, asShare] : [asShare, asIs];
  return null;
}

const asIs: Convert = (value) => value;
const asPoints: Convert = (value) => Math.round(Number(value) * 100);
const asShare: Convert = (value) => Number(value) / 100;

function adding(sign: 1 | -1, types: Pair): TypedOperation | null {
  const type = sumType(sign, types);
  if (type === null) return null;
  const [asLeft, asRight] = alike(types) ?? [asIs, asIs];
  return numeric(type, (one, other) => Number(asLeft(one)) + sign * Number(asRight(other)));
}

/** What may be added to and subtracted from its own kind. */
const SUMMED: readonly ValueType[] = ['number', 'percent', 'money', 'price', 'duration'];
const OTHER_SUMS: Readonly<Record<string, ValueType>> = {
  'price + number': 'price',
  'price - number': 'price',
  'number + price': 'price',
  'number - price': 'price',
  'time - time': 'duration',
  'time + duration': 'time',
  'time - duration': 'time',
  'duration + time': 'time',
};

function sumType(sign: 1 | -1, [left, right]: Pair): ValueType | null {
  if (left === right && SUMMED.includes(left)) return left;
  return OTHER_SUMS[`${left} ${sign === 1 ? '+' : '-'} ${right}`] ?? null;
}

const SCALED: readonly ValueType[] = ['money', 'price', 'duration'];
const FACTORS: readonly ValueType[] = ['number', 'percent'];

function scaling(operator: '*' | '/', types: Pair): TypedOperation | null {
  const [left, right] = types.map((type) => (type === 'percent' ? 100 : 1));
  if (operator === '*') {
    const type = productType(types);
    const share = (left ?? 1) * (right ?? 1);
    return type === null ? null : numeric(type, (one, other) => (one * other) / share);
  }
  const type = quotientType(types);
  const share = (right ?? 1) / (left ?? 1);
  return type === null ? null : numeric(type, (one, other) => (one / other) * share);
}

function productType([left, right]: Pair): ValueType | null {
  if (SCALED.includes(left) && FACTORS.includes(right)) return left;
  if (FACTORS.includes(left) && SCALED.includes(right)) return right;
  return FACTORS.includes(left) && FACTORS.includes(right) ? 'number' : null;
}

function quotientType([left, right]: Pair): ValueType | null {
  if (left === right) return left === 'time' || left === 'condition' ? null : 'number';
  if (SCALED.includes(left) && FACTORS.includes(right)) return left;
  return FACTORS.includes(left) && FACTORS.includes(right) ? 'number' : null;
}

function numeric(
  type: ValueType,
  calculate: (left: number, right: number) => number,
): TypedOperation {
  const apply: Operation = (left, right) => {
    if (typeof left !== 'number' || typeof right !== 'number') return null;
    return keptIn(type, calculate(left, right));
  };
  return { type, apply };
}

/** Money, prices and times stay whole; what no number can say exactly is not known. */
export function keptIn(type: ValueType, result: number): number | null {
  if (type === 'number' || type === 'percent') return Number.isFinite(result) ? result : null;
  const whole = Math.round(result);
  return Number.isSafeInteger(whole) ? whole : null;
}
