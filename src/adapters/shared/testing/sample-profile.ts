import { type Profile } from '../../../model/orders/platform-profile.ts';

/** The profile that ships, for tests that must not read files. The contract suite holds the two together. */
export const SAMPLE_PROFILE: Profile = {
  name: 'openbroker',
  session: {
    cookieName: 'access_token_cookie',
    csrfCookieName: 'csrf_access_token',
    csrfHeader: 'x-csrf-token-access',
    sendHeldOnLogin: true,
    ordersNeedSession: true,
    endsAtIst: '03:00',
    loginAttemptsMax: 3,
    loginWindowMs: 600000,
  },
  webhooks: {
    tradeSignalHost: 'ordersWebhook',
    positionStartHost: 'webhook',
    squareOffHost: 'webhook',
    signalContentType: 'text/plain',
    exitTimeFormat: 'iso-ist-second',
  },
  words: {
    orderType: {
      market: 'OrderType.Market',
      limit: 'OrderType.Limit',
      stop: 'OrderType.StopLoss',
    },
    product: {
      intraday: 'ProductType.MIS',
      carryForward: 'ProductType.NRML',
    },
    side: {
      buy: 'PositionType.Buy',
      sell: 'PositionType.Sell',
    },
    status: {
      placePending: 'Place Pending',
      open: 'Open',
      triggerPending: 'Trigger Pending',
      modifyPending: 'Modify Pending',
      cancelPending: 'Cancel Pending',
      cancelled: 'Canceled',
      rejected: 'Rejected',
      completed: 'Completed',
    },
    optionType: {
      call: 'CE',
      put: 'PE',
    },
    instrumentType: {
      option: ['OPT', 'CE', 'PE'],
      future: ['FUT'],
    },
  },
  records: {
    zonelessOffset: '+05:30',
    tradeTime: 'opaque',
    nullableOrderFields: [
      'user_tag',
      'extra_tags',
      'broker_order_id',
      'rejection_code',
      'rejection_reason',
      'trade_time',
      'average_price',
      'underlying',
      'strike_price',
      'instrument_type',
      'option_type',
    ],
    instrumentIdFields: ['token', 'symbol'],
  },
  lookup: {
    sendRange: false,
    rangeFormat: 'iso-ist',
  },
  results: {
    modifyKeyedBy: 'order-id',
    cancelKeyedBy: 'order-id',
  },
  limits: {
    cancelBatchMax: 10,
    tagLengthMax: 32,
    extraTagsMax: 3,
    extraTagKeyLengthMax: 20,
    extraTagValueLengthMax: 30,
    positionLegsMax: 10,
    bodyBytesMax: 33554432,
  },
  deadlines: {
    connectMs: 5000,
    totalMs: 10000,
  },
  rejections: {
    certainStatuses: [401, 403],
  },
};
