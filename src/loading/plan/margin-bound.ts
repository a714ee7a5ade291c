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
  /** The level of the index that it is computed at, paise: a usual one, not today's. */
  readonly levelPaise: number;
}

/** Sets of legs of which one can be open whole. */
export interface OpenSets {
  readonly underlying: string | null;
  readonly sets: readonly (readonly SizedLeg[])[];
  /** Whether the legs of a set may be entered one by one: then nothing that is bought may cover what is sold yet. */
  readonly areApart: boolean;
}

/** The margin of the set that needs most of it; null for an index of which no usual level is known. */
export function marginBound(
  { underlying, sets, areApart }: OpenSets,
  { rules, day, margins }: PlanBasis,
): MarginBound | null {
  const [character] = underlying === null ? [] : indexCharacters([underlying]).values();
  const isKnown = underlying !== null && rules.underlyings.includes(underlying);
  if (character === undefined || !isKnown || sets.length === 0) return null;
  const { date } = day;
  const levelPaise = character.basePaise;
  const moment = { date, spotPaise: () => levelPaise };
  const needs = sets.flatMap((legs) => {
    const held = legs.flatMap((leg) => heldLeg(leg, { underlying, levelPaise, rules, date }));
    const bare = held.filter(({ netUnits }) => netUnits < 0);
    return (areApart ? [held, bare] : [held]).map((some) =>
      marginEnvelopePaise(some, moment, margins),
    );
  });
  return { paise: Math.max(...needs), levelPaise };
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
