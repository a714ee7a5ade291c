import { fail, ok, type Result } from '../../base/result.ts';
import { type Expression, type ExpressionProblem } from './expression.ts';
import { problemAt } from './expression-problem.ts';

const BAR_MINUTES_MAX = 240;

/** The length of a bar that an argument says, minutes. */
export function barMinutesIn(argument: Expression): Result<number, ExpressionProblem> {
  if (argument.kind === 'literal' && argument.type === 'duration') {
    const minutes = argument.value / 60_000;
    if (Number.isInteger(minutes) && minutes >= 1 && minutes <= BAR_MINUTES_MAX) return ok(minutes);
  }
  return fail(
    problemAt(argument.span, 'Wrong length of a bar', {
      allowed: `whole minutes from 1m to ${String(BAR_MINUTES_MAX)}m`,
      next: 'Write for example 5m',
    }),
  );
}
