import { type Contract } from '../../model/market/contract.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type Holding, isSoldOption, reducesRisk } from '../../risk/reduces-risk.ts';
import { type Desk, type Legs } from '../desk.ts';
import { type Intent, isExit, isLive, openUnits } from '../intents/intent.ts';
import { type LedgerLine } from './position-ledger.ts';

/** What is left aside of what a run holds and asked for. */
interface Aside {
  /** An intent that the caller counts itself. @default none */
  readonly own?: Intent | null;
  /** Orders of the command in question that come before. @default none */
  readonly before?: readonly LegOrder[];
  /** Whether entries that have not filled are left aside, too. @default false */
  readonly isFilledOnly?: boolean;
}

/** What one leg holds of a contract. */
interface HeldByLeg extends Holding {
  readonly leg: string;
}

/**
 * What a run holds, at its worst: what was sold to close a long counts as sold, what was bought to close a short does not
 * count yet, entries of either side count as filled. Legs that are being squared off are left out: both sides of them go.
 * An exit takes its leg to flat and no further: what a second order under its tag may sell is no short before it fills.
 */
export function wholeOfRun(desk: Legs, runId: string, aside: Aside = {}): readonly HeldByLeg[] {
  const { own = null, before = [], isFilledOnly = false } = aside;
  const isLeft = (leg: string): boolean => !desk.squareOffs.covers(runId, leg);
  const lines = [...desk.ledger.all()]
    .filter((line) => line.runId === runId && line.position.netUnits !== 0 && isLeft(line.leg))
    .map(({ leg, contract, position }) => ({ leg, contract, units: position.netUnits }));
  const coming = [...desk.intents.live()]
    .filter((intent) => intent !== own && intent.runId === runId && isLive(intent))
    .filter(({ order }) => isLeft(order.leg))
    .map((intent) => ({ ...intent.order, quantityUnits: openUnits(intent) }));
  const orders = [...coming, ...before];
  const entries = isFilledOnly ? [] : orders.filter(({ role }) => role === 'entry');
  const held = [...lines, ...entries.map((order) => ({ leg: order.leg, ...asHolding(order) }))];
  return [...held, ...soldBy(orders.filter(sellsNow), held)];
}

/** What exits sell of what their legs hold long. */
function soldBy(exits: readonly LegOrder[], held: readonly HeldByLeg[]): readonly HeldByLeg[] {
  const sold: HeldByLeg[] = [];
  for (const { leg, contract, quantityUnits } of exits) {
    const longUnits = [...held, ...sold]
      .filter((line) => line.leg === leg && line.contract.symbol === contract.symbol)
      .reduce((units, line) => units + line.units, 0);
    const units = Math.min(quantityUnits, Math.max(0, longUnits));
    if (units > 0) sold.push({ leg, contract, units: -units });
  }
  return sold;
}

/** Whether entries reduce the risk of all that their run holds. They are judged together. */
export function areHedges(
  desk: Legs,
  entries: readonly LegOrder[],
  about: Aside & { readonly runId: string },
): boolean {
  const added = entries.map(asHolding);
  // What a run holds takes longer to put together than anything else about an order.
  if (added.every(isSoldOption)) return false;
  return reducesRisk(wholeOfRun(desk, about.runId, about), added);
}

/** Whether what is left to fill of an entry reduces the risk of all that its run holds. */
export function isHedgeIntent(desk: Legs, intent: Intent): boolean {
  if (isExit(intent)) return false;
  const left = { ...intent.order, quantityUnits: openUnits(intent) };
  return left.quantityUnits > 0 && areHedges(desk, [left], { runId: intent.runId, own: intent });
}

/**
 * Whether an entry covers what its run is short of already, whatever its other entries come to. The hedge of a spread that
 * begins does not: its short has not filled.
 */
export function coversHeld(desk: Legs, intent: Intent): boolean {
  if (!isHedgeIntent(desk, intent)) return false;
  const left = { ...intent.order, quantityUnits: openUnits(intent) };
  return areHedges(desk, [left], { runId: intent.runId, own: intent, isFilledOnly: true });
}

/** Whether an exit sells what covers a short of the run: sold before its replacement is bought, the short stands bare. */
export function uncovers(desk: Legs, runId: string, exit: LegOrder): boolean {
  if (!sellsNow(exit)) return false;
  const held = wholeOfRun(desk, runId);
  const sold = soldBy([exit], held);
  const back = sold.map(({ contract, units }) => ({ contract, units: -units }));
  return reducesRisk([...held, ...sold], back);
}

/** An order as what it adds to the whole when it fills. */
export function asHolding(order: LegOrder): Holding {
  return { contract: order.contract, units: signed(order, order.quantityUnits) };
}

/** Stops and targets rest away from the market; an exit of a short is not counted on before it has filled. */
function sellsNow({ role, side }: LegOrder): boolean {
  return role === 'exit' && side === 'sell';
}

function signed({ side }: Pick<LegOrder, 'side'>, units: number): number {
  return side === 'buy' ? units : -units;
}

/**
 * Whether a long option still covers shorts of its run in the same square-off, so that it is not sold yet: a
 * square-off that sells the hedges first leaves the shorts bare for as long as the platform takes, or fails, to buy them
 * back. Counted are shorts that are held and those that an entry may still bring. Shorts outside of it are what their
 * strategy meant to keep, or are closed by a stop of their own, as is a long by its own.
 */
export function keepsCover(desk: Legs, line: LedgerLine): boolean {
  const { runId, contract, position } = line;
  if (position.netUnits <= 0 || contract.kind !== 'option') return false;
  const shortUnits = shortsOf(desk, line);
  return shortUnits > 0 && longsBeside(desk, runId, line) < shortUnits;
}

function shortsOf(desk: Legs, { runId, leg: own, contract }: LedgerLine): number {
  const isMeant = (leg: string, short: Contract): boolean =>
    mayCover(contract, short) && desk.squareOffs.coversTogether(runId, own, leg);
  let units = 0;
  for (const { leg, contract: short, position } of linesOf(desk, runId)) {
    if (isMeant(leg, short)) units += Math.max(0, -position.netUnits);
  }
  for (const intent of desk.intents.live()) {
    const { order } = intent;
    if (intent.runId !== runId || isExit(intent) || order.side !== 'sell') continue;
    if (isMeant(order.leg, order.contract)) units += openUnits(intent);
  }
  return units;
}

/** Longs that could cover the same shorts, without those that are being sold and without the line itself. */
function longsBeside(desk: Legs, runId: string, own: LedgerLine): number {
  let units = 0;
  for (const line of linesOf(desk, runId)) {
    if (line === own || !isLikewise(own.contract, line.contract)) continue;
    units += Math.max(0, line.position.netUnits - soldUnits(desk, line));
  }
  return units;
}

function soldUnits(desk: Pick<Desk, 'intents'>, { runId, leg, contract }: LedgerLine): number {
  const sells = (intent: Intent): boolean =>
    isLive(intent) && isExit(intent) && intent.order.contract.symbol === contract.symbol;
  const exits = desk.intents.ofLeg(runId, leg).filter(sells);
  return exits.reduce((units, intent) => units + openUnits(intent), 0);
}

function linesOf(desk: Pick<Desk, 'ledger'>, runId: string): readonly LedgerLine[] {
  return [...desk.ledger.all()].filter((line) => line.runId === runId);
}

/** A long covers shorts of its type that expire no later. */
function mayCover(long: Contract, short: Contract): boolean {
  return isOfKind(long, short) && long.expiry >= short.expiry;
}

function isLikewise(one: Contract, other: Contract): boolean {
  return isOfKind(one, other) && other.expiry >= one.expiry;
}

function isOfKind(one: Contract, other: Contract): boolean {
  return one.underlying === other.underlying && one.optionType === other.optionType;
}
