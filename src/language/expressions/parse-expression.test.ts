import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyExpression, withoutPlaces } from '../../../test/support/any-expression.ts';
import { EXPRESSION_DEPTH_MAX, parseExpression } from './parse-expression.ts';
import { printExpression } from './print-expression.ts';
import { EXPRESSION_CHARS_MAX } from './read-tokens.ts';

/** With parentheses around each operation: how it was read. */
function grouped(text: string): string {
  const parsed = parseExpression(text);
  if (!parsed.ok) return parsed.error.message;
  const show = (of: typeof parsed.value): string => {
    if (of.kind === 'binary') return `(${show(of.left)} ${of.operator} ${show(of.right)})`;
    if (of.kind === 'unary') return `(${of.operator} ${show(of.operand)})`;
    return printExpression(of);
  };
  return show(parsed.value);
}

describe('an expression', () => {
  it.each([
    ['1 + 2 * 3 - 4', '((1 + (2 * 3)) - 4)'],
    ['not index > 5 and time < 10:15', '((not (index > 5)) and (time < 10:15))'],
    ['a or b and c', '(a or (b and c))'],
    ['-2 * -3', '((- 2) * (- 3))'],
    ['8 / 4 / 2', '((8 / 4) / 2)'],
    ['(1 + 2) * 3', '((1 + 2) * 3)'],
    ['price("sold-ce") > 40 points', '(price("sold-ce") > 40 points)'],
    ['30% * 5000 rupees', '(30% * 5000 rupees)'],
    ['90s + 1.5h', '(90s + 90m)'],
    ['09:15:30\n  <\ttime', '(09:15:30 < time)'],
  ])('%s is read as %s', (text, read) => {
    expect(grouped(text)).toBe(read);
  });

  it.each([
    ['', 'The expression ends where a value is missing', 0],
    ['index >', 'The expression ends where a value is missing', 7],
    ['index > > 5', 'Unexpected ">"', 8],
    ['a < b < c', 'A comparison has two sides', 6],
    ['(index > 5', 'This parenthesis is not closed', 0],
    ['index > 5)', 'Nothing opens this parenthesis', 9],
    ['index 5', 'Unexpected "5"', 6],
    ['close(5m,)', 'Unexpected ")"', 9],
    ['close(5m 5m)', 'Unexpected "5m"', 9],
    ['index == 5', '"==" is not part of an expression', 6],
    ['index > 5;', '";" is not part of an expression', 9],
    ['index > 24,500', 'Unexpected ","', 10],
    ['time > 9:20', 'Cannot read "9:20"', 7],
    ['5min', 'Cannot read "5min"', 0],
    ['1234567890 > 1', 'Cannot read "1234567890"', 0],
    ['price("ce) > 5', 'A closing quote is missing', 6],
    ['and index', 'Unexpected "and"', 0],
  ])('%s is refused', (text, message, startOffset) => {
    expect(parseExpression(text)).toMatchObject({
      ok: false,
      error: { message, span: { startOffset } },
    });
  });

  it('is bounded in length and depth, at the limit and not below', () => {
    const deep = (levels: number): string => '('.repeat(levels) + '1' + ')'.repeat(levels);
    expect(parseExpression(deep(EXPRESSION_DEPTH_MAX)).ok).toBe(true);
    expect(grouped(deep(EXPRESSION_DEPTH_MAX + 1))).toBe('The expression is nested too deeply');
    expect(grouped('-'.repeat(EXPRESSION_DEPTH_MAX + 2) + '1')).toBe(
      'The expression is nested too deeply',
    );
    expect(parseExpression('1'.padEnd(EXPRESSION_CHARS_MAX)).ok).toBe(true);
    expect(grouped('1'.padEnd(EXPRESSION_CHARS_MAX + 1))).toBe('The expression is too long');
  });

  it('that is printed is read as the same expression', () => {
    fc.assert(
      fc.property(anyExpression, (expression) => {
        const text = printExpression(expression);
        fc.pre(text.length <= EXPRESSION_CHARS_MAX);
        const read = parseExpression(text);
        expect(read.ok ? withoutPlaces(read.value) : read.error).toEqual(withoutPlaces(expression));
      }),
      { numRuns: 500 },
    );
  });
});
