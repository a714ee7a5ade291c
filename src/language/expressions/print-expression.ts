import {
  BINDING,
  type Expression,
  isComparison,
  type Value,
  type ValueType,
} from './expression.ts';

/** An expression as text, with no more parentheses than it needs: reading it gives the same expression. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return literalText(expression);
    case 'quoted':
      return expression.text.includes('"') ? `'${expression.text}'` : `"${expression.text}"`;
    case 'name':
      return expression.name;
    case 'call':
      return `${expression.name}(${expression.arguments.map(printExpression).join(', ')})`;
    case 'unary': {
      const operand = within(expression.operand, bindingOf(expression));
      return expression.operator === 'not' ? `not ${operand}` : `-${operand}`;
    }
    case 'binary': {
      const { operator, left, right } = expression;
      const binding = BINDING[operator];
      const before = isComparison(operator) ? binding + 1 : binding;
      return `${within(left, before)} ${operator} ${within(right, binding + 1)}`;
    }
  }
}

/** A value as a file would write it: `24187.05 points`. Numbers and percentages have at most four decimals. */
export function valueAsWritten(type: ValueType, value: Value): string {
  if (typeof value === 'boolean') return String(value);
  const isRounded = type === 'number' || type === 'percent';
  const shown = isRounded ? Math.round(value * 10_000) / 10_000 : value;
  const span = { startOffset: 0, endOffset: 0 };
  return literalText({ kind: 'literal', type, value: shown, span });
}

/** In parentheses where it binds less tightly than its place needs. */
function within(expression: Expression, binding: number): string {
  const text = printExpression(expression);
  return bindingOf(expression) < binding ? `(${text})` : text;
}

function bindingOf(expression: Expression): number {
  if (expression.kind === 'binary') return BINDING[expression.operator];
  if (expression.kind !== 'unary') return Infinity;
  return BINDING[expression.operator === 'not' ? 'not' : 'sign'];
}

function literalText({ type, value }: Extract<Expression, { kind: 'literal' }>): string {
  switch (type) {
    case 'percent':
      return `${String(value)}%`;
    case 'money':
      return `${String(value / 100)} rupees`;
    case 'price':
      return `${String(value / 100)} points`;
    case 'time':
      return clockText(value);
    case 'duration':
      return durationText(value);
    case 'number':
    case 'condition':
      return String(value);
  }
}

function clockText(timeMs: number): string {
  const parts = [timeMs / 3_600_000, (timeMs / 60_000) % 60, (timeMs / 1_000) % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  return parts.slice(0, parts[2] === '00' ? 2 : 3).join(':');
}

function durationText(durationMs: number): string {
  if (durationMs % 3_600_000 === 0) return `${String(durationMs / 3_600_000)}h`;
  if (durationMs % 60_000 === 0) return `${String(durationMs / 60_000)}m`;
  return durationMs % 1_000 === 0 ? `${String(durationMs / 1_000)}s` : `${String(durationMs)}ms`;
}
