/** Orders of one place or modify call, and identifiers of one cancel (interface, limits). The least is 1. */
export const ORDERS_PER_CALL_MAX = 10;
/** Name of a broker connection (interface, PlaceOrdersRequest). */
export const BROKER_ID = /^[a-zA-Z0-9_]{1,32}$/;
/** Text form of a uuid (interface, `format: uuid`); any version. */
export const ORDER_ID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
/** Own bound: no contract or instrument has a longer name. */
export const NAME_LENGTH_MAX = 64;
/** Own bound: a crore units is beyond any index order. */
export const QUANTITY_UNITS_MAX = 10_000_000;
/** Own bound: ten crore rupees is beyond any price. */
export const PRICE_RUPEES_MAX = 100_000_000;
