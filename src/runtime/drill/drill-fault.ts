import { type FaultName, isFaultName } from '../../simulator/faults/fault-catalogue.ts';

/** A fault by its number in the catalogue. */
export type DrillFault = FaultName;

/** Whether a text is the number of a fault. */
export function isFault(text: string): text is DrillFault {
  return isFaultName(text);
}
