import { type Outcome } from '../ports/outcome.ts';

/** Whether a call never left and may be made again: it says nothing against its orders. */
export function isHeldBackBy(outcome: Outcome<unknown>): boolean {
  if (outcome.kind !== 'rejected') return false;
  return outcome.rejection.form === 'not-sent' && outcome.rejection.isTransient === true;
}
