import { takeRejections } from '../adapters/system/take-rejections.ts';
import { WorldViolation } from '../host/world.ts';
import { ProcessRefusal } from './guard-process.ts';

/**
 * Lets the process live when an async function of a strategy was refused something: its run has failed for it, or nothing
 * knows whose it is and it is told; positions are still to be squared off. Any other rejection that nobody handles ends
 * the process as ever.
 */
export function forgiveViolations(tell: (refused: string) => void): void {
  takeRejections((reason, isTakenElsewhere) => {
    if (reason instanceof WorldViolation || isTakenElsewhere) return;
    if (!(reason instanceof ProcessRefusal)) throw reason;
    tell(reason.message);
  });
}
