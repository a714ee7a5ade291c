import { type Contract } from '../model/contract.ts';
import { type Desk } from './desk.ts';
import { type Intent, isExit, isLive, openUnits } from './intent.ts';
import { type LedgerLine } from './position-ledger.ts';

/**
 * Whether a long option still covers shorts of its run in the same square-off, so that it is not sold yet: a
 * square-off that sells the hedges first leaves the shorts bare for as long as the platform takes, or fails, to buy them
 * back. Counted are shorts that are held and those that an entry may still bring. Shorts outside of it are what their
 * strategy meant to keep, or are closed by a stop of their own, as is a long by its own.
 */
export function keepsCover(desk: Desk, line: LedgerLine): boolean {
  const { runId, contract, position } = line;
  if (position.netUnits <= 0 || contract.kind !== 'option') return false;
  const shortUnits = shortsOf(desk, line);
  return shortUnits > 0 && longsBeside(desk, runId, line) < shortUnits;
}

function shortsOf(desk: Desk, { runId, leg: own, contract }: LedgerLine): number {
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
function longsBeside(desk: Desk, runId: string, own: LedgerLine): number {
  let units = 0;
  for (const line of linesOf(desk, runId)) {
    if (line === own || !isLikewise(own.contract, line.contract)) continue;
    units += Math.max(0, line.position.netUnits - soldUnits(desk, line));
  }
  return units;
}

function soldUnits(desk: Desk, { runId, leg, contract }: LedgerLine): number {
  const sells = (intent: Intent): boolean =>
    isLive(intent) && isExit(intent) && intent.order.contract.symbol === contract.symbol;
  const exits = desk.intents.ofLeg(runId, leg).filter(sells);
  return exits.reduce((units, intent) => units + openUnits(intent), 0);
}

function linesOf(desk: Desk, runId: string): readonly LedgerLine[] {
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
