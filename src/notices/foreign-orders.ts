import { istClock } from '../model/time/ist.ts';
import { define } from './notice-kind.ts';
import { operatorCommands } from './operator-commands.ts';

/** An order that no run sent. */
export interface ForeignOrder {
  readonly orderId: string;
  readonly side: string;
  readonly quantityUnits: number;
  readonly symbol: string;
}

/** What such an order closed of a leg. */
export interface ForeignClose {
  readonly order: ForeignOrder;
  readonly units: number;
  readonly leg: string;
}

/** What a notice says of an order of no run. */
export function foreignOrder(order: ForeignOrder): ForeignOrder {
  const { orderId, side, quantityUnits, symbol } = order;
  return { orderId, side, quantityUnits, symbol };
}

/** What an order of no run did to a leg. */
export function foreignCloseText({ order, units, leg }: ForeignClose): string {
  return `${named(order)} belongs to no run and closed ${String(units)} units of leg "${leg}"`;
}

/** Orders that others send for the account. */
export const FOREIGN_ORDERS = {
  'foreign-close-adopted': define<ForeignClose & { readonly heldUnits: number }>({
    severity: 'critical',
    meaning: 'An order of no run closed units of a leg; they are taken off the leg.',
    action: 'Nothing, if the order was yours; else find out who sent it.',
    text: ({ heldUnits, ...close }) =>
      `${foreignCloseText(close)}: they are taken off the leg, which has ${String(heldUnits)} units now`,
  }),
  'foreign-close-ignored': define<ForeignClose>({
    severity: 'critical',
    meaning: 'An order of no run closed units of a leg that still count as held here.',
    action: 'Flatten or end the run before its exit opens the other way.',
    text: (close) =>
      `${foreignCloseText(close)}: they still count as open here, and an exit would open the opposite position`,
  }),
  'leg-paused': define<ForeignClose>({
    severity: 'critical',
    meaning: 'An order of no run closed units of a leg, so nothing is sent for the leg any more.',
    action: 'Release the run, which continues with the rest, or flatten it.',
    text: (close, runId) =>
      `${foreignCloseText(close)}: the leg is paused, nothing is sent for it. Decide: ${operatorCommands.unpause(runId).join(', or: ')}`,
  }),
  'leg-still-paused': define<{
    readonly leg: string;
    readonly sinceMs: number;
    readonly reason: string;
  }>({
    severity: 'warning',
    meaning: 'After a restart a paused leg still waits for you.',
    action: 'Release the run, which continues with the rest, or flatten it.',
    text: ({ leg, sinceMs, reason }, runId) =>
      `Leg "${leg}" is still paused (since ${istClock(sinceMs)} IST): ${reason}. Nothing is sent for it. Decide: ${operatorCommands.unpause(runId).join(', or: ')}`,
  }),
  'leg-released': define<{ readonly leg: string; readonly units: number }>({
    severity: 'info',
    meaning: 'A paused leg continues without the units that others closed.',
    action: 'Nothing.',
    text: ({ leg, units }) =>
      `Leg "${leg}" is released: ${String(units)} units that others closed are taken off it`,
  }),
  'foreign-order-working': define<{
    readonly order: ForeignOrder;
    readonly leg: string;
    readonly policy: 'adopt' | 'pause-leg' | 'alert';
  }>({
    severity: 'critical',
    meaning: 'An order of no run works that may close what a leg holds.',
    action: 'Cancel it at the platform if you do not want it.',
    text: ({ order, leg, policy }) =>
      `${named(order)} belongs to no run and may close units of leg "${leg}": ${ONCE_FILLED[policy]}`,
  }),
  'foreign-fill-against-entry': define<{ readonly order: ForeignOrder; readonly leg: string }>({
    severity: 'critical',
    meaning: 'An order of no run fills against an entry that still works.',
    action: 'Compare what the leg holds with the platform; flatten the run if they differ.',
    text: ({ order, leg }) =>
      `${named(order)} belongs to no run and fills against an entry of leg "${leg}" that still works: what it closes is not taken off the leg`,
  }),
  'tag-of-another-contract': define<{
    readonly orderId: string;
    readonly symbol: string;
    readonly tag: string;
    readonly leg: string;
    readonly legSymbol: string;
  }>({
    severity: 'critical',
    meaning: 'An order carries the tag of a leg, but is in another contract.',
    action: 'Watch it on the platform: nothing here follows it.',
    text: ({ orderId, symbol, tag, leg, legSymbol }) =>
      `Order ${orderId} (${symbol}) carries the tag ${tag} of leg "${leg}", which trades ${legSymbol}: left alone`,
  }),
  'orphan-order': define<ForeignOrder & { readonly tag: string; readonly statusWord: string }>({
    severity: 'critical',
    meaning: 'An order carries a tag of ours that no run of this journal has asked for.',
    action:
      'Watch it on the platform: unless a run asks for it, nothing here follows or closes it.',
    text: ({ tag, statusWord, ...order }) =>
      `Order ${order.orderId} (${terms(order)}, ${statusWord}) carries a tag of ours, ${tag}, that no run has asked for so far. A run that asks for it adopts it, with a notice; otherwise sauda neither follows nor closes it: watch it on the platform`,
  }),
};

const ONCE_FILLED = {
  adopt: 'what it fills will be taken off the leg',
  'pause-leg': 'the leg is paused as soon as it fills',
  alert: 'it will still count as open here, and an exit would open the opposite position',
};

function named(order: ForeignOrder): string {
  return `Order ${order.orderId} (${terms(order)})`;
}

function terms({ side, quantityUnits, symbol }: ForeignOrder): string {
  return `${side} ${String(quantityUnits)} ${symbol}`;
}
