import { type Contract } from '../model/market/contract.ts';
import { addDays, type IstDate } from '../model/time/ist.ts';
import { type ExpiryRule, SelectionError, type StrikePair } from './chain.ts';

/** What is listed of one underlying, ordered for selection: built once for each listing. */
export interface OptionLadder {
  readonly underlying: string;
  /** The day on which it was made. */
  readonly date: IstDate;
  /** By expiry, ascending. */
  readonly futures: readonly Contract[];
  /** Expiries with at least one strike that has both a call and a put, ascending. */
  readonly expiries: readonly IstDate[];
  /** Monthly expiries, ascending. One of them may be without such a strike. */
  readonly monthlies: readonly IstDate[];
  /** Strikes of an expiry, ascending; empty for an expiry that is not listed. */
  readonly strikes: (expiry: IstDate) => readonly StrikePair[];
}

/** Orders a listing. Contracts that are neither options nor futures, or expired before `date`, are left out. */
export function createOptionLadder(
  underlying: string,
  contracts: readonly Contract[],
  date: IstDate,
): OptionLadder {
  const byExpiry = new Map<IstDate, Contract[]>();
  const futures: Contract[] = [];
  let options: Contract[] | undefined;
  let expiry: IstDate | null = null;
  for (const contract of contracts) {
    if (contract.underlying !== underlying) continue;
    if (contract.kind === 'future' && contract.expiry >= date) futures.push(contract);
    if (contract.kind !== 'option') continue;
    // Those of one expiry mostly come in a row.
    if (contract.expiry !== expiry) {
      expiry = contract.expiry;
      options = byExpiry.get(expiry);
      if (options === undefined && expiry >= date) byExpiry.set(expiry, (options = []));
    }
    options?.push(contract);
  }
  const expiries = [...byExpiry.keys()]
    .filter((expiry) => hasPair(byExpiry.get(expiry) ?? []))
    .sort();
  const pairs = new Map<IstDate, readonly StrikePair[]>();
  // A chain is of one expiry: the others are not ordered before somebody asks for them.
  const strikes = (expiry: IstDate): readonly StrikePair[] => {
    const held = pairs.get(expiry);
    if (held !== undefined) return held;
    // Shared by every chain and run that sees this listing.
    const made = Object.freeze(pairsOf(byExpiry.get(expiry) ?? []));
    pairs.set(expiry, made);
    return made;
  };
  futures.sort((left, right) => (left.expiry < right.expiry ? -1 : 1));
  const monthlies = monthlyExpiries(futures, expiries);
  return { underlying, date, futures, expiries, monthlies, strikes };
}

/** Mostly told by the first two. */
function hasPair(options: readonly Contract[]): boolean {
  const seen = { CE: new Set<number>(), PE: new Set<number>() };
  return options.some(({ strikePaise, optionType }) => {
    if (strikePaise === null || optionType === null) return false;
    seen[optionType].add(strikePaise);
    return seen[optionType === 'CE' ? 'PE' : 'CE'].has(strikePaise);
  });
}

/**
 * The expiry that a rule means; null while too few are listed for it.
 *
 * @throws {SelectionError} for a date that is not listed
 */
export function resolveExpiry(ladder: OptionLadder, rule: ExpiryRule): IstDate | null {
  if (typeof rule === 'object') {
    return 'date' in rule ? listedDate(ladder, rule.date) : daysAway(ladder, rule.daysMin);
  }
  switch (rule) {
    case 'weekly':
      return ladder.expiries[0] ?? null;
    case 'next-weekly':
      return ladder.expiries[1] ?? null;
    case 'monthly':
      return monthlyExpiry(ladder, 0);
    case 'next-monthly':
      return monthlyExpiry(ladder, 1);
  }
}

function listedDate({ expiries, underlying }: OptionLadder, date: IstDate): IstDate | null {
  if (expiries.length === 0) return null;
  if (expiries.includes(date)) return date;
  throw new SelectionError(
    `Cannot take the expiry ${date} of ${underlying}: listed are ${expiries.join(', ')}`,
  );
}

function daysAway({ expiries, date }: OptionLadder, daysMin: number): IstDate | null {
  return expiries.find((expiry) => expiry >= addDays(date, daysMin)) ?? null;
}

/** One whose options are not there is not passed over: the next one would be of another month. */
function monthlyExpiry({ monthlies, expiries }: OptionLadder, number: number): IstDate | null {
  const expiry = monthlies[number];
  return expiry !== undefined && expiries.includes(expiry) ? expiry : null;
}

/**
 * A future is listed for every monthly expiry near by and for no other, so its date tells. The last expiry of a month
 * does not: a weekly one comes after it where its weekday is later, or where a holiday pulls one in from the next month.
 * Beyond the last future there are no weeklies, and without futures nothing tells better.
 */
function monthlyExpiries(
  futures: readonly Contract[],
  expiries: readonly IstDate[],
): readonly IstDate[] {
  const told = [...new Set(futures.map(({ expiry }) => expiry))];
  const lastTold = told.at(-1)?.slice(0, 7) ?? '';
  const others = expiries.filter(
    (expiry, index) =>
      expiry.slice(0, 7) > lastTold && expiries[index + 1]?.slice(0, 7) !== expiry.slice(0, 7),
  );
  return [...told, ...others];
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

function pairsOf(options: readonly Contract[]): StrikePair[] {
  const strikes: Strikes = new Map();
  for (const contract of options) add(strikes, contract);
  return [...strikes]
    .flatMap(([strikePaise, { ce, pe }]) =>
      ce === undefined || pe === undefined ? [] : [Object.freeze({ strikePaise, ce, pe })],
    )
    .sort((left, right) => left.strikePaise - right.strikePaise);
}
