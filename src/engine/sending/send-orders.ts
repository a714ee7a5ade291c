import { isHedged } from '../baskets/basket-book.ts';
import { invariant } from '../../base/invariant.ts';
import { extraTags } from '../../model/orders/tag.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import { type Desk } from '../desk.ts';
import { become } from '../intents/intent-machine.ts';
import {
  type EntryGroup,
  fallenLeg,
  type Intent,
  isExit,
  isFallen,
  isStanding,
} from '../intents/intent.ts';
import { refuseUnsent, siblingRefused } from '../intents/refuse.ts';
import { judgeIntent, type Verdict } from '../judging/judge-intent.ts';
import { brokerOf } from '../lifecycle/broker-of-run.ts';
import { coversHeld } from '../positions/cover.ts';
import { type MessageClass } from './message-budget.ts';
import { takeTurns } from './take-turns.ts';

type Ready = Extract<Verdict, { kind: 'ready' }>;

/** The exits that wait and may leave. They are stopped by nothing but the budget and the gate's last look. */
export function readyExits(desk: Desk): readonly Ready[] {
  const ready: Ready[] = [];
  for (const intent of desk.intents.live()) {
    if (intent.state !== 'waiting' || !isExit(intent)) continue;
    const verdict = judgeIntent(desk, intent);
    if (verdict.kind === 'ready') ready.push(verdict);
    if (verdict.kind === 'refused') refuseUnsent(desk, intent, verdict.refusal);
  }
  // Shorts are bought back before longs are sold: no moment with less cover than before.
  return ready.sort((left, right) => rank(left) - rank(right));
}

/** Places waiting entries that may leave. A hedge of open shorts reduces risk, and is as urgent as an exit. */
export function sendEntries(desk: Desk): void {
  const ready = readyEntries(desk);
  // Most steps: every one comes by.
  if (ready.length === 0) return;
  const hedges = new Set(ready.filter(({ intent }) => coversHeld(desk, intent)));
  for (const what of ['urgent', 'entry'] as const) {
    const own = ready.filter((element) => hedges.has(element) === (what === 'urgent'));
    const taken = takeTurns(desk, own, { what });
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
  sendBatch(desk, batch, what);
}

function isTogether(left: Ready, right: Ready): boolean {
  if (left.intent.runId !== right.intent.runId) return false;
  return isExit(left.intent) || left.intent.order.side === right.intent.order.side;
}

/** To the broker of their run, which has whatever it holds. */
function sendBatch(desk: Desk, batch: readonly Ready[], what: MessageClass): void {
  const [first] = batch;
  if (first === undefined) return;
  const { brokerId } = brokerOf(desk, first.intent.runId);
  const request = { brokerId, elements: batch.map(elementOf) };
  const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'place', request });
  const intents = batch.map(({ intent }) => intent);
  desk.attempts.add(attemptId, { kind: 'place', intents });
  desk.budget.send(attemptId, { nowMs: desk.nowMs, count: batch.length, what });
  for (const { intent, approved } of batch) {
    const { contract, side, quantityUnits } = intent.order;
    const isSame = approved.contract === contract && approved.side === side;
    invariant(
      isSame && approved.quantityUnits === quantityUnits,
      'What leaves is not what was decided',
    );
    become(intent, 'sent');
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

const NONE: readonly Ready[] = [];

/** Waiting entries that may leave now, hedges before shorts. Refuses those that can never leave. */
export function readyEntries(desk: Desk): readonly Ready[] {
  const groups = new Set<EntryGroup>();
  for (const intent of desk.intents.live()) {
    if (intent.state !== 'waiting' || isExit(intent)) continue;
    groups.add(intent.group ?? { intents: [intent], hedgedAtMs: null });
  }
  // Most steps: every one comes by.
  if (groups.size === 0) return NONE;
  const ready = [...groups].flatMap((group) => readyOfGroup(desk, group));
  return [
    ...ready.filter(({ intent }) => intent.order.side === 'buy'),
    ...ready.filter(({ intent }) => intent.order.side === 'sell'),
  ];
}

function readyOfGroup(desk: Desk, group: EntryGroup): readonly Ready[] {
  const waiting = group.intents.filter(({ state }) => state === 'waiting');
  const fallen = group.intents.find(isFallen);
  if (fallen !== undefined) {
    const why = fallenLeg(fallen);
    for (const intent of waiting) {
      refuseUnsent(desk, intent, { kind: 'not-sent-alone', detail: why });
    }
    return [];
  }
  const verdicts = judgeAll(desk, waiting);
  if (verdicts === null) return [];
  const hedges = group.intents.filter(({ order }) => order.side === 'buy');
  if (!isHedged(group)) return verdicts;
  if (hedges.every(isStanding)) {
    group.hedgedAtMs ??= desk.nowMs;
    return verdicts;
  }
  return verdicts.filter(({ intent }) => intent.order.side === 'buy');
}

/** Verdicts when all are ready; null when one waits, or when one was refused and the others with it. */
function judgeAll(desk: Desk, waiting: readonly Intent[]): readonly Ready[] | null {
  const verdicts = waiting.map((intent) => judgeIntent(desk, intent));
  const culprit = waiting.find((_, index) => verdicts[index]?.kind === 'refused');
  if (culprit === undefined) {
    const ready = verdicts.filter((verdict) => verdict.kind === 'ready');
    return ready.length === verdicts.length ? ready : null;
  }
  for (const [index, intent] of waiting.entries()) {
    const verdict = verdicts[index];
    const why = verdict?.kind === 'refused' ? verdict.refusal : siblingRefused(culprit.order.leg);
    refuseUnsent(desk, intent, why);
  }
  return null;
}
