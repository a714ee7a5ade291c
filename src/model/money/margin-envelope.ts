import { invariant } from '../../base/invariant.ts';
import { type Contract } from '../market/contract.ts';
import { type MarginTable } from '../market/market-tables.ts';
import { type IstDate } from '../time/ist.ts';

/** The position in one contract. */
export interface HeldContract {
  readonly contract: Pick<
    Contract,
    'kind' | 'underlying' | 'expiry' | 'strikePaise' | 'optionType'
  >;
  /** Bought is positive, sold negative. */
  readonly netUnits: number;
  /** Last price, paise; null when none is known, which counts as 0. */
  readonly lastPaise: number | null;
}

/** The market for which the envelope is computed. */
export interface MarginMoment {
  readonly date: IstDate;
  /** Level of an index, paise; null when unknown: the highest strike or price of a position is used. */
  readonly spotPaise: (underlying: string) => number | null;
}

/**
 * About how much margin the positions need, whole paise, at least 0. **An approximation**, not what a broker blocks: it
 * has no volatility scenarios, no delta and no offset between expiries. `docs/costs.md` has the formula and its sources.
 *
 * For each expiry of an underlying: the larger loss of the calls and of the puts when the index moves, no option by
 * more than the scan range; a share of the notional of everything sold; and the premium of bought options that cover
 * nothing.
 */
export function marginEnvelopePaise(
  positions: Iterable<HeldContract>,
  moment: MarginMoment,
  table: MarginTable,
): number {
  const open = [...positions].filter(({ netUnits }) => netUnits !== 0);
  const groups = Map.groupBy(open, ({ contract }) => `${contract.underlying} ${contract.expiry}`);
  return [...groups.values()].reduce((sum, group) => sum + groupPaise(group, moment, table), 0);
}

/** Positions of one underlying and expiry, at least one. */
type Group = readonly HeldContract[];

function groupPaise(group: Group, { date, spotPaise }: MarginMoment, table: MarginTable): number {
  const { underlying = '', expiry } = group[0]?.contract ?? {};
  const row = rowOn(table, underlying, date);
  const levelPaise = spotPaise(underlying) ?? highestOf(group);
  const scanPaise = share(levelPaise, row.scanBillionths);
  const futurePaise = share(levelPaise, row.exposureBillionths);
  const onExpiryPaise = expiry === date ? share(levelPaise, row.expiryDayBillionths) : 0;
  const calls = linesOf(group, levelPaise, 'CE');
  const puts = linesOf(group, levelPaise, 'PE');
  const exposurePaise = group.reduce((sum, { contract, netUnits }) => {
    if (!isOption(contract)) return sum + Math.abs(netUnits) * futurePaise;
    return sum + Math.max(0, -netUnits) * (futurePaise + onExpiryPaise);
  }, 0);
  return (
    Math.max(lossPaise(calls, scanPaise), lossPaise(puts, scanPaise)) +
    exposurePaise +
    uncoveringPremiumPaise(calls) +
    uncoveringPremiumPaise(puts)
  );
}

/** A holding as a call struck at `atPaise`. */
interface Line {
  readonly atPaise: number;
  readonly units: number;
  readonly lastPaise: number;
}

/** Puts are mirrored to calls. A future is a call bought and a put sold where the index stands. */
function linesOf(group: Group, levelPaise: number, side: 'CE' | 'PE'): readonly Line[] {
  const direction = side === 'CE' ? 1 : -1;
  return group.flatMap(({ contract, netUnits, lastPaise }): Line[] => {
    if (!isOption(contract)) {
      return [{ atPaise: direction * levelPaise, units: direction * netUnits, lastPaise: 0 }];
    }
    if (contract.optionType !== side) return [];
    const atPaise = direction * (contract.strikePaise ?? levelPaise);
    return [{ atPaise, units: netUnits, lastPaise: lastPaise ?? 0 }];
  });
}

/** The most that the lines lose at any level, where no line moves by more than the scan range a unit. */
function lossPaise(lines: readonly Line[], scanPaise: number): number {
  const levels = lines.flatMap(({ atPaise }) => [atPaise, atPaise + scanPaise]);
  const losses = levels.map((level) =>
    lines.reduce(
      (sum, { atPaise, units }) => sum - units * Math.min(Math.max(level - atPaise, 0), scanPaise),
      0,
    ),
  );
  return Math.max(0, ...losses);
}

/** Bought units beyond those sold, the dearest of them. */
function uncoveringPremiumPaise(lines: readonly Line[]): number {
  let left = lines.reduce((sum, { units }) => sum + units, 0);
  let premiumPaise = 0;
  const bought = lines.filter(({ units }) => units > 0);
  for (const { units, lastPaise } of bought.sort((a, b) => b.lastPaise - a.lastPaise)) {
    const taken = Math.min(units, Math.max(0, left));
    premiumPaise += taken * lastPaise;
    left -= taken;
  }
  return premiumPaise;
}

function isOption({ kind, optionType }: HeldContract['contract']): boolean {
  return kind === 'option' && optionType !== null;
}

function highestOf(group: Group): number {
  return Math.max(
    ...group.map(({ contract, lastPaise }) => contract.strikePaise ?? lastPaise ?? 0),
  );
}

/** Rounded up. */
function share(paise: number, rateBillionths: number): number {
  return Math.ceil((paise * rateBillionths) / 1e9);
}

/** The row in force; before the first row that fits, that one. */
function rowOn(
  { rates }: MarginTable,
  underlying: string,
  date: IstDate,
): MarginTable['rates'][number] {
  const fitting = rates.filter((row) => (row.underlying ?? underlying) === underlying);
  const row = fitting.findLast(({ from }) => from <= date) ?? fitting[0];
  invariant(row !== undefined, `The margin table has no row for ${underlying} on ${date}`);
  return row;
}
