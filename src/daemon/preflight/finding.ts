import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type PreflightCode } from '../../settings/readiness-settings.ts';

/** What one check found. */
export interface PreflightFinding {
  readonly code: PreflightCode;
  /** `not-checked`: nothing could be known yet, or the check is left out; it keeps nothing back. */
  readonly state: 'go' | 'no-go' | 'not-checked';
  /** What it saw, for people. */
  readonly found: string;
  /** What would be a go, for people; null where it is one. */
  readonly allowed: string | null;
  /** What to do about it, for people; null where there is nothing to do. */
  readonly next: string | null;
}

/** A finding without the name of its check. */
export type CheckAnswer = Omit<PreflightFinding, 'code'>;

/** All is well. */
export function go(found: string): CheckAnswer {
  return { state: 'go', found, allowed: null, next: null };
}

/** Entries are kept back. */
export function noGo(found: string, allowed: string, next: string): CheckAnswer {
  return { state: 'no-go', found, allowed, next };
}

/** Nothing can be known. */
export function notChecked(found: string): CheckAnswer {
  return { state: 'not-checked', found, allowed: null, next: null };
}

/** What keeps entries back. */
export function vetoesOfFindings(findings: readonly PreflightFinding[]): readonly Veto[] {
  return findings.flatMap(({ code, state, found, allowed, next }): Veto[] => {
    if (state !== 'no-go') return [];
    const text = allowed === null ? found : `${found}; allowed: ${allowed}`;
    return [{ by: 'preflight', code, runId: null, found: text, next: next ?? '' }];
  });
}
