import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { describeFailure, type Outcome, type Rejection } from '../ports/outcome.ts';

/** Why a question to the platform has no answer. */
export interface Unanswered {
  /** `usage`: the platform, or we before it, found the question itself wrong. */
  readonly kind: 'usage' | 'authentication' | 'platform-unavailable';
  readonly problems: readonly Problem[];
}

/** The value of an accepted outcome, or why there is none. `question` names it: `Cannot list contracts`. */
export function answered<Value>(
  outcome: Outcome<Value>,
  question: string,
): Result<Value, Unanswered> {
  if (outcome.kind === 'accepted') return ok(outcome.value);
  const kind = outcome.kind === 'unknown' ? 'platform-unavailable' : kindOf(outcome.rejection);
  return fail({
    kind,
    problems: [
      problem(`${question}: ${describeFailure(outcome)}`, {
        next: kind === 'authentication' ? 'Check platform.credentials, then: sauda login' : null,
      }),
    ],
  });
}

function kindOf(rejection: Rejection): Unanswered['kind'] {
  if (rejection.form === 'not-sent' || rejection.form === 'refused-by-mode') {
    return 'platform-unavailable';
  }
  if (rejection.form === 'invalid-request') return 'usage';
  if (rejection.status === 401 || rejection.status === 403) return 'authentication';
  return rejection.status < 500 ? 'usage' : 'platform-unavailable';
}
