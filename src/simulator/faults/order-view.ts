import { type Order } from '../../model/orders/order.ts';
import { type VisibleOrders } from '../platform/platform-parts.ts';
import { type Fault, type FaultName } from './fault-catalogue.ts';
import { pick } from './mix.ts';

/** The earlier states of orders. */
export interface OrderPast {
  readonly nowMs: number;
  /** The snapshots of an order before the present one, oldest first. */
  readonly pastOf: (orderId: string) => readonly Order[];
}

/** The orders as a request with a fault shows them (F19 to F25); null when the fault does not change them. */
export function faultyView(fault: Fault, past: OrderPast): VisibleOrders | null {
  const show = SHOWN[fault.name];
  return show === undefined ? null : (orders) => show(orders, fault, past);
}

type Show = (orders: readonly Order[], fault: Fault, past: OrderPast) => readonly Order[];

const SHOWN: Readonly<Partial<Record<FaultName, Show>>> = {
  F19: (orders, { draw }) => (orders.length === 0 ? orders : [...orders, pick(draw, orders)]),
  F20: (orders, { variant }) => (variant === 'records' ? orders.toReversed() : orders),
  F21: (orders, { afterMs }, past) =>
    orders.flatMap((order) => asOf(order, past.nowMs - afterMs, past) ?? []),
  F22: (orders, { draw }) => {
    const missing = orders.length === 0 ? undefined : pick(draw, orders);
    return orders.filter((order) => order !== missing);
  },
  F23: (orders, { afterMs }, { nowMs }) =>
    orders.filter(({ createdAtMs }) => createdAtMs + afterMs <= nowMs),
  F24: (orders, { draw }, past) => replaceOne(orders, draw, (order) => before(order, draw, past)),
  F25: (orders, { draw }, past) => replaceOne(orders, draw, (order) => fillAlone(order, past)),
};

/** The order at an instant; undefined when there was none. */
function asOf(
  order: Order,
  atMs: number,
  { pastOf }: Pick<OrderPast, 'pastOf'>,
): Order | undefined {
  if (order.updatedAtMs <= atMs) return order;
  return pastOf(order.orderId).findLast((snapshot) => snapshot.updatedAtMs <= atMs);
}

function before(order: Order, draw: number, { pastOf }: OrderPast): Order | null {
  const past = pastOf(order.orderId).filter(({ status }) => status !== order.status);
  return past.length === 0 ? null : pick(draw, past);
}

/** The fill with the status and time of change of the snapshot before it. */
function fillAlone(order: Order, { pastOf }: OrderPast): Order | null {
  const earlier = pastOf(order.orderId).findLast(
    ({ filledUnits, status }) => filledUnits < order.filledUnits && status !== order.status,
  );
  if (earlier === undefined) return null;
  const { status, statusWord, updatedAtMs } = earlier;
  return { ...order, status, statusWord, updatedAtMs };
}

/** Replaces one of the orders for which there is a replacement. */
function replaceOne(
  orders: readonly Order[],
  draw: number,
  replacement: (order: Order) => Order | null,
): readonly Order[] {
  const start = orders.length === 0 ? 0 : draw % orders.length;
  for (let step = 0; step < orders.length; step += 1) {
    const index = (start + step) % orders.length;
    const order = orders[index];
    const other = order === undefined ? null : replacement(order);
    if (other !== null) return orders.with(index, other);
  }
  return orders;
}
