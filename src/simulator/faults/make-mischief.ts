import { sha256Base32 } from '../../base/hash.ts';
import { type Exchange } from '../../exchange/exchange.ts';
import { type PositionBook } from '../../exchange/positions/position-book.ts';
import { type Listing, type Market } from '../../market/market.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Order } from '../../model/orders/order.ts';
import { istDate } from '../../model/time/ist.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import { type ChangingListing } from './changing-listing.ts';
import { type Mischief } from './mischief-plan.ts';
import { wholeBetween, mix32, pick } from './mix.ts';

/** What {@link makeMischief} acts on. */
export interface MischiefWorld {
  readonly exchange: Exchange;
  readonly positions: PositionBook;
  readonly market: Market;
  readonly listing: Listing;
  /** The listing that may change; null where none may. */
  readonly changing: ChangingListing | null;
  /** Where orders of strangers are; one that copies or closes ours is at the broker of that. */
  readonly brokerId: string;
  /** Whether the client under test placed orders under a tag. */
  readonly isOurs: (tag: string) => boolean;
}

/** What was done, for the judges. */
export type MischiefDone =
  /** Closes our position or has our tag; null for neither. */
  | { readonly kind: 'order-placed'; readonly order: Order; readonly of: Of }
  | { readonly kind: 'position-squared-off'; readonly positionId: string }
  | { readonly kind: 'contracts-changed'; readonly untilMs: number };

type Of = 'our-position' | 'our-order' | null;

/** Makes one piece of mischief at its instant; null when it has no target. */
export function makeMischief(mischief: Mischief, world: MischiefWorld): MischiefDone | null {
  world.positions.advanceTo(mischief.atMs);
  switch (mischief.name) {
    case 'F26':
      return strangersOrder(mischief, world, strangersTag(mischief));
    case 'F27':
      return secondOrder(mischief, world);
    case 'F29':
      if (world.changing === null) return null;
      world.changing.change(mischief);
      return { kind: 'contracts-changed', untilMs: mischief.atMs + mischief.afterMs };
    case 'F59':
      if (mischief.variant === 'square-off') return squareOff(mischief, world);
      return strangersOrder(mischief, world, '');
  }
}

/** A tag of a stranger, perhaps in our form. */
function strangersTag({ variant, id }: Mischief): string {
  if (variant === 'our-form') return `sl${sha256Base32(id, 16)}`;
  return variant === 'other-tag' ? 'another-program' : '';
}

function strangersOrder(
  mischief: Mischief,
  world: MischiefWorld,
  tag: string,
): MischiefDone | null {
  const { market, listing } = world;
  const { atMs, draw } = mischief;
  const date = istDate(atMs);
  const contracts = listing.underlyings.flatMap((underlying) =>
    listing.contracts(underlying, date),
  );
  if (contracts.length === 0) return null;
  // From the drawn one on: pricing all of them would cost more than the order.
  const first = wholeBetween(draw, [0, contracts.length - 1]);
  const isTraded = (contract: Contract): boolean =>
    contract.expiry >= date && market.quote(contract, atMs) !== null;
  const contract =
    contracts.slice(first).find(isTraded) ?? contracts.slice(0, first).find(isTraded);
  if (contract === undefined) return null;
  const side = (mix32(draw, 1) & 1) === 0 ? 'buy' : 'sell';
  const element = marketOrder(contract, { side, quantityUnits: contract.lotSizeUnits, tag });
  return put(element, null, { ...world, atMs });
}

function secondOrder(mischief: Mischief, world: MischiefWorld): MischiefDone | null {
  const ours = world.exchange.orders().filter(({ tag }) => world.isOurs(tag));
  if (ours.length === 0) return null;
  const { brokerId, product, ...order } = pick(mischief.draw, ours);
  const { tag, extraTags, instrumentId, symbol, side, quantityUnits, terms } = order;
  if (product === 'unrecognised') return null;
  const element = { tag, extraTags, instrumentId, symbol, side, quantityUnits, product, terms };
  return put(element, 'our-order', { ...world, brokerId, atMs: mischief.atMs });
}

function squareOff(mischief: Mischief, world: MischiefWorld): MischiefDone | null {
  const { exchange, positions, isOurs } = world;
  const open = openUnits(exchange.orders(), isOurs);
  if (open.length > 0) {
    const { order, units } = pick(mischief.draw, open);
    const side = units > 0 ? 'sell' : 'buy';
    const wanted = { side, quantityUnits: Math.abs(units), tag: '' } as const;
    const product = order.product === 'unrecognised' ? 'intraday' : order.product;
    const element = { ...marketOrder(order, wanted), product };
    const { brokerId } = order;
    return put(element, 'our-position', { ...world, brokerId, atMs: mischief.atMs });
  }
  const live = positions
    .positions()
    .filter(({ mode, state }) => mode === 'live' && state !== 'exited');
  if (live.length === 0) return null;
  const { positionId } = pick(mischief.draw, live);
  positions.squareOff(positionId, mischief.atMs);
  return { kind: 'position-squared-off', positionId };
}

/** Our open units of each contract at each broker that others have not closed. */
function openUnits(
  orders: readonly Order[],
  isOurs: MischiefWorld['isOurs'],
): readonly { readonly order: Order; readonly units: number }[] {
  const open = new Map<string, { order: Order; ours: number; all: number }>();
  for (const order of orders) {
    const units = order.side === 'buy' ? order.filledUnits : -order.filledUnits;
    const key = `${order.symbol}\n${order.brokerId}`;
    const before = open.get(key) ?? { order, ours: 0, all: 0 };
    const ours = before.ours + (isOurs(order.tag) ? units : 0);
    open.set(key, { order, ours, all: before.all + units });
  }
  return [...open.values()].flatMap(({ order, ours, all }) => {
    if (ours === 0 || Math.sign(ours) !== Math.sign(all)) return [];
    return [{ order, units: Math.sign(ours) * Math.min(Math.abs(ours), Math.abs(all)) }];
  });
}

function marketOrder(
  { instrumentId, symbol }: Pick<Contract, 'instrumentId' | 'symbol'>,
  wanted: Pick<PlaceElement, 'side' | 'quantityUnits' | 'tag'>,
): PlaceElement {
  const terms = { kind: 'market', referencePricePaise: 0 } as const;
  return { ...wanted, extraTags: {}, instrumentId, symbol, product: 'intraday', terms };
}

function put(
  element: PlaceElement,
  of: Of,
  { exchange, brokerId, atMs }: MischiefWorld & { readonly atMs: number },
): MischiefDone | null {
  const answer = exchange.place(element, brokerId, atMs);
  const order = answer.kind === 'accepted' ? exchange.order(answer.orderId) : undefined;
  return order === undefined ? null : { kind: 'order-placed', order, of };
}
