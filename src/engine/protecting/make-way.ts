import { type Contract } from '../../model/market/contract.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { wishCancel } from '../commands/modify-and-cancel.ts';
import { type Desk, type Legs, type Timed, type Settling } from '../desk.ts';
import { isExit, isLive, openUnits } from '../intents/intent.ts';
import { refuse } from '../intents/refuse.ts';
import { closesUntilMs, isClosing } from './closing-exits.ts';
import { coveredUnits, type StandingExit, wantedUnits } from './protection-book.ts';

/**
 * Cancels exits that rest away from the market where the stops of their leg need their units, the youngest first. Two exits
 * for the same units could turn the position over, and the stop is the more urgent of the two.
 */
export function makeWay(desk: Desk, stop: StandingExit): void {
  if (stop.order.role !== 'stop' || wantedUnits(stop) <= coveredUnits(stop)) return;
  let shortUnits = shortUnitsOf(desk, stop);
  if (shortUnits <= 0) return;
  for (const exit of othersOf(desk, stop).toReversed()) {
    const units = coveredUnits(exit);
    if (units === 0 || shortUnits <= 0 || mayFill(desk, exit)) continue;
    shortUnits -= units;
    giveWay(desk, exit);
  }
}

/** Exits of its leg and contract that are no stops, oldest first. */
function othersOf(desk: Desk, { runId, order }: StandingExit): readonly StandingExit[] {
  return desk.protections.ofLeg(runId, order.leg).filter(({ order: { role, contract } }) => {
    return role !== 'stop' && contract.symbol === order.contract.symbol;
  });
}

/** Whether an order of it is about to close its units; looks again when it should have. */
function mayFill(desk: Timed & Pick<Desk, 'quotes'>, { intents }: StandingExit): boolean {
  const closing = intents.filter((intent) => isLive(intent) && isClosing(desk, intent));
  for (const intent of closing) desk.wakesAtMs.push(closesUntilMs(desk, intent));
  return closing.length > 0;
}

/** Units that stops are to stand for, and that other exits keep from them: what is being cancelled will be free. */
function shortUnitsOf(desk: Legs & Pick<Desk, 'protections'>, stop: StandingExit): number {
  const { runId, order } = stop;
  const line = desk.ledger.line(runId, order.leg, order.contract.symbol);
  if (line === undefined || order.side !== (line.position.netUnits > 0 ? 'sell' : 'buy')) return 0;
  const heldUnits = Math.abs(line.position.netUnits) - desk.foreign.suspectedUnits(line);
  const wanted = desk.protections
    .ofLeg(runId, order.leg)
    .filter((exit) => isStopOf(exit.order, order.contract))
    .reduce((units, exit) => units + wantedUnits(exit), 0);
  return Math.min(heldUnits, wanted) - (heldUnits - keptFrom(desk, stop));
}

/** Units that exits other than stops may still close, and that nothing frees. */
function keptFrom(
  desk: Pick<Desk, 'intents'>,
  { runId, order: { leg, contract } }: StandingExit,
): number {
  let units = 0;
  for (const intent of desk.intents.ofLeg(runId, leg)) {
    if (!isExit(intent) || intent.cancel !== null || isStopOf(intent.order, contract)) continue;
    if (intent.order.contract.symbol === contract.symbol) units += openUnits(intent);
  }
  return units;
}

function isStopOf({ role, contract: of }: LegOrder, { symbol }: Contract): boolean {
  return role === 'stop' && of.symbol === symbol;
}

function giveWay(desk: Settling, exit: StandingExit): void {
  const { runId, commandIndex, order } = exit;
  desk.protections.end((other) => other === exit);
  const why = `the stop of leg "${order.leg}" needs the units of its ${order.role} order, and two exits for the same units could turn the position over`;
  const live = exit.intents.filter(isLive);
  // One that was not sent is refused as it is dropped.
  const isSent = live.some(({ state }) => state !== 'waiting');
  for (const intent of live) wishCancel(desk, intent, why);
  if (isSent) {
    refuse(desk, { runId, commandIndex, leg: order.leg }, { kind: 'cancelled', detail: why });
  }
}
