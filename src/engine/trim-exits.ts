import { wishCancel } from './change-commands.ts';
import { type Desk } from './desk.ts';
import { isExit, isLive, openUnits } from './intent.ts';
import { type LedgerLine } from './position-ledger.ts';

/**
 * Cancels exits that would close more than is left once others have closed some of a leg: they would open the other
 * way. What is left is placed anew when the cancelled order is over (`driveExits`); its quantity cannot be modified.
 */
export function trimExits(desk: Desk): void {
  for (const line of desk.foreign.touched()) trim(desk, line);
}

function trim(desk: Desk, line: LedgerLine): void {
  const { runId, leg, contract, position } = line;
  if (desk.runs.get(runId).policies.foreignOrders === 'alert') return;
  const heldUnits = Math.max(0, Math.abs(position.netUnits) - desk.foreign.suspectedUnits(line));
  const exits = desk.intents.ofLeg(runId, leg).filter(
    (intent) =>
      isExit(intent) &&
      isLive(intent) &&
      // The gate looks at those itself when they leave.
      intent.state !== 'waiting' &&
      intent.cancel === null &&
      intent.order.contract.symbol === contract.symbol,
  );
  const closingSide = position.netUnits > 0 ? 'sell' : 'buy';
  const coveredUnits = exits
    .filter(({ order }) => order.side === closingSide)
    .reduce((units, exit) => units + openUnits(exit), 0);
  let surplusUnits = coveredUnits - heldUnits;
  for (const exit of exits.toReversed()) {
    const isClosing = exit.order.side === closingSide;
    if (isClosing && surplusUnits <= 0) continue;
    if (isClosing) surplusUnits -= openUnits(exit);
    wishCancel(desk, exit, 'others closed what it was to close');
  }
}
