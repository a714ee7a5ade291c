import { problem, type Problem } from '../base/problem.ts';

/** Why a day could not be run. */
export interface RunRefusal {
  readonly kind:
    | 'usage'
    | 'configuration'
    | 'authentication'
    | 'outside-window'
    | 'platform-unavailable'
    | 'halted';
  readonly problems: readonly Problem[];
}

/** A refusal with a single problem. */
export function refusal(
  kind: RunRefusal['kind'],
  message: string,
  parts: Parameters<typeof problem>[1] = {},
): { readonly ok: false; readonly error: RunRefusal } {
  return { ok: false, error: { kind, problems: [problem(message, parts)] } };
}
