import { invariant } from '../../base/invariant.ts';

/** Where an intent stands. */
export type IntentStage =
  'waiting' | 'sending' | 'accepted' | 'rejected' | 'unknown' | 'absent' | 'refused';

/** What can happen to an intent. */
export type IntentEvent =
  | 'claimed'
  | 'sent'
  | 'refused'
  | 'held-back'
  | 'answered-accepted'
  | 'answered-rejected'
  | 'answered-unknown'
  | 'seen'
  | 'proven-absent'
  | 'said-absent'
  | 'written-off'
  | 'resent';

/** One arrow of an intent's life; `says` is its text in docs/orders.md. */
export type IntentMove = readonly [
  from: IntentStage,
  event: IntentEvent,
  to: IntentStage,
  says: string,
];

/** The life of an intent: all that may happen to it. It begins `waiting`, once the gate let it in. */
export const INTENT_LIFE: readonly IntentMove[] = [
  ['waiting', 'claimed', 'accepted', 'an order has its tag already, taken over'],
  ['waiting', 'sent', 'sending', 'attempt journaled, then sent'],
  ['waiting', 'refused', 'refused', 'cannot leave'],
  ['waiting', 'seen', 'accepted', 'seen after all, before it was resent'],
  ['sending', 'seen', 'sending', 'a poll shows it, the answer is still to come'],
  ['sending', 'held-back', 'waiting', 'certainly never left, tried again'],
  ['sending', 'answered-accepted', 'accepted', 'answered, or seen in a poll'],
  ['sending', 'answered-rejected', 'rejected', 'certainly no effect'],
  ['sending', 'answered-unknown', 'unknown', 'anything else, or a crash'],
  ['unknown', 'seen', 'accepted', 'a poll shows the tag, at any time'],
  ['unknown', 'proven-absent', 'absent', 'proven by clean polls'],
  ['unknown', 'said-absent', 'absent', 'an exit, the operator says so'],
  ['unknown', 'written-off', 'refused', 'an entry, the operator says so'],
  ['unknown', 'resent', 'waiting', 'an entry, resent for the operator'],
  ['accepted', 'seen', 'accepted', 'a poll shows it'],
  ['accepted', 'proven-absent', 'absent', 'answered, but never seen'],
  ['accepted', 'said-absent', 'absent', 'an exit never seen, the operator says so'],
  ['accepted', 'written-off', 'refused', 'an entry never seen, the operator says so'],
  ['absent', 'resent', 'waiting', 'an entry, resent once'],
  ['absent', 'written-off', 'refused', 'an entry, given up'],
  ['absent', 'seen', 'accepted', 'seen after all (alarm, except for a held entry)'],
  ['rejected', 'seen', 'accepted', 'seen after all (alarm)'],
  ['refused', 'seen', 'accepted', 'seen after all (alarm)'],
];

/** What a stage says of an intent, as long as no poll has shown an order of it. */
export interface StageFacts {
  /** It may be, or become, an order that fills. */
  readonly mayFill: boolean;
  /** It was sent, and counts as filled until a poll shows it or proves that it is not there. */
  readonly isSought: boolean;
  /** It failed, or cannot be relied on: nothing that depends on it is sent. */
  readonly hasFallen: boolean;
  /** It had no effect and will have none. */
  readonly isRefused: boolean;
}

/** All that is asked of a stage, on one screen. */
export const INTENT_STAGES: Readonly<Record<IntentStage, StageFacts>> = {
  waiting: { mayFill: true, isSought: false, hasFallen: false, isRefused: false },
  sending: { mayFill: true, isSought: false, hasFallen: false, isRefused: false },
  accepted: { mayFill: true, isSought: true, hasFallen: false, isRefused: false },
  unknown: { mayFill: true, isSought: true, hasFallen: true, isRefused: false },
  absent: { mayFill: false, isSought: false, hasFallen: true, isRefused: false },
  rejected: { mayFill: false, isSought: false, hasFallen: true, isRefused: true },
  refused: { mayFill: false, isSought: false, hasFallen: true, isRefused: true },
};

/** All that can still happen to an intent that a poll has shown: it is never sent again, and never taken for nothing. */
const OF_SHOWN: ReadonlySet<IntentEvent> = new Set(['claimed', 'seen', 'answered-accepted']);

const NEXT: ReadonlyMap<string, IntentStage> = new Map(
  INTENT_LIFE.map(([from, event, to]) => [keyOf(from, event), to]),
);

/** What `become` looks at and moves. */
export interface Becoming {
  readonly tag: string;
  readonly state: IntentStage;
  readonly orders: { readonly size: number };
}

/**
 * Moves an intent: the only place that writes its state.
 *
 * @throws {InvariantViolation} when the table does not have that move, or when a poll has shown the order and the move
 *   could send it again or take it for nothing
 */
export function become(intent: Becoming, event: IntentEvent): void {
  const { tag, state, orders } = intent;
  const next = NEXT.get(keyOf(state, event));
  invariant(next !== undefined, `Intent "${tag}" is ${state}, and cannot be ${event}`);
  invariant(
    orders.size === 0 || OF_SHOWN.has(event),
    `Intent "${tag}" has been seen, and cannot be ${event}`,
  );
  const own: { state: IntentStage } = intent;
  own.state = next;
}

function keyOf(from: IntentStage, event: IntentEvent): string {
  return `${from} ${event}`;
}
