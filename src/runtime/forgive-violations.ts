import { takeRejections } from '../adapters/system/take-rejections.ts';
import { WorldViolation } from '../host/world.ts';

/**
 * Lets the process live when an async function of a strategy was refused something: its run has failed for it, and its
 * positions are still to be squared off. Any other rejection that nobody handles ends the process as ever.
 */
export function forgiveViolations(): void {
  takeRejections((reason, isTakenElsewhere) => {
    if (!(reason instanceof WorldViolation) && !isTakenElsewhere) throw reason;
  });
}
