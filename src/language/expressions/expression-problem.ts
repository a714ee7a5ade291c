import { type TextSpan } from '../../text/yaml-source.ts';
import { type ExpressionProblem } from './expression.ts';

/** What is wrong at a place of an expression, and what would be right. */
export function problemAt(
  span: TextSpan,
  message: string,
  { allowed = null, next = null }: Partial<Pick<ExpressionProblem, 'allowed' | 'next'>>,
): ExpressionProblem {
  return { span, message, allowed, nearest: null, next };
}
