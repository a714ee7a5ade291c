import { combineLatest, map, type Observable } from 'rxjs';

import { invariant, unreachable } from '../../base/invariant.ts';
import { type Contract, type OptionType } from '../../model/market/contract.ts';
import { type Command } from '../../model/orders/command.ts';
import { type Seen } from '../../model/orders/order.ts';
import { addDays, type IstDate, weekday } from '../../model/time/ist.ts';
import { alert } from '../../strategy/commands.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import {
  type Chain,
  type ExpiryRule,
  type PremiumBounds,
  SelectionError,
} from '../../streams/chain.ts';
import { type Leg } from './legs-params.ts';
import { type LegsForm } from '../schema/legs.ts';
import { type DaysRule, type DaysToExpiry, type Weekday, WEEKDAYS } from '../schema/shared-keys.ts';
import { type StrikeRule } from '../schema/strike-rule.ts';

/** The alert of a day on which a form that runs does not trade; null on others. */
export function notToday(
  { days, daysToExpiry }: Pick<LegsForm, 'days' | 'daysToExpiry'>,
  { underlying, expiry }: LegContracts['nearest'],
  date: IstDate,
): Command | null {
  if (!isDayOf(days, date)) return otherDay(days, date);
  const isExpiryDay = days !== 'expiry' || expiry === date;
  if (isExpiryDay && isWithin(daysToExpiry, expiry, date)) return null;
  return alert('info', `No trade today: ${underlying} expires on ${expiry}`);
}

/** Whether a form runs on a date by its days alone: those of expiries are known with the chain. */
export function isDayOf(days: DaysRule | undefined, date: IstDate): boolean {
  return days === undefined || days === 'expiry' || days.includes(weekdayOf(date));
}

/** The alert of a weekday that a form leaves out. */
export function otherDay(days: DaysRule | undefined, date: IstDate): Command {
  const traded = Array.isArray(days) ? days.join(', ') : String(days);
  return alert('info', `No trade today: ${weekdayOf(date)} is not one of ${traded}`);
}

function weekdayOf(date: IstDate): Weekday {
  return WEEKDAYS[weekday(date)] ?? 'sunday';
}

function isWithin(range: DaysToExpiry | undefined, expiry: IstDate, date: IstDate): boolean {
  if (range === undefined) return true;
  return expiry >= addDays(date, range.from) && expiry <= addDays(date, range.to);
}

/** Strikes that are chosen by the prices of options. */
const QUOTED_KINDS: ReadonlySet<StrikeRule['kind']> = new Set([
  ...(['premium', 'premium-within', 'delta', 'straddle'] as const),
]);

/** Strikes on each side of the index searched for a premium or a delta. */
const QUOTED_STRIKES = 20;

/** What legs would trade at one moment. */
export interface LegContracts {
  /** Of the chain seen first: all are at least as fresh, and it ends when they do. */
  readonly seen: Seen;
  /** The contract that expires first. */
  readonly nearest: Pick<Contract, 'underlying' | 'expiry'>;
  /** Whether every leg that asks for a premium or a delta can be chosen now. */
  readonly isQuoted: boolean;
  /** The contract of a leg. `@throws {SelectionError}` when it asks for what is not listed */
  readonly of: (leg: Leg) => Contract;
}

/** What the legs would trade now, whenever the index, a listing or a quote changes. Silent until every chain is seen. */
export function legContracts(
  legs: readonly Leg[],
  context: Pick<StrategyContext<unknown>, 'chain'>,
): Observable<LegContracts> {
  const quoted = legs.filter(isQuoted);
  const first = new Map(legs.toReversed().map((leg) => [keyOf(leg), leg]));
  const keys = [...new Set(legs.map(keyOf))];
  const quotedStrikes = quoted.length > 0 ? QUOTED_STRIKES : 0;
  const streams = keys.flatMap((key) => {
    const leg = first.get(key);
    return leg === undefined
      ? []
      : context.chain(leg.underlying, { expiry: chainRuleOf(leg), quotedStrikes });
  });
  return combineLatest(streams).pipe(map((chains) => together(keys, chains, { legs, quoted })));
}

function together(
  keys: readonly string[],
  chains: readonly Chain[],
  { legs, quoted }: { readonly legs: readonly Leg[]; readonly quoted: readonly Leg[] },
): LegContracts {
  const chainOf = (leg: Leg): Chain => {
    const chain = chains[keys.indexOf(keyOf(leg))];
    invariant(chain !== undefined, `No chain for leg "${leg.name}"`);
    return chain;
  };
  const expiryOf = (leg: Leg): IstDate =>
    leg.form.type === 'FUT' ? futureOf(chainOf(leg), leg).expiry : chainOf(leg).expiry;
  return {
    // Looked up when it is asked for: looks that find a chain as it was make it younger.
    get seen() {
      return chains.map(({ seen }) => seen).reduce((a, b) => (heldAtMs(b) < heldAtMs(a) ? b : a));
    },
    get nearest() {
      return legs
        .map((leg) => ({ underlying: leg.underlying, expiry: expiryOf(leg) }))
        .reduce((a, b) => (b.expiry < a.expiry ? b : a));
    },
    of: (leg) => selectContract(chainOf(leg), leg),
    // Quotes arrive a poll after the listing, and may be old again by the time of entry.
    get isQuoted() {
      const areAsked = chains.every((chain) => chain.isQuoted);
      return areAsked && quoted.every((leg) => canChoose(leg, chainOf(leg)));
    },
  };
}

/** Whether any contract has the premium or delta. Selects none: that would report the miss before the entry. */
function canChoose({ form: { type, strike } }: Leg, chain: Chain): boolean {
  if (type === 'FUT' || strike === undefined) return true;
  if (strike.kind === 'straddle') return chain.straddlePaise !== null;
  if (strike.kind === 'premium-within') return chain.withinPremium(type, strike.bounds) !== null;
  return chain.strikes.some(({ ce, pe }) => {
    const { quote, delta } = chain.greeks(type === 'CE' ? ce : pe);
    return (strike.kind === 'delta' ? delta : quote) !== null;
  });
}

/** Whether the strike of a leg is chosen by prices of options. */
export function isQuoted({ form: { strike } }: Leg): boolean {
  return strike !== undefined && QUOTED_KINDS.has(strike.kind);
}

function heldAtMs({ observedAtMs, ageMsMax }: Seen): number {
  return observedAtMs - ageMsMax;
}

/** Legs of one key are chosen from one chain. */
function keyOf(leg: Leg): string {
  const rule = chainRuleOf(leg);
  return `${leg.underlying} ${typeof rule === 'string' ? rule : JSON.stringify(rule)}`;
}

/** The chain that a leg is chosen from: every one has all futures. */
function chainRuleOf({ form: { type }, expiry }: Leg): ExpiryRule {
  return type === 'FUT' ? 'weekly' : expiry;
}

/** @throws {SelectionError} when the chain has none */
function selectContract(chain: Chain, leg: Leg): Contract {
  const { type, strike } = leg.form;
  if (type === 'FUT') return futureOf(chain, leg);
  invariant(strike !== undefined, `Leg "${leg.name}" has no strike`);
  return selectStrike(chain, type, strike);
}

/** @throws {SelectionError} when it is not listed */
function futureOf(chain: Chain, { expiry }: Leg): Contract {
  const isRule = expiry === 'monthly' || expiry === 'next-monthly';
  return chain.future(
    isRule || (typeof expiry === 'object' && 'date' in expiry) ? expiry : 'monthly',
  );
}

/** @throws {SelectionError} when the chain has none */
function selectStrike(chain: Chain, type: OptionType, rule: StrikeRule): Contract {
  switch (rule.kind) {
    case 'atm':
      return chain.otm(type, 0);
    case 'otm':
      return chain.otm(type, rule.steps);
    case 'itm':
      return chain.itm(type, rule.steps);
    case 'premium':
      return chain.byPremium(type, rule.premiumPaise);
    case 'premium-within':
      return selectWithin(chain, type, rule.bounds);
    case 'spot':
    case 'straddle':
      return chain.nearStrike(type, priceAway(chain, type, rule));
    case 'delta':
      return chain.byDelta(type, rule.delta);
    case 'strike':
      return chain.at(type, rule.strikePaise);
    default:
      return unreachable(rule, 'strike rule');
  }
}

/**
 * The entry waits until there is one, so that it is there when the legs are chosen.
 *
 * @throws {SelectionError} when there is none after all
 */
function selectWithin(chain: Chain, type: OptionType, bounds: PremiumBounds): Contract {
  const found = chain.withinPremium(type, bounds);
  if (found !== null) return found;
  throw new SelectionError(
    `Cannot take ${type} of ${chain.underlying}: no premium is within bounds`,
  );
}

/**
 * Out of the money by a share: of the index, from its level; of the straddle, from its strike.
 *
 * @throws {SelectionError} when the straddle has no fresh quotes
 */
function priceAway(
  { spotPaise, straddlePaise, atm, underlying }: Chain,
  type: OptionType,
  { kind, percent }: Extract<StrikeRule, { kind: 'spot' | 'straddle' }>,
): number {
  const wholePaise = kind === 'spot' ? spotPaise : straddlePaise;
  if (wholePaise === null) {
    throw new SelectionError(
      `Cannot take a share of the straddle of ${underlying}: no fresh quotes`,
    );
  }
  const outPaise = (wholePaise * percent) / 100;
  const fromPaise = kind === 'spot' ? spotPaise : atm.strikePaise;
  return type === 'CE' ? fromPaise + outPaise : fromPaise - outPaise;
}
