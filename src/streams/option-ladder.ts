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
  const byExpiry = new Map<IstDate, Map<number, { ce?: Contract; pe?: Contract }>>();
  for (const contract of contracts) {
    const { kind, strikePaise, optionType, expiry } = contract;
    if (kind !== 'option' || strikePaise === null || expiry < date) continue;
    if (contract.underlying !== underlying || optionType === null) continue;
    const strikes = byExpiry.get(expiry) ?? new Map<number, { ce?: Contract; pe?: Contract }>();
    byExpiry.set(expiry, strikes);
    const pair = strikes.get(strikePaise) ?? {};
    strikes.set(strikePaise, pair);
    if (optionType === 'CE') pair.ce ??= contract;
    else pair.pe ??= contract;
  }
  const pairs = new Map<IstDate, readonly StrikePair[]>();
  for (const expiry of [...byExpiry.keys()].sort()) {
    const whole = pairsOf(byExpiry.get(expiry) ?? new Map());
    if (whole.length > 0) pairs.set(expiry, whole);
  }
  return { underlying, expiries: [...pairs.keys()], strikes: (expiry) => pairs.get(expiry) ?? [] };
}

/**
 * The expiry that a rule means; null while too few are listed for it.
 *
 * @throws {SelectionError} for a date that is not listed
 */
export function resolveExpiry(ladder: OptionLadder, rule: ExpiryRule): IstDate | null {
  const { expiries, underlying } = ladder;
  if (typeof rule === 'object') {
    if (expiries.length === 0 || expiries.includes(rule.date))
      return expiries.length > 0 ? rule.date : null;
    throw new SelectionError(
      `Cannot take the expiry ${rule.date} of ${underlying}: listed are ${expiries.join(', ')}`,
    );
  }
  if (rule === 'weekly') return expiries[0] ?? null;
  if (rule === 'next-weekly') return expiries[1] ?? null;
  // Monthly contracts are listed months ahead, before any weekly one of their month: the last of a month is monthly.
  const monthlies = expiries.filter(
    (expiry, index) => expiries[index + 1]?.slice(0, 7) !== expiry.slice(0, 7),
  );
  return monthlies[rule === 'monthly' ? 0 : 1] ?? null;
}

function pairsOf(strikes: ReadonlyMap<number, { ce?: Contract; pe?: Contract }>): StrikePair[] {
  return [...strikes]
    .flatMap(([strikePaise, { ce, pe }]) =>
      ce === undefined || pe === undefined ? [] : [{ strikePaise, ce, pe }],
    )
    .sort((left, right) => left.strikePaise - right.strikePaise);
}
