import { type Contract } from '../model/contract.ts';

/** Splits a quantity into orders that the exchange does not freeze: whole lots, largest first. */
export function sliceQuantity(
  quantityUnits: number,
  contract: Pick<Contract, 'lotSizeUnits' | 'freezeUnits'>,
): readonly number[] {
  const sliceUnits = sliceUnitsMax(contract);
  if (sliceUnits === null || quantityUnits <= sliceUnits) return [quantityUnits];
  const slices: number[] = [];
  for (let leftUnits = quantityUnits; leftUnits > 0; leftUnits -= sliceUnits) {
    slices.push(Math.min(leftUnits, sliceUnits));
  }
  return slices;
}

/** How many orders a quantity is split into, without making the list. */
export function sliceCount(
  quantityUnits: number,
  contract: Pick<Contract, 'lotSizeUnits' | 'freezeUnits'>,
): number {
  const sliceUnits = sliceUnitsMax(contract);
  return sliceUnits === null ? 1 : Math.ceil(quantityUnits / sliceUnits);
}

/** Most units of one order in whole lots; null when nothing is known. A freeze below a lot cannot be obeyed by splitting. */
function sliceUnitsMax({
  lotSizeUnits,
  freezeUnits,
}: Pick<Contract, 'lotSizeUnits' | 'freezeUnits'>): number | null {
  if (freezeUnits === null || freezeUnits < lotSizeUnits) return null;
  return Math.floor(freezeUnits / lotSizeUnits) * lotSizeUnits;
}
