import { type EngineView } from '../../engine/engine-view.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { isOurTag } from '../../model/orders/tag.ts';
import { type Notice } from '../../notices/notice.ts';
import { type Judge, names, type OracleFacts } from '../oracle/oracle-facts.ts';
import { type Truth } from '../oracle/truth.ts';

interface EndFacts {
  readonly facts: OracleFacts;
  /** Of the last life; null when no life was left. */
  readonly view: EngineView | null;
}

/** What must hold when the day is over. */
export const endInvariants: Readonly<Record<string, Judge<EndFacts>>> = {
  'I2 no intent is lost': noIntentIsLost,
  'I2 no order is lost': noOrderIsLost,
  'I7 flat or told': flatOrTold,
  'I25 the sums are equal': theSumsAreEqual,
  'I7 a day without faults ends flat': aQuietDayEndsFlat,
};

function noIntentIsLost({ facts, view }: EndFacts): string | null {
  if (view === null) return null;
  const known = new Map(view.intents.map((intent) => [intent.tag, intent]));
  for (const tag of facts.truth.durableIntents.keys()) {
    const intent = known.get(tag);
    if (intent === undefined) return `${tag} is on the disk and in no view`;
    if (intent.state === 'sending' && view.attemptsUnderWay === 0) return `${tag} is sent for ever`;
  }
  return null;
}

function noOrderIsLost({ facts, view }: EndFacts): string | null {
  const isBlind = facts.plan.mode === 'paper' || isAsleep(facts);
  return view === null || isBlind ? null : lostOrder(facts, view);
}

function lostOrder(facts: OracleFacts, view: EngineView): string | null {
  const seen = new Set(view.orders.map(({ orderId }) => orderId));
  const known = new Map(view.intents.map((intent) => [intent.tag, intent]));
  for (const [tag, orders] of facts.truth.ordersByTag) {
    if (!isOurTag(tag) || facts.truth.genuine(tag).length === 0) continue;
    const intent = known.get(tag);
    if (intent === undefined) return `${tag} stands at the exchange and is of no intent`;
    const isDoubted = intent.state === 'unknown' || intent.isUnresolved;
    if (isDoubted || isPollingOver(facts)) continue;
    const unseen = [...orders.values()].filter(({ orderId }) => !seen.has(orderId));
    const missing = unseen.find((order) => !isHidden(facts, order));
    if (missing === undefined) continue;
    return `${tag} (${missing.orderId}) was never seen and its intent is ${intent.state}`;
  }
  return null;
}

function isHidden(facts: OracleFacts, order: Order): boolean {
  return isAfterItsDay(facts, order) || isAfterLastRead(facts, order);
}

/** A machine that sleeps to the end of the day sees and tells nothing. */
function isAsleep({ machine }: OracleFacts): boolean {
  return machine.stalledUntilMs >= machine.nowMs;
}

/**
 * An order placed after the close cannot fill, and is not polled when nothing works. A process whose clock is
 * ahead ends its day early; it has told so, and takes no new risk. One whose clock jumps over the close (F34) hears nothing
 * any more that could tell it.
 */
function isAfterItsDay(
  { alarms, overAtMs, closeMs, plan }: OracleFacts,
  { createdAtMs, filledUnits }: Order,
): boolean {
  if (createdAtMs >= closeMs && filledUnits === 0) return true;
  const isTold = alarms.some(({ notice }) => tellsOfClock(notice));
  if (!isTold && !plan.names.includes('F34')) return false;
  return overAtMs !== null && createdAtMs >= overAtMs;
}

/** A process whose clock went back halts for it, or is halted already. */
function tellsOfClock(notice: Notice): boolean {
  if (notice.code === 'clock-set-back') return true;
  return notice.code === 'halted' && notice.facts.by === 'clock';
}

/** What came after the last list that could be read, which is reported. */
function isAfterLastRead({ flaws, lastReadAtMs }: OracleFacts, { createdAtMs }: Order): boolean {
  return flaws.isFailed && createdAtMs >= lastReadAtMs;
}

function isPollingOver({ truth, machine }: OracleFacts): boolean {
  const lastMs = Math.max(0, ...[...truth.sentTags.values()].map(({ lastAtMs }) => lastAtMs));
  return machine.nowMs - lastMs < LAST_SIGHT_MS;
}

const LAST_SIGHT_MS = 180_000;

function flatOrTold({ facts, view }: EndFacts): string | null {
  const { truth, closeMs, alarms, machine } = facts;
  if (view === null || machine.nowMs < closeMs || isAsleep(facts)) return null;
  for (const { runId, leg, symbol, netUnits } of truth.open()) {
    if (truth.isCarriedForward(symbol)) continue;
    // A process whose clock was set ahead has its close earlier, and tells then what it leaves.
    const isTold = alarms.some(
      ({ atMs, notice }) =>
        atMs >= closeMs - TOLD_BEFORE_CLOSE_MS ||
        (notice.code === 'held-at-close' && notice.facts.leg === leg),
    );
    if (!isTold) {
      return `${leg} of ${runId} holds ${String(netUnits)} of ${symbol} after the close without a notice`;
    }
  }
  return null;
}

const TOLD_BEFORE_CLOSE_MS = 600_000;

function theSumsAreEqual({ facts, view }: EndFacts): string | null {
  if (view === null) return null;
  const { truth, alarms } = facts;
  for (const { tag, state } of view.intents) {
    const working = truth.genuine(tag).filter(({ status, filledUnits }) => {
      return filledUnits > 0 || !isTerminal(status);
    });
    if (working.length === 0) continue;
    const isWithout = state === 'rejected' || state === 'refused' || state === 'absent';
    if (!isWithout || alarms.some(({ notice }) => names(notice, tag))) continue;
    return `${tag} is ${state} and has an order at the exchange`;
  }
  const known = new Set(view.intents.map(({ tag }) => tag));
  const lost = [...truth.sentTags.keys()].find((tag) => isOurTag(tag) && !known.has(tag));
  return lost === undefined ? null : `${lost} was sent and is of no intent`;
}

function aQuietDayEndsFlat({ facts: { plan, truth } }: EndFacts): string | null {
  if (plan.names.length > 0) return null;
  for (const { runId, leg, symbol, netUnits } of truth.holdings.values()) {
    // A long may be worthless by then, without a buyer.
    if (netUnits >= 0 || truth.isCarriedForward(symbol)) continue;
    return `${leg} of ${runId} holds ${String(netUnits)} of ${symbol} though nothing went wrong`;
  }
  return null;
}

/** Reads a list of orders at least this often, unless it must not log in. */
const SIGHT_MS = 20_000;

/**
 * What is left unsettled a minute after the faults ended (I27); null when nothing is. What is visibly unknown, absent or
 * held counts as settled: the operator has a notice.
 */
export function whatIsUnsettled({ truth, machine }: OracleFacts, view: EngineView): string | null {
  const { ordersAtMs } = view.lastGoodPolls;
  // While a login has to wait, nothing can be seen; that is reported, too.
  if (ordersAtMs === null || machine.processClock.nowMs() - ordersAtMs > SIGHT_MS) return null;
  const stuck = view.intents.find(({ state }) => state === 'sending');
  if (stuck !== undefined && view.attemptsUnderWay === 0) return `${stuck.tag} is sent for ever`;
  return whatIsUnseen(truth, view, machine.nowMs - SIGHT_MS);
}

function whatIsUnseen(truth: Truth, view: EngineView, untilMs: number): string | null {
  const seen = new Map(view.orders.map((order) => [order.orderId, order]));
  for (const [tag, orders] of truth.ordersByTag) {
    if (!truth.durableIntents.has(tag)) continue;
    for (const { orderId, filledUnits, updatedAtMs } of orders.values()) {
      if (updatedAtMs > untilMs) continue;
      const known = seen.get(orderId);
      if (known === undefined) return `${tag} (${orderId}) has not been seen`;
      if (known.filledUnits < filledUnits) {
        return `${tag} has filled ${String(filledUnits)} units, ${String(known.filledUnits)} are known`;
      }
    }
  }
  return null;
}
