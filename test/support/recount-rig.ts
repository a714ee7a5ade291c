import { type EngineEvent } from '../../src/engine/event.ts';
import { type Recount } from '../../src/engine/reconciling/recount.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { type PlaceElement } from '../../src/ports/orders.ts';
import { aRecord, CE, filled, RUN } from './engine-rig.ts';

/** An element that sells one lot of the call. */
export const ELEMENT: PlaceElement = {
  tag: 'spaaaaaaaaaaaaaaaa',
  extraTags: {},
  instrumentId: CE.instrumentId,
  symbol: CE.symbol,
  side: 'sell',
  quantityUnits: 75,
  product: 'intraday',
  terms: { kind: 'limit', pricePaise: 10_000 },
};
/** Its record, filled. */
export const FILLED = filled(aRecord(ELEMENT), 10_000);

/** Counts that an entry was planned under a tag. */
export function countPlan(recount: Recount, tag = ELEMENT.tag): void {
  const provenance = { mode: 'paper', account: 'default', build: 'test' } as const;
  const line = { atMs: 0, runId: RUN, tag, leg: 'ce', role: 'entry', parametersHash: '' };
  const entry = { kind: 'intent', ...line, ...provenance } as const;
  recount.noteEffects([{ kind: 'record', entry }]);
}

/** Counts that the element left. */
export function countSend(recount: Recount, attemptId = 'a0'): void {
  const request = { brokerId: 'broker', elements: [ELEMENT] };
  recount.noteEffects([{ kind: 'attempt', attempt: { attemptId, kind: 'place', request } }]);
}

/** Counts a poll of all orders. */
export function countPoll(recount: Recount, ...orders: readonly Order[]): void {
  const value = { orders, changed: [], malformed: [], isUnchanged: false };
  const outcome = { kind: 'accepted', value } as const;
  recount.noteEvent({ ...POLL, subject: 'orders', outcome });
}

/** Counts the look-up of the element's tag. */
export function countLookUp(recount: Recount, ...orders: readonly Order[]): void {
  const outcome = { kind: 'accepted', value: orders } as const;
  recount.noteEvent({ ...POLL, subject: 'orders-of-tag', tag: ELEMENT.tag, outcome });
}

const POLL = {
  kind: 'poll-ended',
  atMs: 0,
  startedAtMs: 0,
} as const satisfies Partial<EngineEvent>;
