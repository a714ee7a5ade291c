import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { type Judge, type OracleFacts } from '../oracle/oracle-facts.ts';
import { readWrite, type RequestUnderway } from '../oracle/sent-order.ts';
import { type TrueFill } from '../oracle/truth.ts';

const MESSAGES_A_SECOND_MAX = 10;
const SECOND_MS = 1_000;
/** Clients have given up by then: what arrives later was kept back by the network, not sent too fast. */
const GIVEN_UP_MS = 10_000;
const MESSAGES = ['place', 'modify', 'cancel'];

/** Counts order messages where they arrive: no more than ten in any second (I9). */
export class Arrivals {
  /** By the request itself: the same bytes may be sent twice. */
  readonly #sentAtMs = new WeakMap<RequestUnderway, number>();
  #arrivedAtMs: number[] = [];

  takeSend(request: RequestUnderway, atMs: number): void {
    if (countOf(request) > 0) this.#sentAtMs.set(request, atMs);
  }

  /** A request arrives at the platform; what is wrong then, or null. */
  takeArrival(request: RequestUnderway, atMs: number): string | null {
    const count = countOf(request);
    if (count === 0) return null;
    const sentAtMs = this.#sentAtMs.get(request) ?? atMs;
    if (atMs - sentAtMs >= GIVEN_UP_MS) return null;
    this.#arrivedAtMs = this.#arrivedAtMs.filter((earlierMs) => earlierMs > atMs - SECOND_MS);
    for (let arrived = 0; arrived < count; arrived += 1) this.#arrivedAtMs.push(atMs);
    const inSecond = this.#arrivedAtMs.length;
    return inSecond > MESSAGES_A_SECOND_MAX
      ? `${String(inSecond)} order messages arrived within a second`
      : null;
  }
}

function countOf(request: RequestUnderway): number {
  const write = readWrite(request);
  if (write === null || !MESSAGES.includes(write.kind)) return 0;
  return write.kind === 'cancel' ? write.orderIds.length : write.orders.length;
}

/** What happened at the exchange. */
export interface FillFacts {
  readonly facts: OracleFacts;
  readonly orders: readonly Order[];
  readonly fills: readonly TrueFill[];
}

/** What must hold of orders and fills at the exchange. */
export const fillInvariants: Readonly<Record<string, Judge<FillFacts>>> = {
  'I1 one order a tag': oneOrderATag,
  'I8 an exit only reduces': anExitOnlyReduces,
  'I39 one lot a leg at stage one-lot': oneLotALeg,
};

function oneOrderATag({ facts, orders }: FillFacts): string | null {
  for (const { tag } of orders) {
    if (tag === '') continue;
    const live = facts.truth.genuine(tag).filter((order) => {
      return !isTerminal(order.status) || order.filledUnits > 0;
    });
    if (live.length > 1) return `${tag} has ${String(live.length)} orders at the exchange`;
  }
  return null;
}

function anExitOnlyReduces({ facts, fills }: FillFacts): string | null {
  for (const { role, heldBefore, signedUnits, order, leg, runId } of fills) {
    if (role === 'entry' || facts.truth.meddledSymbols.has(order.symbol)) continue;
    const heldAfter = heldBefore + signedUnits;
    const isReduced = Math.sign(heldBefore) === -Math.sign(signedUnits);
    if (isReduced && Math.sign(heldAfter) !== -Math.sign(heldBefore)) continue;
    return `${role} ${order.tag} took ${leg} of ${runId} from ${String(heldBefore)} to ${String(heldAfter)} units of ${order.symbol}`;
  }
  return null;
}

function oneLotALeg({ facts, fills }: FillFacts): string | null {
  for (const { order, leg, runId, heldBefore, signedUnits } of fills) {
    const lotUnits = facts.lotUnits.get(order.symbol);
    if (lotUnits === undefined || !facts.truth.oneLotRuns.has(runId)) continue;
    const heldUnits = Math.abs(heldBefore + signedUnits);
    if (heldUnits <= lotUnits) continue;
    return `${leg} of ${runId} is at one lot and holds ${String(heldUnits)} units of ${order.symbol} with ${order.tag}, a lot is ${String(lotUnits)}`;
  }
  return null;
}
