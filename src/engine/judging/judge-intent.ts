import { type Result } from '../../base/result.ts';
import { type OrderTerms } from '../../model/orders/order.ts';
import {
  type ApprovalFacts,
  approveOrder,
  approveTerms,
  isEntry,
  type PricedOrder,
} from '../../risk/approve-order.ts';
import { type AccountFacts } from '../../risk/check-account.ts';
import { checkData, type DataFacts } from '../../risk/check-data.ts';
import {
  isAboutAddedRisk,
  isForWantOfData,
  type Refusal,
  type RiskApproved,
} from '../../risk/refusal.ts';
import { type Desk, type Legs, type Timed } from '../desk.ts';
import { isHeldBack, waitEndsMs } from '../intents/hold-back.ts';
import { type Intent } from '../intents/intent.ts';
import { awaitsFirstQuotes, isBookKnown } from '../lifecycle/away.ts';
import { isHedgeIntent } from '../positions/cover.ts';
import { expectedPaise, exposureOfOrder } from '../positions/exposure.ts';
import { heldFacts } from '../positions/legs.ts';
import { checkPaused } from './check-leg.ts';
import { accountFacts, permissionFacts } from './entry-facts.ts';
import { marketablePricePaise } from './order-terms.ts';

/** What is to become of an intent that waits. */
export type Verdict =
  | {
      readonly kind: 'ready';
      readonly runId: string;
      readonly intent: Intent;
      readonly approved: RiskApproved<PricedOrder>;
    }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Prices a waiting intent and asks the gate for the last time. Want of data is waited out for a while. */
export function judgeIntent(desk: Desk, intent: Intent): Verdict {
  const { order, runId } = intent;
  const pause = checkPaused(desk, runId, order.leg);
  if (pause !== null) return { kind: 'refused', refusal: pause };
  if (isHeldBack(desk, intent) || !isToBeJudged(desk, intent)) return { kind: 'waiting' };
  const data = dataFacts(desk, order.contract.symbol);
  const lack = isEntry(order) ? checkData(order.contract.symbol, data) : null;
  if (lack !== null) return waitOrRefuse(desk, intent, lack);
  const terms = resolveTerms(desk, intent);
  if (terms === null) return waitOrRefuse(desk, intent, noPrice(order.contract.symbol));
  const { nowMs, day, options } = desk;
  const held = heldFacts(desk, intent, intent);
  const facts = {
    ...data,
    ...{ nowMs, day, mode: options.mode, held },
    // Put together only where it is asked for: no exit is judged by it.
    get account() {
      return factsOf(desk, intent, terms);
    },
  };
  const approval = approve(desk, intent, { order: { ...order, terms }, facts });
  if (approval.ok) return { kind: 'ready', runId, intent, approved: approval.value };
  return waitOrRefuse(desk, intent, approval.error);
}

/** Asks the gate once more of an order that takes risk away, where it only spoke of added risk. */
function approve(
  desk: Legs,
  intent: Intent,
  { order, facts }: { readonly order: PricedOrder; readonly facts: ApprovalFacts },
): Result<RiskApproved<PricedOrder>, Refusal> {
  const approval = approveOrder(order, facts);
  if (approval.ok || !isAboutAddedRisk(approval.error) || !isHedgeIntent(desk, intent)) {
    return approval;
  }
  return approveOrder(order, { ...facts, isHedge: true });
}

/** What a held run decided last is not to be added to before the operator has looked; exits need a book that is known, and a price. */
function isToBeJudged(desk: Desk, { order, runId }: Intent): boolean {
  if (isEntry(order)) return desk.runs.get(runId).state !== 'held';
  if (!isBookKnown(desk)) return false;
  return order.terms.kind !== 'marketable' || !awaitsFirstQuotes(desk, order.contract.symbol);
}

function dataFacts(desk: Desk, symbol: string): DataFacts {
  const { nowMs, limits } = desk;
  const { lastGoodAtMs, failure } = desk.polls.state('orders');
  // A list from before the process was away does not show what happened meanwhile, however short that was.
  const isKnown = lastGoodAtMs !== null && lastGoodAtMs >= (desk.awayUntilMs ?? -Infinity);
  const why = desk.polls.ordersQuality?.why ?? '';
  return {
    ...desk.quotes.ages(symbol, nowMs),
    lastPaise: desk.quotes.last(symbol)?.lastPaise ?? null,
    ordersAgeMs: isKnown ? nowMs - lastGoodAtMs : null,
    ordersTrouble: failure === null ? why : `polls of orders fail: ${failure}`,
    quotesTrouble: desk.polls.state('quotes').failure ?? '',
    limits,
  };
}

function factsOf(desk: Desk, self: Intent, terms: OrderTerms): AccountFacts {
  const { runId, order } = self;
  const own = exposureOfOrder(order, order.quantityUnits, expectedPaise(desk, order, terms));
  return accountFacts(desk, { runId, self, slices: 1, ...own });
}

function waitOrRefuse(desk: Timed, intent: Intent, refusal: Refusal): Verdict {
  const untilMs = waitEndsMs(desk, intent);
  if (!isForWantOfData(refusal) || desk.nowMs >= untilMs) return { kind: 'refused', refusal };
  desk.wakesAtMs.push(untilMs);
  return { kind: 'waiting' };
}

function noPrice(symbol: string): Refusal {
  return {
    rule: 'no-quote',
    what: `Nothing to price ${symbol} from`,
    found: 'no quote and no fill',
    allowed: 'either',
  };
}

/** Terms as they are sent. An exit takes the last known quote, however old, or else the last fill. */
function resolveTerms(desk: Desk, { runId, order }: Intent): OrderTerms | null {
  if (order.terms.kind !== 'marketable') return order.terms;
  const { side, contract, leg } = order;
  const line = desk.ledger
    .ofLeg(runId, leg)
    .find((held) => held.contract.symbol === contract.symbol);
  const pricePaise = marketablePricePaise(
    {
      side,
      contract,
      bufferPercent: order.terms.bufferPercent,
      quote: desk.quotes.last(contract.symbol),
      fallbackPaise: line?.lastFillPaise ?? null,
    },
    desk.limits,
  );
  return pricePaise === null ? null : { kind: 'limit', pricePaise };
}

/** Asks the gate whether a working order may have other terms. */
export function judgeTerms(
  desk: Desk,
  intent: Intent | Pick<Intent, 'runId' | 'order'>,
  terms: OrderTerms,
): Result<RiskApproved<PricedOrder>, Refusal> {
  const { runId, order } = intent;
  const { nowMs, day, limits, options } = desk;
  const lastPaise = desk.quotes.last(order.contract.symbol)?.lastPaise ?? null;
  const permission = permissionFacts(desk, runId);
  const facts = { nowMs, day, limits, mode: options.mode, lastPaise, ...permission };
  const approval = approveTerms({ ...order, terms }, facts);
  if (approval.ok || !isAboutAddedRisk(approval.error)) return approval;
  if (!('state' in intent && isHedgeIntent(desk, intent))) return approval;
  return approveTerms({ ...order, terms }, { ...facts, isHedge: true });
}
