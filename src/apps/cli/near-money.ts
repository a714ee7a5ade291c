import { type Contract } from '../../model/contract.ts';

/** Options whose strike is among the `each` next ones on each side of the strike nearest to the index level. */
export function nearMoney(
  contracts: readonly Contract[],
  levelPaise: number,
  each: number,
): readonly Contract[] {
  const strikes = [...new Set(contracts.flatMap(({ strikePaise }) => strikePaise ?? []))].sort(
    (left, right) => left - right,
  );
  const distances = strikes.map((strike) => Math.abs(strike - levelPaise));
  const at = distances.indexOf(Math.min(...distances));
  const kept = new Set(strikes.slice(Math.max(0, at - each), at + each + 1));
  return contracts.filter(({ strikePaise }) => strikePaise !== null && kept.has(strikePaise));
}
