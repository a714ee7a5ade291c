import { type Contract } from '../model/market/contract.ts';

/** Units of one contract: positive long, negative short. Of orders: positive bought, negative sold. */
export interface Holding {
  readonly contract: Pick<
    Contract,
    'symbol' | 'kind' | 'underlying' | 'expiry' | 'strikePaise' | 'optionType'
  >;
  readonly units: number;
}

/** What the options of one underlying and expiry may come to when they expire, premiums left aside. */
export interface WorstCase {
  /** Short calls beyond the long ones, units. At or below 0 the loss above the highest strike is bounded. */
  readonly bareCallUnits: number;
  readonly barePutUnits: number;
  /** Lowest payoff at any price of the underlying, paise; -Infinity while short calls exceed long ones. */
  readonly floorPaise: number;
}

/**
 * Whether orders make the worst case of the whole better and in no respect worse. Judged for each underlying and expiry
 * that they touch, on what a run holds with the orders added:
 *
 * - calls and puts that are short beyond the long ones of their type do not rise,
 * - the lowest payoff at expiry does not fall,
 * - one of the three gets strictly better,
 * - of each type no more is bought than is bare; where nothing is bare, no more than is short.
 *
 * So a long call alone never passes, nor a second hedge for the same short, nor a new short, whatever comes with it. Orders
 * of anything but options pass only where they reduce the open position in that very contract and no option of the
 * underlying is held, which could lean on it.
 */
export function reducesRisk(held: readonly Holding[], added: readonly Holding[]): boolean {
  if (added.length === 0) return false;
  const options = added.filter(isOption);
  const others = added.filter((order) => !isOption(order));
  const keys = [...new Set(options.map(keyOf))];
  return (
    keys.every((key) => isBetter(held.filter(isOf(key)), options.filter(isOf(key)))) &&
    others.every((order) => isLess(held, others, order))
  );
}

/** Whether it sells an option: where that is all that is added, no risk is reduced, whatever is held. */
export function isSoldOption(line: Holding): boolean {
  return line.units <= 0 && isOption(line);
}

/** The worst case of options of one underlying and expiry. */
export function worstCaseOf(held: readonly Holding[]): WorstCase {
  const bareCallUnits = -netUnits(held, 'CE');
  const barePutUnits = -netUnits(held, 'PE');
  if (bareCallUnits > 0) return { bareCallUnits, barePutUnits, floorPaise: -Infinity };
  // Between strikes the payoff is a straight line, and above the last one it does not fall.
  const prices = [0, ...held.map(({ contract }) => contract.strikePaise ?? 0)];
  const floorPaise = Math.min(...prices.map((pricePaise) => payoffPaise(held, pricePaise)));
  return { bareCallUnits, barePutUnits, floorPaise };
}

/** What options are worth when the underlying expires at a price, paise, premiums left aside. */
export function payoffPaise(held: readonly Holding[], pricePaise: number): number {
  return held.reduce((paise, { contract, units }) => {
    const strikePaise = contract.strikePaise ?? 0;
    const ownPaise =
      contract.optionType === 'CE' ? pricePaise - strikePaise : strikePaise - pricePaise;
    return paise + units * Math.max(0, ownPaise);
  }, 0);
}

function isBetter(held: readonly Holding[], added: readonly Holding[]): boolean {
  const before = worstCaseOf(held);
  const after = worstCaseOf([...held, ...added]);
  const calls = bare(before.bareCallUnits) - bare(after.bareCallUnits);
  const puts = bare(before.barePutUnits) - bare(after.barePutUnits);
  if (!(calls >= 0 && puts >= 0 && after.floorPaise >= before.floorPaise)) return false;
  if (calls === 0 && puts === 0 && !(after.floorPaise > before.floorPaise)) return false;
  return (['CE', 'PE'] as const).every((type) => isNoMoreThanNeeded(held, added, type));
}

function isNoMoreThanNeeded(
  held: readonly Holding[],
  added: readonly Holding[],
  type: 'CE' | 'PE',
): boolean {
  const boughtUnits = added.filter(({ units }) => units > 0).filter(isOfType(type));
  const bareUnits = bare(-netUnits(held, type));
  const shortUnits = held.filter(({ units }) => units < 0).filter(isOfType(type));
  const neededUnits = bareUnits > 0 ? bareUnits : -sumOf(shortUnits);
  return sumOf(boughtUnits) <= neededUnits;
}

/** Whether all orders of a contract together only reduce its open position. */
function isLess(
  held: readonly Holding[],
  others: readonly Holding[],
  { contract }: Holding,
): boolean {
  const { underlying, symbol } = contract;
  const isLeantOn = held.some((line) => isOption(line) && line.contract.underlying === underlying);
  if (isLeantOn) return false;
  const isSame = (line: Holding): boolean => line.contract.symbol === symbol;
  const before = sumOf(held.filter(isSame));
  const change = sumOf(others.filter(isSame));
  return before * change < 0 && Math.abs(change) <= Math.abs(before);
}

function isOption({ contract }: Holding): boolean {
  return (
    contract.kind === 'option' && contract.optionType !== null && contract.strikePaise !== null
  );
}

function keyOf({ contract }: Holding): string {
  return `${contract.underlying} ${contract.expiry}`;
}

function isOf(key: string): (line: Holding) => boolean {
  return (line) => isOption(line) && keyOf(line) === key;
}

function isOfType(type: 'CE' | 'PE'): (line: Holding) => boolean {
  return ({ contract }) => contract.optionType === type;
}

function netUnits(held: readonly Holding[], type: 'CE' | 'PE'): number {
  return sumOf(held.filter(isOfType(type)));
}

function bare(units: number): number {
  return Math.max(0, units);
}

function sumOf(lines: readonly Holding[]): number {
  return lines.reduce((units, line) => units + line.units, 0);
}
