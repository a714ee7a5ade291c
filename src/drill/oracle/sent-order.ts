import { type Side } from '../../model/orders/order.ts';
import { type SimulatedRequest } from '../../simulator/platform/simulated-message.ts';

/** One order of a place or modify request, as its bytes say. */
export interface SentOrder {
  readonly orderId: string;
  readonly tag: string;
  readonly quantityUnits: number;
  readonly symbol: string;
  /** As a place says it; of other writes `buy`. */
  readonly side: Side;
  /** Of a limit order; null of any other. */
  readonly limitPaise: number | null;
}

/** A request, wherever it is on its way. */
export type RequestUnderway = Pick<SimulatedRequest, 'method' | 'path' | 'body'>;

/** What the bytes of a write ask for. */
export interface SentWrite {
  readonly kind:
    'place' | 'modify' | 'cancel' | 'start-position' | 'square-off-position' | 'signal' | 'login';
  readonly orders: readonly SentOrder[];
  readonly orderIds: readonly string[];
  readonly brokerId: string | null;
}

interface WireBody {
  readonly orders?: readonly {
    readonly user_tag?: string;
    readonly quantity?: number;
    readonly symbol?: string;
    readonly order_id?: string;
    readonly side?: string;
    readonly order_info?: { readonly price?: number };
  }[];
  readonly broker_id?: string;
}

const NOTHING = { orders: [], orderIds: [], brokerId: null } as const;

/** Reads the bytes of a write independently of what wrote them. Null for what only reads. */
export function readWrite({ method, path, body }: RequestUnderway): SentWrite | null {
  if (method === 'GET') return null;
  const route = path.split('?', 1)[0] ?? '';
  switch (route) {
    case '/login':
      return { kind: 'login', ...NOTHING };
    case '/cancel':
      return { kind: 'cancel', ...NOTHING, orderIds: JSON.parse(body ?? '[]') as string[] };
    case '/place':
      return readBatch('place', body);
    case '/modify':
      return readBatch('modify', body);
  }
  if (route.includes('/start/')) return { kind: 'start-position', ...NOTHING };
  return { kind: route.includes('/square-off/') ? 'square-off-position' : 'signal', ...NOTHING };
}

function readBatch(kind: 'place' | 'modify', body: string | null): SentWrite {
  const { orders = [], broker_id: brokerId } = JSON.parse(body ?? '{}') as WireBody;
  return {
    kind,
    brokerId: brokerId ?? null,
    orderIds: orders.flatMap(({ order_id: orderId }) => orderId ?? []),
    orders: orders.map((order) => ({
      orderId: order.order_id ?? '',
      tag: order.user_tag ?? '',
      quantityUnits: order.quantity ?? 0,
      symbol: order.symbol ?? '',
      side: order.side?.toLowerCase().includes('sell') === true ? 'sell' : 'buy',
      limitPaise: paiseOf(order.order_info?.price),
    })),
  };
}

function paiseOf(rupees: number | undefined): number | null {
  return rupees === undefined ? null : Math.round(rupees * 100);
}
