import { type DayStatus, type WithNext } from '../../runtime/control/day-status.ts';
import { addressOf } from './address-of.ts';
import { type ControlOptions } from './control-options.ts';

/** A status whose commands reach the account that was asked about. */
export function addressedStatus(options: ControlOptions, status: DayStatus): DayStatus {
  const addressed = addressOf(options);
  const address = <Of extends WithNext>(of: Of): Of => ({ ...of, next: of.next.map(addressed) });
  return {
    ...status,
    halt: address(status.halt),
    runs: status.runs.map(address),
    unresolved: status.unresolved.map(address),
    unprotected: status.unprotected.map(address),
    pausedLegs: status.pausedLegs.map(address),
    customPositions: status.customPositions.map(address),
    unknownPositions: status.unknownPositions.map(address),
    locks: status.locks.map(address),
  };
}
