import { type Contract } from './contract.ts';

/** What a contract is worth at expiry, paise a unit: an option its intrinsic value, anything else the index level. */
export function settlementPaise(
  { optionType, strikePaise }: Pick<Contract, 'optionType' | 'strikePaise'>,
  indexPaise: number,
): number {
  if (optionType === null || strikePaise === null) return indexPaise;
  return Math.max(0, optionType === 'CE' ? indexPaise - strikePaise : strikePaise - indexPaise);
}
