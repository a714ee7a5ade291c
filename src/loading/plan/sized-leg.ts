import { sliceCount } from '../../engine/intents/plan-intents.ts';
import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type OutlineLeg } from '../../language/plan/outline.ts';
import { isWholeLots } from '../../model/market/whole-lots.ts';
import { type MarginTable } from '../../model/market/market-tables.ts';
import { replacedStops } from './replaced-stops.ts';
import { type CalendarDay, type ContractRules } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';

/** What a plan is computed with. */
export interface PlanBasis {
  readonly day: CalendarDay;
  readonly rules: ContractRules;
  readonly margins: MarginTable;
  readonly limits: EngineLimits;
}

/** A leg in units, and how many orders each of its turns takes. */
export interface SizedLeg extends Omit<OutlineLeg, 'units'> {
  readonly units: number;
  readonly freezeUnits: number | null;
  /** Orders of one entry. */
  readonly slices: number;
  /** Stop orders that its trail places in a turn besides the first. */
  readonly replacedStops: number;
}

/** Units of a lot of each expiry that is listed on a date, the nearest first; nothing of an underlying that is not known. */
export function lotsUnitsOf(
  underlying: string,
  date: IstDate,
  rules: ContractRules,
): readonly number[] {
  if (!rules.underlyings.includes(underlying)) return [];
  const expiries = rules.expiries(underlying, date);
  return expiries.map((expiry) => rules.lotSizeUnits(underlying, expiry, date));
}

/** Whether the exchange takes the size of a leg on the day; units that are no whole lots are not traded. */
export function isTradable({ units, underlying }: OutlineLeg, { rules, day }: PlanBasis): boolean {
  return units === null || isWholeLots(units, lotsUnitsOf(underlying, day.date, rules));
}

/** A leg with its size on the day; of an underlying that is not known, without units. */
export function sized(leg: OutlineLeg, { rules, day, limits }: PlanBasis): SizedLeg {
  const { underlying } = leg;
  const known = rules.underlyings.includes(underlying);
  if (!known) {
    const replaced = replacedStops(leg, { underlying: null, units: leg.units ?? leg.lots }, limits);
    return {
      ...leg,
      units: 0,
      freezeUnits: null,
      slices: 1,
      replacedStops: replaced,
    };
  }
  const lotsOf = lotsUnitsOf(underlying, day.date, rules);
  const lotSizeUnits = Math.max(1, ...lotsOf);
  const freezeUnits = rules.freezeUnits(underlying, day.date);
  const units = leg.units ?? leg.lots * lotSizeUnits;
  const lots =
    leg.units === null ? leg.lots : Math.ceil(leg.units / Math.max(1, Math.min(...lotsOf)));
  const slices = sliceCount(units, { lotSizeUnits, freezeUnits });
  const replaced = replacedStops(leg, { underlying, units }, limits);
  return { ...leg, lots, units, freezeUnits, slices, replacedStops: replaced };
}
