import { type LegOrder, type TermsRequest } from '../../model/orders/command.ts';
import { isWorking, ORDER_STATUSES } from '../../model/orders/order-machine.ts';
import { type Order, type OrderTerms } from '../../model/orders/order.ts';
import { INTENT_STAGES, type IntentStage } from './intent-machine.ts';

/**
 * One order that the gate let in, slices counted: what was decided, what was sent, what was seen of it.
 *
 * - `waiting`: journaled, not sent.
 * - `sending`: an attempt is under way.
 * - `accepted`: the platform took it, or a poll has shown it. From here `orders` tells.
 * - `rejected`: certainly without effect. Final, unless a poll shows otherwise, which is an alarm.
 * - `unknown`: it may exist. Never turned into rejected.
 * - `absent`: clean polls over the quiet period prove that it never arrived. An exit is over, frees its units and
 *   is asked for anew; an entry is held for the operator, or sent once more where its run asked for that.
 * - `refused`: never sent, or written off. Final, unless a poll shows otherwise, which is an alarm.
 *
 * What leads from one to another is `INTENT_LIFE`, and only `become` writes it.
 */
export interface Intent {
  readonly tag: string;
  readonly runId: string;
  /** The command that asked for it; null when the engine did. */
  readonly commandIndex: number | null;
  readonly origin: 'command' | 'square-off' | 'replacement' | 'surplus';
  /** What was asked for; its quantity is that of the slice. */
  readonly order: LegOrder;
  /** SHA-256 of what was decided: the tag stands for this and nothing else. */
  readonly parametersHash: string;
  readonly plannedAtMs: number;
  /** Since when it waits to be sent; later than planned where it is sent once more. */
  waitingSinceMs: number;
  /** Entries of one command stand or fall together. Null for exits. */
  readonly group: EntryGroup | null;
  /** Written by `become` alone. */
  readonly state: IntentStage;
  /** Why it stands where it stands, for people. */
  detail: string;
  /** How often it was sent once more under its tag. */
  resends: number;
  /** Whether the operator wants it sent once more, which waits for held entries of the same command. */
  isResendAsked: boolean;
  /** When it was last sent; null when it never was. */
  sentAtMs: number | null;
  /** When it was first sent: earlier than `sentAtMs` where it was sent once more. */
  firstSentAtMs: number | null;
  /** Units that it is to fill in all. Nothing once it was taken for over: what it fills then is too much. */
  wantedUnits: number;
  /** Tags of exits that close what it filled beyond `wantedUnits`. */
  readonly surplusTags: string[];
  /** Orders that are too much and are being cancelled, by id. */
  readonly surplusCancels: Map<string, CancelWish>;
  /** Terms of the last place or modify. */
  sentTerms: OrderTerms | null;
  /** When the last place or modify was sent. */
  pricedAtMs: number | null;
  /** When it was found to be over. */
  endedAtMs: number | null;
  /** The identifier that the place call answered. */
  acceptedOrderId: string | null;
  /** Records that carry the tag, by order id. More than one is an alarm. */
  readonly orders: Map<string, Order>;
  cancel: CancelWish | null;
  modify: ModifyWish | null;
  /** Terms of the modify that is under way. */
  modifyUnderWay: OrderTerms | null;
  modifications: number;
  /** Terms under which what is left of an entry is placed anew once the order is over; exits stand by `ProtectionBook`. */
  replaceWith: TermsRequest | null;
  isUnresolvedNoticed: boolean;
  /** Since a call for it never left: until when it is not tried again, how often that was in a row, and whether people were told. Null when none was. */
  heldBack: HeldBack | null;
  /** What last proved that it is not there; null where nothing has. */
  absence: AbsenceProof | null;
}

interface HeldBack {
  readonly untilMs: number;
  readonly times: number;
  readonly isTold: boolean;
}

/** Clean polls over the quiet period in which an order was not shown. */
export interface AbsenceProof {
  /** Of all orders of the day. */
  readonly ordersPolls: number;
  /** Look-ups of its tag. */
  readonly tagPolls: number;
  readonly watchedMs: number;
}

/** Entries of one place command. Shorts wait until every hedge is seen to stand. */
export interface EntryGroup {
  readonly intents: Intent[];
  /** When the last hedge was seen to stand; null while one is not, or where there is none. */
  hedgedAtMs: number | null;
}

/** A standing wish that the order be cancelled. It ends with the order. */
export interface CancelWish {
  sentAtMs: number | null;
  isUnderWay: boolean;
  /** How often it was sent. */
  tries: number;
  /** Refused while its order was still on its way: due again as soon as that is seen to have arrived. */
  isTooEarly: boolean;
}

/** A wish that was not sent yet. */
export function cancelWish(): CancelWish {
  return { sentAtMs: null, isUnderWay: false, tries: 0, isTooEarly: false };
}

/** Whether a poll has shown an order of it that the exchange has, or had. */
export function hasArrived({ orders }: Pick<Intent, 'orders'>): boolean {
  for (const { status } of orders.values()) if (ORDER_STATUSES[status].hasArrived) return true;
  return false;
}

/** Whether a poll has shown all its orders at the exchange: the platform's word that it took an order is not the exchange's. */
export function isStanding({ state, orders }: Pick<Intent, 'state' | 'orders'>): boolean {
  if (state !== 'accepted' || orders.size === 0) return false;
  return [...orders.values()].every(({ status }) => ORDER_STATUSES[status].hasArrived);
}

/** A standing wish that the order have other terms. It ends when they are accepted or observed. */
export interface ModifyWish {
  readonly terms: OrderTerms;
  readonly commandIndex: number | null;
  /** When an attempt at it ended without an answer; it is not repeated before a later poll has been looked at. */
  unknownAtMs: number | null;
}

/** Whether it may be, or become, an order that can fill. */
export function isLive(intent: Intent): boolean {
  if (intent.state === 'waiting' || intent.state === 'sending') return true;
  if (intent.orders.size > 0) {
    for (const order of intent.orders.values()) if (isWorking(order)) return true;
    return false;
  }
  return INTENT_STAGES[intent.state].mayFill;
}

/** Whether it was sent and no poll has shown it: it counts as possibly filled. */
export function isUnresolved(intent: Intent): boolean {
  return intent.orders.size === 0 && INTENT_STAGES[intent.state].isSought;
}

/** Whether an unresolved order is one that nothing waits for any more: its answer was lost, or people were alarmed about it. */
export function isGivenUp(intent: Intent): boolean {
  return isUnresolved(intent) && (intent.state === 'unknown' || intent.isUnresolvedNoticed);
}

/** Whether it was refused or rejected, by the gate, the platform or the exchange. */
export function isRefused({ state, orders }: Pick<Intent, 'state' | 'orders'>): boolean {
  if (INTENT_STAGES[state].isRefused) return true;
  return [...orders.values()].some(({ status }) => status === 'rejected');
}

/** Whether it is an entry that was proven absent and waits for the operator, or for its turn to be sent once more. */
export function isHeld(intent: Pick<Intent, 'state' | 'order'>): boolean {
  return intent.state === 'absent' && !isExit(intent);
}

/** Its records that may still fill. */
export function workingOrders(intent: Intent): readonly Order[] {
  return [...intent.orders.values()].filter(isWorking);
}

/** Whether any of these is such a one. Stops are asked at every poll. */
export function hasWorking(
  { orders }: Pick<Intent, 'orders'>,
  isMeant: (order: Order) => boolean,
): boolean {
  for (const order of orders.values()) if (isWorking(order) && isMeant(order)) return true;
  return false;
}

/** Units seen as filled. */
export function filledUnits(intent: Intent): number {
  let units = 0;
  for (const order of intent.orders.values()) units += order.filledUnits;
  return units;
}

/** Whether nothing of an order is left to fill. */
export function isFilled(intent: Intent): boolean {
  return filledUnits(intent) >= intent.order.quantityUnits;
}

/** Units that it may still fill; an unknown order counts in full, and so does each of two orders under one tag. */
export function openUnits(intent: Intent): number {
  if (!isLive(intent)) return 0;
  if (intent.orders.size < 2) return Math.max(0, intent.order.quantityUnits - filledUnits(intent));
  return workingOrders(intent).reduce((units, order) => units + leftUnits(order), 0);
}

/** Units of an order that may still fill while it works. */
export function leftUnits(order: Order): number {
  return Math.max(0, order.quantityUnits - order.filledUnits);
}

/** Whether a strategy or the engine asked for it to close something. */
export function isExit(intent: Pick<Intent, 'order'>): boolean {
  return intent.order.role !== 'entry';
}

/** Whether one of the group failed, or cannot be relied on: what depends on it is not sent. */
export function isFallen(intent: Intent): boolean {
  const { state, orders, isUnresolvedNoticed } = intent;
  if (INTENT_STAGES[state].hasFallen) return true;
  if (orders.size === 0) return isUnresolvedNoticed;
  return [...orders.values()].some(
    ({ status, filledUnits }) =>
      status === 'rejected' || (status === 'cancelled' && filledUnits === 0),
  );
}

/** Which leg has fallen and how it stands, for people. */
export function fallenLeg(intent: Intent): string {
  return `leg "${intent.order.leg}" of the same command is ${standingOf(intent)}`;
}

function standingOf({ state, detail, orders }: Intent): string {
  const [order] = orders.values();
  if (order !== undefined) return [order.status, order.rejectionReason].filter(Boolean).join(': ');
  return state === 'accepted' ? 'not shown by any poll' : `${state}: ${detail}`;
}
