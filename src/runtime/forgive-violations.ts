import { takeRejections } from '../adapters/system/take-rejections.ts';
import { WorldViolation } from '../host/world.ts';
import { ProcessRefusal } from './guard-process.ts';
import { takeStrayRejection } from './stray-failures.ts';

/**
 * Lets the process live when an async function of a strategy was refused something: its run has failed for it, or nothing
 * knows whose it is and people are told; positions are still to be squared off. Any other rejection that nothing handles
 * ends the process, unless it is a strategy's and its day takes it.
 */
export function forgiveViolations(tell: (refused: string) => void): void {
  takeRejections((rejected, isTakenElsewhere) => {
    const { reason } = rejected;
    if (isTakenElsewhere || reason instanceof WorldViolation) return;
    if (takeStrayRejection(rejected)) return;
    if (!(reason instanceof ProcessRefusal)) throw reason;
    tell(reason.message);
  });
}
