import { createDesk, type Desk, type DeskOptions } from '../../src/engine/desk.ts';
import { type Effect } from '../../src/engine/effect.ts';
import { DEFAULT_ENGINE_LIMITS, type EngineLimits } from '../../src/engine/engine-limits.ts';
import { type Intent } from '../../src/engine/intents/intent.ts';
import { type PlanFor, planIntents } from '../../src/engine/intents/plan-intents.ts';
import { type LedgerLine } from '../../src/engine/positions/position-ledger.ts';
import { type Contract } from '../../src/model/market/contract.ts';
import { type LegOrder } from '../../src/model/orders/command.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { DEFAULT_RUN_POLICIES, type RunPolicies } from '../../src/model/runs/run-policies.ts';
import { type PlaceElement } from '../../src/ports/orders.ts';
import {
  aCalendar,
  aDay,
  aLeg,
  aQuote,
  aRecord,
  aRun,
  at,
  CE,
  RigProblem,
  RUN,
} from './engine-rig.ts';

/** Options of a desk on paper, with the limits that are named. */
export function deskOptions(limits: Partial<EngineLimits> = {}): DeskOptions {
  return {
    mode: 'paper',
    account: 'default',
    brokerId: 'broker',
    calendar: aCalendar(),
    build: 'test',
    limits: { ...DEFAULT_ENGINE_LIMITS, ...limits },
  };
}

/** A desk at 09:20 on which one run has started: for tests of one function of the engine. */
export function aDesk(
  over: { readonly policies?: Partial<RunPolicies>; readonly limits?: Partial<EngineLimits> } = {},
): Desk {
  const desk = createDesk(deskOptions(over.limits), aDay());
  desk.nowMs = at('09:20');
  desk.runs.start(aRun(), { ...DEFAULT_RUN_POLICIES, ...over.policies });
  return desk;
}

/**
 * Plans one order of the run: it waits.
 *
 * @throws {RigProblem} when nothing was planned
 */
export function planned(desk: Desk, order = aLeg(), over: Partial<PlanFor> = {}): Intent {
  const plan = { runId: RUN, commandIndex: 0, origin: 'command', group: null, ...over } as const;
  const [tag = ''] = planIntents(desk, order, plan);
  const intent = desk.intents.byTag(tag);
  if (intent === undefined) throw new RigProblem('nothing was planned');
  return intent;
}

/** Plans one order, sent now and shown open by a poll. */
export function working(desk: Desk, order = aLeg(), over: Partial<PlanFor> = {}): Intent {
  const intent = planned(desk, order, over);
  intent.sentTerms = termsOf(intent);
  intent.sentAtMs = desk.nowMs;
  intent.pricedAtMs = desk.nowMs;
  shownAs(intent);
  return intent;
}

/** Puts an intent where a test wants it, past its life so far. */
export function putInto(intent: Intent, state: Intent['state']): void {
  Object.assign(intent, { state });
}

/** Lets a poll have shown an order of an intent. */
export function shownAs(intent: Intent, over: Partial<Order> = {}): Order {
  const order = aRecord(elementOf(intent), over);
  putInto(intent, 'accepted');
  intent.orders.set(order.orderId, order);
  return order;
}

/**
 * Lets a leg hold units, sold where they are negative.
 *
 * @throws {RigProblem} when the ledger did not take them
 */
export function held(
  desk: Desk,
  netUnits: number,
  over: { readonly leg?: string; readonly contract?: Contract; readonly pricePaise?: number } = {},
): LedgerLine {
  const { leg = 'ce', contract = CE, pricePaise = 10_000 } = over;
  const units = Math.abs(netUnits);
  const side: LegOrder['side'] = netUnits > 0 ? 'buy' : 'sell';
  const order = aRecord(
    elementOf({ tag: 'held', order: aLeg({ contract, side, quantityUnits: units }) }),
  );
  const fill = { fillUnits: units, fillValuePaise: units * pricePaise };
  const seen = { observedAtMs: desk.nowMs, ageMsMax: 0 };
  const about = { runId: RUN, leg, contract };
  desk.ledger.apply({ kind: 'filled', order, legRef: null, ...fill, seen }, about);
  const line = desk.ledger.line(RUN, leg, contract.symbol);
  if (line === undefined) throw new RigProblem('nothing is held');
  return line;
}

/** Lets a poll of now have brought last prices, with bid and ask 5 paise around them. */
export function quoted(desk: Desk, lastPaise: number, ...contracts: readonly Contract[]): void {
  const of = contracts.length === 0 ? [CE] : contracts;
  const quotes = of.map((contract) => ({ ...aQuote(contract, lastPaise), atMs: desk.nowMs }));
  desk.quotes.observe(quotes, desk.nowMs);
}

/** What has left the desk since the last look. */
export function leftDesk(desk: Desk): readonly Effect[] {
  return desk.outbox.take();
}

function elementOf({ tag, order }: Pick<Intent, 'tag' | 'order'>): PlaceElement {
  const { contract, side, quantityUnits, product } = order;
  const { instrumentId, symbol } = contract;
  const terms = termsOf({ order });
  return { tag, extraTags: {}, instrumentId, symbol, side, quantityUnits, product, terms };
}

function termsOf({ order: { terms } }: Pick<Intent, 'order'>): PlaceElement['terms'] {
  return terms.kind === 'marketable' ? { kind: 'limit', pricePaise: 10_000 } : terms;
}
