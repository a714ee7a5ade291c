import { invariant } from '../../base/invariant.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type Order, type OrderEvent, type Side } from '../../model/orders/order.ts';
import { type Desk } from '../desk.ts';
import { brokerOf } from '../lifecycle/broker-of-run.ts';
import { type LedgerLine } from '../positions/position-ledger.ts';
import { nameOfPosition } from '../webhooks/unknown-starts.ts';
import { unconfirmedLegs } from './watch-carried.ts';

type Resolve = Extract<OperatorRequest, { readonly action: 'resolve' }>;

interface CarriedLeg {
  readonly runId: string;
  readonly leg: string;
  /** Its open lines; never empty. */
  readonly open: readonly LedgerLine[];
}

/** How the operator names a leg: the run, a slash, and the leg. */
export function nameOfLeg({
  runId,
  leg,
}: {
  readonly runId: string;
  readonly leg: string;
}): string {
  return `${runId}/${leg}`;
}

/** Takes what the operator says became of a carried leg; false where the name is of none that is open. */
export function resolveCarried(desk: Desk, request: Resolve): boolean {
  const { tag: name, as } = request;
  const leg = carriedLegs(desk).find((of) => nameOfLeg(of) === name);
  if (leg === undefined) return false;
  const custom = [...desk.customPositions.all()].find((of) => nameOfPosition(of) === name);
  if (custom !== undefined && as !== 'open' && as !== 'closed') return false;
  const problem =
    custom !== undefined && as === 'closed'
      ? { found: 'a carried leg and a custom position of this name', allowed: 'open' }
      : problemOf(desk, leg, request);
  if (problem === null) settle(desk, leg, request);
  else desk.outbox.notice('cannot-resolve', leg.runId, { name, as, ...problem });
  return true;
}

/** Takes it that all unconfirmed legs of a run are open: the operator named the run to be closed. */
export function takeAsOpen(desk: Desk, runId: string): void {
  for (const paused of unconfirmedLegs(desk)) {
    if (paused.runId === runId) confirm(desk, paused.runId, paused.leg);
  }
}

/** Legs that a journal carried into the day and that are open. */
export function carriedLegs({ ledger }: Pick<Desk, 'ledger'>): readonly CarriedLeg[] {
  const legs = new Map<string, CarriedLeg>();
  for (const line of ledger.open()) {
    if (line.carried?.overnight === undefined) continue;
    const { runId, leg } = line;
    const open = ledger.ofLeg(runId, leg).filter(({ position }) => position.netUnits !== 0);
    legs.set(nameOfLeg(line), { runId, leg, open });
  }
  return [...legs.values()];
}

/** What stands against it, and what may be said instead. */
interface Mismatch {
  readonly found: string;
  readonly allowed: string;
}

function problemOf(desk: Desk, leg: CarriedLeg, { as, units }: Resolve): Mismatch | null {
  if (as !== 'open' && as !== 'closed') return { found: 'a carried leg', allowed: 'open, closed' };
  if (units !== undefined) return problemOfUnits(leg, as, units);
  const isUnconfirmed = desk.foreign.pauseOf(leg.runId, leg.leg)?.cause === 'carried';
  if (as === 'closed' || isUnconfirmed) return null;
  return { found: 'a leg that waits for no one', allowed: 'closed, or open with --units' };
}

function problemOfUnits(
  { open: [line, ...others] }: CarriedLeg,
  as: 'open' | 'closed',
  units: number,
): Mismatch | null {
  const found = `${String(units)} units`;
  if (others.length > 0) {
    return { found, allowed: 'no --units: the leg has more than one contract' };
  }
  const heldUnits = Math.abs(line?.position.netUnits ?? 0);
  if (as === 'open' && units >= 1 && units <= heldUnits) return null;
  return { found, allowed: `1 to ${String(heldUnits)}, with --as open` };
}

function settle(desk: Desk, { runId, leg, open }: CarriedLeg, request: Resolve): void {
  const { tag: name, as, units } = request;
  desk.outbox.notice('resolved', runId, { name, as });
  for (const line of open) {
    const heldUnits = Math.abs(line.position.netUnits);
    const leftUnits = as === 'closed' ? 0 : (units ?? heldUnits);
    if (leftUnits < heldUnits) takeOff(desk, line, heldUnits - leftUnits);
  }
  confirm(desk, runId, leg);
}

function confirm(desk: Desk, runId: string, leg: string): void {
  const paused = desk.foreign.pauseOf(runId, leg);
  if (paused?.cause === 'carried') desk.foreign.resume(paused);
  const lines = desk.ledger.ofLeg(runId, leg);
  const units = lines.reduce((sum, { position }) => sum + Math.abs(position.netUnits), 0);
  desk.outbox.notice('carried-settled', runId, { leg, units, by: 'operator' });
}

/**
 * Takes units off a leg that someone closed before the day. What they brought is not known: they count at the last price
 * of the day before, so that the day itself gains and loses nothing by it.
 */
function takeOff(desk: Desk, line: LedgerLine, units: number): void {
  const { runId, leg, contract, carried, position } = line;
  invariant(carried !== null, 'Units of no carried leg are taken off');
  const side = position.netUnits > 0 ? 'sell' : 'buy';
  const event = closedBefore(desk, line, { side, units, valuePaise: units * carried.lastPaise });
  desk.ledger.apply(event, { runId, leg, contract });
  line.takenOffUnits += units;
  desk.foreign.touch(line);
  desk.recount.noteTakenOff({ runId, symbol: contract.symbol, side, units });
  if (!desk.runs.isRunning(runId)) return;
  const { seen } = event;
  desk.outbox.deliver(runId, { kind: 'orders-observed', atMs: desk.nowMs, events: [event], seen });
}

/** What a run is shown of it: no order of today, but a fill of its leg all the same. */
function closedBefore(
  desk: Pick<Desk, 'nowMs' | 'options' | 'runs'>,
  { runId, leg, contract }: LedgerLine,
  fill: { readonly side: Side; readonly units: number; readonly valuePaise: number },
): OrderEvent {
  const { instrumentId, symbol, underlying, expiry, strikePaise, optionType } = contract;
  const { units, valuePaise, side } = fill;
  const atMs = desk.nowMs;
  const order: Order = {
    ...{ instrumentId, symbol, underlying, expiry, strikePaise, optionType },
    orderId: `closed-before/${leg}`,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    tag: '',
    extraTags: {},
    product: 'carry-forward',
    side,
    quantityUnits: units,
    lotSizeUnits: contract.lotSizeUnits,
    terms: { kind: 'market', referencePricePaise: 0 },
    brokerId: brokerOf(desk, runId).brokerId,
    brokerOrderId: '',
    status: 'completed',
    statusWord: 'closed before, as the operator says',
    rejectionCode: '',
    rejectionReason: '',
    filledUnits: units,
    filledValuePaise: valuePaise,
  };
  return {
    kind: 'filled',
    order,
    legRef: { runId, leg, role: 'exit' },
    fillUnits: units,
    fillValuePaise: valuePaise,
    seen: { observedAtMs: atMs, ageMsMax: 0 },
  };
}
