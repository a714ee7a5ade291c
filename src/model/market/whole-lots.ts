/** Whether units are whole lots of any contract that is listed; where no lot is known, they are taken for whole. */
export function isWholeLots(units: number, lotsUnits: readonly number[]): boolean {
  return lotsUnits.length === 0 || lotsUnits.some((lotUnits) => units % lotUnits === 0);
}
