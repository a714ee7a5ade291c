import { kept } from '../../base/kept.ts';
import { rupeesFromPaise } from '../../model/money/money.ts';
import { type OrderStatus } from '../../model/orders/order-machine.ts';
import { type Order, type OrderTerms } from '../../model/orders/order.ts';
import { SIMULATED_WORDS } from './vocabulary.ts';

const SIMULATED_USER_ID = 'simulated-user';

const WRITTEN = new WeakMap<Order, string>();

/** JSON of the record of an order, kept: an order's snapshot never changes. */
export function orderJson(order: Order): string {
  return kept(WRITTEN, order, () => JSON.stringify(orderRecord(order)));
}

/** JSON of a list of records. */
export function ordersJson(orders: readonly Order[]): string {
  return `[${orders.map(orderJson).join(',')}]`;
}

function orderRecord(order: Order): object {
  const { filledUnits, filledValuePaise, optionType, expiry } = order;
  const updatedAt = new Date(order.updatedAtMs).toISOString();
  return {
    order_id: order.orderId,
    created_at: new Date(order.createdAtMs).toISOString(),
    updated_at: updatedAt,
    user_tag: order.tag,
    extra_tags: order.extraTags,
    instrument_id: order.instrumentId,
    symbol: order.symbol,
    product_type:
      order.product === 'intraday'
        ? SIMULATED_WORDS.product.intraday
        : SIMULATED_WORDS.product.carryForward,
    side: SIMULATED_WORDS.side[order.side],
    quantity: order.quantityUnits,
    lot_size: order.lotSizeUnits,
    order_info: orderInfo(order.terms),
    broker_id: order.brokerId,
    user_id: SIMULATED_USER_ID,
    broker_order_id: order.brokerOrderId,
    status: statusWord(order.status),
    rejection_code: order.rejectionCode,
    rejection_reason: order.rejectionReason,
    trade_time: filledUnits > 0 ? updatedAt : '',
    filled_quantity: filledUnits,
    average_price: filledUnits === 0 ? 0 : filledValuePaise / filledUnits / 100,
    underlying: order.underlying,
    strike_price: rupeesFromPaise(order.strikePaise ?? 0),
    instrument_type:
      SIMULATED_WORDS.instrumentType[optionType === null ? 'future' : 'option'][0] ?? '',
    option_type: optionWord(optionType),
    expiry: expiry === null ? null : `${expiry}T00:00:00+05:30`,
  };
}

/** The word of a call or put; empty for what is neither. */
export function optionWord(optionType: Order['optionType']): string {
  if (optionType === null) return '';
  return optionType === 'CE' ? SIMULATED_WORDS.optionType.call : SIMULATED_WORDS.optionType.put;
}

function orderInfo(terms: OrderTerms): object {
  const { orderType } = SIMULATED_WORDS;
  switch (terms.kind) {
    case 'market':
      return {
        order_type: orderType.market,
        ref_price: rupeesFromPaise(terms.referencePricePaise),
      };
    case 'limit':
      return { order_type: orderType.limit, price: rupeesFromPaise(terms.pricePaise) };
    case 'stop':
      return {
        order_type: orderType.stop,
        trigger_price: rupeesFromPaise(terms.triggerPricePaise),
        limit_price: rupeesFromPaise(terms.limitPricePaise),
      };
  }
}

const STATUS_KEYS = {
  'place-pending': 'placePending',
  open: 'open',
  'trigger-pending': 'triggerPending',
  'modify-pending': 'modifyPending',
  'cancel-pending': 'cancelPending',
  cancelled: 'cancelled',
  rejected: 'rejected',
  completed: 'completed',
} as const;

function statusWord(status: OrderStatus): string {
  return status === 'unrecognised' ? '' : SIMULATED_WORDS.status[STATUS_KEYS[status]];
}
