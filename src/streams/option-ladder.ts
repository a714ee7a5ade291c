import { type Contract } from '../model/contract.ts';
import { type IstDate } from '../model/ist.ts';
import { type ExpiryRule, type StrikePair } from './chain.ts';
import { SelectionError } from './selection-error.ts';

/** The options of one underlying, ordered for selection: built once for each listing. */
export interface OptionLadder {
  readonly underlying: string;
  /** Expiries with at least one strike that has both a call and a put, ascending. */
  readonly expiries: readonly IstDate[];
  /** Strikes of an expiry, ascending; empty for an expiry that is not listed. */
  readonly strikes: (expiry: IstDate) => readonly StrikePair[];
}

/** Orders a listing. Contracts that are no options, or expired before `date`, are left out. */
export function createOptionLadder(
  underlying: string,
  contracts: readonly Contract[],
  date: IstDate,
): OptionLadder {
  const byExpiry = new Map<IstDate, Strikes>();
  for (const contract of contracts) {
    const isWanted = contract.underlying === underlying && contract.expiry >= date;
    if (!isWanted || contract.kind !== 'option') continue;
    const strikes = byExpiry.get(contract.expiry) ?? new Map<number, Sides>();
    byExpiry.set(contract.expiry, strikes);
    add(strikes, contract);
  }
  const pairs = new Map<IstDate, readonly StrikePair[]>();
  for (const [expiry, strikes] of byExpiry) {
    const whole = pairsOf(strikes);
    // Shared by every chain and run that sees this listing.
    if (whole.length > 0) pairs.set(expiry, Object.freeze(whole));
  }
  const expiries = [...pairs.keys()].sort();
  return { underlying, expiries, strikes: (expiry) => pairs.get(expiry) ?? [] };
}

/**
 * The expiry that a rule means; null while too few are listed for it.
 *
 * @throws {SelectionError} for a date that is not listed
 */
export function resolveExpiry(ladder: OptionLadder, rule: ExpiryRule): IstDate | null {
  const { expiries } = ladder;
  if (typeof rule === 'object') return listedDate(ladder, rule.date);
  switch (rule) {
    case 'weekly':
      return expiries[0] ?? null;
    case 'next-weekly':
      return expiries[1] ?? null;
    case 'monthly':
      return monthlyExpiries(expiries)[0] ?? null;
    case 'next-monthly':
      return monthlyExpiries(expiries)[1] ?? null;
  }
}

function listedDate({ expiries, underlying }: OptionLadder, date: IstDate): IstDate | null {
  if (expiries.length === 0) return null;
  if (expiries.includes(date)) return date;
  throw new SelectionError(
    `Cannot take the expiry ${date} of ${underlying}: listed are ${expiries.join(', ')}`,
  );
}

/** Monthly contracts are listed months ahead, before any weekly one of their month: the last of a month is monthly. */
function monthlyExpiries(expiries: readonly IstDate[]): readonly IstDate[] {
  return expiries.filter(
    (expiry, index) => expiries[index + 1]?.slice(0, 7) !== expiry.slice(0, 7),
  );
}

interface Sides {
  ce?: Contract;
  pe?: Contract;
}

type Strikes = Map<number, Sides>;

function add(strikes: Strikes, contract: Contract): void {
  const { strikePaise, optionType } = contract;
  if (strikePaise === null || optionType === null) return;
  const sides = strikes.get(strikePaise) ?? {};
  strikes.set(strikePaise, sides);
  if (optionType === 'CE') sides.ce ??= contract;
  else sides.pe ??= contract;
}

function pairsOf(strikes: Strikes): StrikePair[] {
  return [...strikes]
    .flatMap(([strikePaise, { ce, pe }]) =>
      ce === undefined || pe === undefined ? [] : [{ strikePaise, ce, pe }],
    )
    .sort((left, right) => left.strikePaise - right.strikePaise);
}
