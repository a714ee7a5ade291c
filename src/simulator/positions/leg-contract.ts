import { type ContractRules } from '../../model/calendar.ts';
import { type Contract } from '../../model/contract.ts';
import { type IstDate } from '../../model/ist.ts';
import { type LegRequest } from './leg-words.ts';

/** What a leg's contract is chosen from. */
export interface ContractChoice {
  readonly contracts: readonly Contract[];
  readonly rules: ContractRules;
  readonly underlying: string;
  readonly date: IstDate;
  readonly indexPaise: number;
}

/** The contract that a leg means at this index level; null when none such is listed. */
export function contractOfLeg(leg: LegRequest, choice: ContractChoice): Contract | null {
  const kind = leg.instrument === 'FUT' ? 'future' : 'option';
  const listed = choice.contracts.filter(
    (contract) => contract.kind === kind && contract.expiry >= choice.date,
  );
  const expiry = expiryOf(leg, listed, choice);
  const candidates = listed.filter((contract) => contract.expiry === expiry);
  if (leg.instrument === 'FUT') return candidates[0] ?? null;
  const options = candidates
    .filter(({ optionType }) => optionType === leg.instrument)
    .toSorted((left, right) => (left.strikePaise ?? 0) - (right.strikePaise ?? 0));
  const atMoney = nearestIndex(options, choice.indexPaise);
  const outward = leg.instrument === 'CE' ? 1 : -1;
  return options[atMoney + outward * leg.strikeSteps] ?? null;
}

function expiryOf(
  leg: LegRequest,
  listed: readonly Contract[],
  { rules, underlying }: ContractChoice,
): IstDate | undefined {
  const expiries = [...new Set(listed.map(({ expiry }) => expiry))].toSorted();
  const isMonthlyWanted = leg.expiry === 'monthly' || leg.expiry === 'next-monthly';
  const wanted = isMonthlyWanted
    ? expiries.filter((expiry) => rules.isMonthlyExpiry(underlying, expiry))
    : expiries;
  return wanted[leg.expiry === 'weekly' || leg.expiry === 'monthly' ? 0 : 1];
}

function nearestIndex(options: readonly Contract[], indexPaise: number): number {
  let best = 0;
  let bestPaise = Infinity;
  for (const [index, { strikePaise }] of options.entries()) {
    const distancePaise = Math.abs((strikePaise ?? 0) - indexPaise);
    if (distancePaise < bestPaise) {
      best = index;
      bestPaise = distancePaise;
    }
  }
  return best;
}
