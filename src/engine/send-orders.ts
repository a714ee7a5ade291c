import { type PlaceElement } from '../ports/orders.ts';
import { extraTags } from '../model/tag.ts';
import { type Desk } from './desk.ts';
import { isExit } from './intent.ts';
import { judgeIntent, type Verdict } from './judge-intent.ts';
import { type MessageClass } from './message-budget.ts';
import { readyEntries } from './ready-entries.ts';
import { refuseIntent } from './refuse.ts';
import { takeTurns } from './take-turns.ts';
import { coversHeld } from './whole-of-run.ts';

type Ready = Extract<Verdict, { kind: 'ready' }>;

/** The exits that wait and may leave. They are stopped by nothing but the budget and the gate's last look. */
export function readyExits(desk: Desk): readonly Ready[] {
  const ready: Ready[] = [];
  for (const intent of desk.intents.live()) {
    if (intent.state !== 'waiting' || !isExit(intent)) continue;
    const verdict = judgeIntent(desk, intent);
    if (verdict.kind === 'ready') ready.push(verdict);
    if (verdict.kind === 'refused') refuseIntent(desk, intent, verdict.refusal);
  }
  // Shorts are bought back before longs are sold: no moment with less cover than before.
  return ready.sort((left, right) => rank(left) - rank(right));
}

/** Places the entries that wait and may leave. A hedge of what is held takes risk away, and is as urgent as an exit. */
export function sendEntries(desk: Desk): void {
  const ready = readyEntries(desk);
  // Most steps: every one comes by.
  if (ready.length === 0) return;
  const hedges = new Set(ready.filter(({ intent }) => coversHeld(desk, intent)));
  for (const what of ['urgent', 'entry'] as const) {
    const own = ready.filter((element) => hedges.has(element) === (what === 'urgent'));
    const taken = takeTurns(desk, own, what);
    sendPlaces(
      desk,
      own.filter((element) => taken.has(element)),
      what,
    );
  }
}

function rank({ intent }: Ready): number {
  return intent.order.side === 'buy' ? 0 : 1;
}

/** Places orders: one call for each stretch that has run and kind in common. One bad order cannot sink another run's. */
export function sendPlaces(desk: Desk, ready: readonly Ready[], what: MessageClass): void {
  let batch: Ready[] = [];
  for (const element of ready) {
    const first = batch[0];
    const isFull = batch.length >= desk.limits.batchElementsMax;
    if (first !== undefined && (isFull || !isTogether(first, element))) {
      sendBatch(desk, batch, what);
      batch = [];
    }
    batch.push(element);
  }
  if (batch.length > 0) sendBatch(desk, batch, what);
}

function isTogether(left: Ready, right: Ready): boolean {
  if (left.intent.runId !== right.intent.runId) return false;
  return isExit(left.intent) || left.intent.order.side === right.intent.order.side;
}

function sendBatch(desk: Desk, batch: readonly Ready[], what: MessageClass): void {
  const request = { brokerId: desk.options.brokerId, elements: batch.map(elementOf) };
  const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'place', request });
  const intents = batch.map(({ intent }) => intent);
  desk.attempts.add(attemptId, { kind: 'place', intents });
  desk.budget.send(attemptId, { nowMs: desk.nowMs, count: batch.length, what });
  for (const { intent, approved } of batch) {
    intent.state = 'sending';
    intent.sentAtMs = desk.nowMs;
    intent.firstSentAtMs ??= desk.nowMs;
    intent.sentTerms = approved.terms;
    intent.pricedAtMs = desk.nowMs;
  }
}

function elementOf({ intent, approved }: Ready): PlaceElement {
  const { contract, side, quantityUnits, product, terms, leg, role } = approved;
  return {
    tag: intent.tag,
    extraTags: extraTags({ runId: intent.runId, leg, role }),
    instrumentId: contract.instrumentId,
    symbol: contract.symbol,
    side,
    quantityUnits,
    product,
    terms,
  };
}
