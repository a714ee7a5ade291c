import { indexCharacters } from '../../market/price-generator/index-model.ts';
import { type StrikeRule } from '../../language/schema/strike-rule.ts';
import { type OptionType } from '../../model/market/contract.ts';
import { type HeldContract, marginEnvelopePaise } from '../../model/money/margin-envelope.ts';
import { type ContractRules } from '../../model/time/calendar.ts';
import { addDays, type IstDate } from '../../model/time/ist.ts';
import { type ExpiryRule } from '../../streams/chain.ts';
import { type PlanBasis, type SizedLeg } from './sized-leg.ts';

/** About how much margin all that can be open needs, by the table of `docs/costs.md`. */
export interface MarginBound {
  /** Whole paise. The premium of bought legs comes on top: no file says how much that is. */
  readonly paise: number;
  /** The level of the index that it is computed at, paise: a usual one, not today's. Of several indices that of the first. */
  readonly levelPaise: number;
}

/** Sets of legs of which one can be open whole. */
export interface OpenSets {
  readonly sets: readonly (readonly SizedLeg[])[];
  /** Whether all legs of a set may be entered one by one: then nothing that is bought is certain to cover what is sold. */
  readonly areApart: boolean;
}

/**
 * The margin of the set that needs most of it, index by index: nothing of one covers another. Null for an index of which no usual
 * level is known.
 */
export function marginBound({ sets, areApart }: OpenSets, basis: PlanBasis): MarginBound | null {
  const underlyings = [...new Set(sets.flat().map(({ underlying }) => underlying))];
  const bounds = underlyings.map((underlying) => {
    const ofIndex = sets.map((legs) => legs.filter((leg) => leg.underlying === underlying));
    return boundOf(underlying, { sets: ofIndex, areApart }, basis);
  });
  const known = bounds.filter((bound) => bound !== null);
  const [first] = known;
  if (first === undefined || known.length < bounds.length) return null;
  return { ...first, paise: known.reduce((sum, { paise }) => sum + paise, 0) };
}

function boundOf(
  underlying: string,
  { sets, areApart }: OpenSets,
  { rules, day, margins }: PlanBasis,
): MarginBound | null {
  const [character] = indexCharacters([underlying]).values();
  if (character === undefined || !rules.underlyings.includes(underlying)) return null;
  const { date } = day;
  const levelPaise = character.basePaise;
  const moment = { date, spotPaise: () => levelPaise };
  const market = { underlying, levelPaise, rules, date };
  const needs = sets.flatMap((legs) =>
    worstOf(legs, areApart).map((some) => {
      const held = some.flatMap((leg) => heldLeg(leg, market));
      return marginEnvelopePaise(held, moment, margins);
    }),
  );
  return { paise: Math.max(...needs), levelPaise };
}

/**
 * What of a set may be open that needs most: all of it as it is written; all that may be sold, with no more cover than is certain;
 * and the same with futures bought instead, which need margin as well.
 */
function worstOf(legs: readonly SizedLeg[], areApart: boolean): readonly (readonly SizedLeg[])[] {
  const steady = (leg: SizedLeg): boolean => leg.isSteady && !leg.isReversible && !areApart;
  const heldAs = (leg: SizedLeg, side: 'buy' | 'sell'): readonly SizedLeg[] => {
    if (leg.side === side || leg.isReversible) return [{ ...leg, side }];
    return steady(leg) ? [leg] : [];
  };
  const sold = legs.flatMap((leg) => heldAs(leg, 'sell'));
  const bought = legs.flatMap((leg) => heldAs(leg, leg.type === 'FUT' ? 'buy' : 'sell'));
  return [legs, sold, bought];
}

interface LegMarket {
  readonly underlying: string;
  readonly levelPaise: number;
  readonly rules: ContractRules;
  readonly date: IstDate;
}

/** A leg as a position. One that is bought where its strike depends on premiums may lie anywhere: it covers nothing. */
function heldLeg(
  { side, type, units, strike, expiry }: SizedLeg,
  market: LegMarket,
): readonly HeldContract[] {
  const { underlying } = market;
  const netUnits = side === 'buy' ? units : -units;
  const listed = expiryOf(expiry, market);
  if (strike === null || type === 'FUT') {
    const none = { kind: 'future', strikePaise: null, optionType: null } as const;
    return [{ contract: { ...none, underlying, expiry: listed }, netUnits, lastPaise: null }];
  }
  const offset = strikeOffsetPaise(strike, type, market);
  if (offset === null && side === 'buy') return [];
  const strikePaise = market.levelPaise + (offset ?? 0);
  const contract = { kind: 'option', underlying, expiry: listed, strikePaise } as const;
  return [{ contract: { ...contract, optionType: type }, netUnits, lastPaise: null }];
}

/** How far a strike lies from the index, paise; null where premiums decide. */
function strikeOffsetPaise(
  strike: StrikeRule,
  type: OptionType,
  { rules, underlying, levelPaise }: LegMarket,
): number | null {
  // Out of the money is above for a call, below for a put.
  const outPaise = outOfMoneyPaise(strike, { rules, underlying, levelPaise });
  if (strike.kind === 'strike') return strike.strikePaise - levelPaise;
  return outPaise !== null && type === 'PE' ? -outPaise : outPaise;
}

/** Null where premiums decide, and for a strike by its price. */
function outOfMoneyPaise(
  strike: StrikeRule,
  { rules, underlying, levelPaise }: Omit<LegMarket, 'date'>,
): number | null {
  switch (strike.kind) {
    case 'atm':
      return 0;
    case 'otm':
      return strike.steps * rules.strikeStepPaise(underlying);
    case 'itm':
      return -strike.steps * rules.strikeStepPaise(underlying);
    case 'spot':
      return (levelPaise * strike.percent) / 100;
    case 'strike':
    case 'premium':
    case 'premium-within':
    case 'straddle':
    case 'delta':
      return null;
  }
}

/** The expiry that a rule means on the day; rules that mean the same one share it, so that legs cover each other. */
function expiryOf(rule: ExpiryRule, { rules, underlying, date }: LegMarket): IstDate {
  if (typeof rule !== 'string' && 'date' in rule) return rule.date;
  const expiries = rules.expiries(underlying, date);
  if (typeof rule !== 'string') {
    return expiries.find((expiry) => expiry >= addDays(date, rule.daysMin)) ?? date;
  }
  const monthlies = expiries.filter((expiry) => rules.isMonthlyExpiry(underlying, expiry));
  const listed = rule.endsWith('monthly') ? monthlies : expiries;
  return listed[rule.startsWith('next') ? 1 : 0] ?? date;
}
