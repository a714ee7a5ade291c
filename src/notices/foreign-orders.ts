import { istClock } from '../model/time/ist.ts';
import { critical, info, type Numbers, type Texts, warning } from './notice-kind.ts';

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
  'foreign-close-adopted': critical<ForeignClose & Numbers<'heldUnits'>>(
    ({ heldUnits, ...close }) =>
      `${foreignCloseText(close)}: they are taken off the leg, which has ${String(heldUnits)} units now`,
  ),
  'foreign-close-ignored': critical<ForeignClose>(
    (close) =>
      `${foreignCloseText(close)}: they still count as open here, and an exit would open the opposite position`,
  ),
  'leg-paused': critical<ForeignClose>(
    (close, runId, commands) =>
      `${foreignCloseText(close)}: the leg is paused, nothing is sent for it. Decide: ${commands.unpause(runId).join(', or: ')}`,
  ),
  'leg-still-paused': warning<Texts<'leg' | 'reason'> & Numbers<'sinceMs'>>(
    ({ leg, sinceMs, reason }, runId, commands) =>
      `Leg "${leg}" is still paused (since ${istClock(sinceMs)} IST): ${reason}. Nothing is sent for it. Decide: ${commands.unpause(runId).join(', or: ')}`,
  ),
  'leg-released': info<Texts<'leg'> & Numbers<'units'>>(
    ({ leg, units }) =>
      `Leg "${leg}" is released: ${String(units)} units that others closed are taken off it`,
  ),
  'foreign-order-working': critical<
    Texts<'leg'> & {
      readonly order: ForeignOrder;
      readonly policy: 'adopt' | 'pause-leg' | 'alert';
    }
  >(
    ({ order, leg, policy }) =>
      `${named(order)} belongs to no run and may close units of leg "${leg}": ${ONCE_FILLED[policy]}`,
  ),
  'foreign-fill-against-entry': critical<Texts<'leg'> & { readonly order: ForeignOrder }>(
    ({ order, leg }) =>
      `${named(order)} belongs to no run and fills against an entry of leg "${leg}" that still works: what it closes is not taken off the leg`,
  ),
  'tag-of-another-contract': critical<Texts<'orderId' | 'symbol' | 'tag' | 'leg' | 'legSymbol'>>(
    ({ orderId, symbol, tag, leg, legSymbol }) =>
      `Order ${orderId} (${symbol}) carries the tag ${tag} of leg "${leg}", which trades ${legSymbol}: it is in no book. Close it on the platform, unless another program follows it`,
  ),
  'orphan-order': critical<ForeignOrder & Texts<'tag' | 'statusWord'>>(
    ({ tag, statusWord, ...order }) =>
      `Order ${order.orderId} (${terms(order)}, ${statusWord}) carries a tag of ours, ${tag}, that no run has asked for so far. A run that asks for it adopts it, with a notice; otherwise sauda neither follows nor closes it: watch it on the platform`,
  ),
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
