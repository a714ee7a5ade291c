import { combineLatest, map, type Observable } from 'rxjs';

import { invariant, unreachable } from '../../base/invariant.ts';
import { type Contract, type OptionType } from '../../model/market/contract.ts';
import { type Command } from '../../model/orders/command.ts';
import { type Seen } from '../../model/orders/order.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { alert, place } from '../../strategy/commands.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { buy, sell } from '../../strategy/leg-order.ts';
import { type Chain, type ExpiryRule } from '../../streams/chain.ts';
import { type Leg } from './legs-params.ts';
import { type LegsForm } from '../schema/legs.ts';
import { type StrikeRule } from '../schema/strike-rule.ts';

/** What legs are entered with. */
export interface EntryMoment {
  readonly contracts: LegContracts;
  readonly date: IstDate;
}

/** Enters legs together; on a day on which the form does not trade it says so instead. */
export function enterLegs(
  { days, product }: Pick<LegsForm, 'days' | 'product'>,
  legs: readonly Leg[],
  { contracts, date }: EntryMoment,
): Command {
  if (days === 'expiry' && contracts.expiry !== date) {
    const { underlying, expiry } = contracts;
    return alert('info', `No trade today: ${underlying} expires on ${expiry}`);
  }
  const orders = legs.map((leg) => {
    const order = leg.form.side === 'buy' ? buy : sell;
    return order(contracts.of(leg), { leg: leg.name, lots: leg.lots, product });
  });
  return place(...orders);
}

/** Strikes on each side of the index searched for a premium or a delta. */
const QUOTED_STRIKES = 20;

interface LegContracts {
  /** Of the chain seen first: all are at least as fresh, and it ends when they do. */
  readonly seen: Seen;
  readonly expiry: IstDate;
  readonly underlying: string;
  /** Whether every leg that asks for a premium or a delta can be chosen now. */
  readonly isQuoted: boolean;
  /** The contract of a leg. `@throws {SelectionError}` when it asks for what is not listed */
  readonly of: (leg: Leg) => Contract;
}

/** What the legs would trade now, whenever the index, a listing or a quote changes. Silent until every chain is seen. */
export function legContracts(
  legs: readonly Leg[],
  underlying: string,
  context: Pick<StrategyContext<unknown>, 'chain'>,
): Observable<LegContracts> {
  const quoted = legs.filter(isQuoted);
  const rules = new Map(legs.map(({ expiry }) => [keyOf(expiry), expiry]));
  const keys = [...rules.keys()];
  const streams = [...rules.values()].map((expiry) =>
    context.chain(underlying, { expiry, quotedStrikes: quoted.length > 0 ? QUOTED_STRIKES : 0 }),
  );
  return combineLatest(streams).pipe(map((chains) => together(keys, chains, quoted)));
}

function together(
  keys: readonly string[],
  chains: readonly Chain[],
  quoted: readonly Leg[],
): LegContracts {
  const nearest = chains.reduce((a, b) => (b.expiry < a.expiry ? b : a));
  const chainOf = ({ name, expiry }: Leg): Chain => {
    const chain = chains[keys.indexOf(keyOf(expiry))];
    invariant(chain !== undefined, `No chain for leg "${name}"`);
    return chain;
  };
  return {
    // Looked up when it is asked for: looks that find a chain as it was make it younger.
    get seen() {
      return chains.map(({ seen }) => seen).reduce((a, b) => (heldAtMs(b) < heldAtMs(a) ? b : a));
    },
    expiry: nearest.expiry,
    underlying: nearest.underlying,
    of: (leg) => selectStrike(chainOf(leg), leg.form.type, leg.form.strike),
    // Quotes arrive a poll after the listing, and may be old again by the time of entry.
    get isQuoted() {
      const areAsked = chains.every((chain) => chain.isQuoted);
      return areAsked && quoted.every((leg) => canChoose(leg, chainOf(leg)));
    },
  };
}

/** Whether any contract has the premium or delta. Selects none: that would report the miss before the entry. */
function canChoose({ form: { type, strike } }: Leg, chain: Chain): boolean {
  return chain.strikes.some(({ ce, pe }) => {
    const { quote, delta } = chain.greeks(type === 'CE' ? ce : pe);
    return (strike.kind === 'delta' ? delta : quote) !== null;
  });
}

function isQuoted({ form: { strike } }: Leg): boolean {
  return strike.kind === 'premium' || strike.kind === 'delta';
}

function heldAtMs({ observedAtMs, ageMsMax }: Seen): number {
  return observedAtMs - ageMsMax;
}

function keyOf(expiry: ExpiryRule): string {
  return typeof expiry === 'string' ? expiry : expiry.date;
}

/** @throws {SelectionError} when the chain has none */
function selectStrike(chain: Chain, type: OptionType, rule: StrikeRule): Contract {
  switch (rule.kind) {
    case 'atm':
      return type === 'CE' ? chain.atm.ce : chain.atm.pe;
    case 'otm':
      return chain.otm(type, rule.steps);
    case 'itm':
      return chain.itm(type, rule.steps);
    case 'premium':
      return chain.byPremium(type, rule.premiumPaise);
    case 'delta':
      return chain.byDelta(type, rule.delta);
    case 'strike':
      return chain.at(type, rule.strikePaise);
    default:
      return unreachable(rule, 'strike rule');
  }
}
