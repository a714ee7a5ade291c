import { isSameContract } from '../../model/market/contract.ts';
import { invariant } from '../../base/invariant.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order, type OrderEvent, type Side } from '../../model/orders/order.ts';
import { foreignOrder } from '../../notices/foreign-orders.ts';
import { type Desk, type Legs } from '../desk.ts';
import { isExit, openUnits } from '../intents/intent.ts';
import { type LedgerLine } from '../positions/position-ledger.ts';
import { type ForeignFill } from './foreign-book.ts';
import { mayBeAt } from '../lifecycle/broker-of-run.ts';
import { isOrphan } from './orphans.ts';
import { adoptFill, pauseLeg } from './pause-leg.ts';

/** What it takes to find the legs that an order closes. */
type Closing = Legs & Pick<Desk, 'runs' | 'options'>;

/**
 * Counts what orders of no run filled. It first closes what such orders had opened before; the rest counts against the
 * legs that hold the contract, by the policy of each run: the leg whose tag the order carries first, then the oldest,
 * each up to flat. What is more is opened by others and no leg's. Returns what was adopted.
 */
export function takeForeign(desk: Desk, events: readonly OrderEvent[]): readonly ForeignFill[] {
  const adopted: ForeignFill[] = [];
  for (const event of events) {
    // An order of ours without an intent may still be claimed: it is an alarm, not a close by hand.
    if (isOrphan(desk, event.order)) continue;
    if (event.fillUnits > 0) adopted.push(...share(desk, event));
    else if (event.fillValuePaise !== 0) adopted.push(...correct(desk, event));
    else if (event.kind === 'appeared' && !isTerminal(event.order.status)) warn(desk, event.order);
  }
  return adopted;
}

function share(desk: Desk, event: OrderEvent): readonly ForeignFill[] {
  const { order, fillUnits, fillValuePaise } = event;
  const adopted: ForeignFill[] = [];
  const backUnits = unitsOfTheirs(desk, order, fillUnits);
  let leftUnits = fillUnits - backUnits;
  let leftPaise = Math.round((fillValuePaise * leftUnits) / fillUnits);
  const sign = order.side === 'buy' ? 1 : -1;
  if (backUnits > 0) desk.foreign.open(order, sign * backUnits);
  invariant(leftUnits >= 0, 'More of a fill closes what others hold than it filled');
  if (leftUnits === 0) return [];
  for (const line of linesClosedBy(desk, order)) {
    const units = Math.min(freeUnits(desk, line), leftUnits);
    if (units <= 0) continue;
    const valuePaise = Math.round((leftPaise * units) / leftUnits);
    leftUnits -= units;
    leftPaise -= valuePaise;
    const fill = fillOf(event, line, { units, valuePaise });
    if (settle(desk, line, fill)) adopted.push(fill);
    if (leftUnits === 0) break;
  }
  if (leftUnits > 0) {
    desk.foreign.open(order, sign * leftUnits);
    warnOfComing(desk, order);
  }
  return adopted;
}

/** How much of a fill closes what orders of no run hold by themselves. */
function unitsOfTheirs(desk: Pick<Desk, 'foreign'>, order: Order, fillUnits: number): number {
  const netUnits = desk.foreign.netUnitsIn(order);
  const closableUnits = order.side === 'buy' ? -netUnits : netUnits;
  return Math.min(fillUnits, Math.max(0, closableUnits));
}

/** Does with a fill what the run's policy says; whether it was adopted. */
function settle(desk: Desk, line: LedgerLine, fill: ForeignFill): boolean {
  const { runId, leg } = line;
  const { foreignOrders } = desk.runs.get(runId).policies;
  const close = { order: foreignOrder(fill.order), units: fill.fillUnits, leg };
  if (foreignOrders === 'adopt') {
    adoptFill(desk, line, fill);
    const heldUnits = line.position.netUnits;
    desk.outbox.notice('foreign-close-adopted', runId, { ...close, heldUnits });
    return true;
  }
  desk.foreign.suspect(line, fill);
  if (foreignOrders === 'pause-leg') {
    pauseLeg(desk, line, close);
    return false;
  }
  desk.outbox.notice('foreign-close-ignored', runId, close);
  return false;
}

/** A price that the platform corrects later is corrected in every share. */
function correct(desk: Legs & Pick<Desk, 'recount'>, event: OrderEvent): readonly ForeignFill[] {
  const { order, fillValuePaise } = event;
  const shares = new Map<LedgerLine, number>();
  for (const { legRef, fillUnits } of desk.foreign.adoptedOf(order.orderId)) {
    const line = desk.ledger
      .ofLeg(legRef.runId, legRef.leg)
      .find((held) => isSameContract(held.contract, order));
    if (line !== undefined) shares.set(line, (shares.get(line) ?? 0) + fillUnits);
  }
  return [...shares].map(([line, units]) => {
    const valuePaise = Math.round((fillValuePaise * units) / order.filledUnits);
    const fill = fillOf(event, line, { units: 0, valuePaise });
    adoptFill(desk, line, fill);
    return fill;
  });
}

function fillOf(
  event: OrderEvent,
  { runId, leg, contract }: LedgerLine,
  { units, valuePaise }: { readonly units: number; readonly valuePaise: number },
): ForeignFill {
  const { instrumentId, symbol } = contract;
  return {
    ...event,
    // In the leg's own words, so that a run finds its contract by them.
    order: { ...event.order, instrumentId, symbol },
    legRef: { runId, leg, role: 'exit' },
    fillUnits: units,
    fillValuePaise: valuePaise,
  };
}

function linesClosedBy(desk: Closing, order: Order): readonly LedgerLine[] {
  const lines = desk.ledger
    .open()
    .filter((line) => isSameContract(line.contract, order) && order.side === closingSide(line))
    .filter(({ runId }) => mayBeAt(desk, runId, order));
  const meant = order.tag === '' ? undefined : desk.intents.byTag(order.tag);
  if (meant === undefined) return lines;
  const isMeant = ({ runId, leg }: LedgerLine): boolean =>
    runId === meant.runId && leg === meant.order.leg;
  return [...lines.filter(isMeant), ...lines.filter((line) => !isMeant(line))];
}

function freeUnits(desk: Pick<Desk, 'foreign'>, line: LedgerLine): number {
  return Math.abs(line.position.netUnits) - desk.foreign.suspectedUnits(line);
}

function closingSide({ position }: LedgerLine): Side {
  return position.netUnits > 0 ? 'sell' : 'buy';
}

/** A working order is reported before it fills: the operator may still cancel it. */
function warn(desk: Closing & Pick<Desk, 'outbox'>, order: Order): void {
  const leftUnits = order.quantityUnits - order.filledUnits;
  if (unitsOfTheirs(desk, order, leftUnits) === leftUnits) return;
  for (const { runId, leg } of linesClosedBy(desk, order)) {
    const { foreignOrders: policy } = desk.runs.get(runId).policies;
    const about = { order: foreignOrder(order), leg, policy };
    desk.outbox.notice('foreign-order-working', runId, about);
  }
}

/** Units that closed nothing seen so far may have closed an entry whose fill is not seen yet. */
function warnOfComing(desk: Closing & Pick<Desk, 'outbox'>, order: Order): void {
  for (const intent of desk.intents.live()) {
    const { contract, side, leg } = intent.order;
    if (isExit(intent) || openUnits(intent) === 0 || side === order.side) continue;
    if (!isSameContract(contract, order) || !mayBeAt(desk, intent.runId, order)) continue;
    const about = { order: foreignOrder(order), leg };
    desk.outbox.notice('foreign-fill-against-entry', intent.runId, about);
  }
}
