import { type WordsProfile } from '../../model/orders/platform-profile.ts';

/** The session of the platform's published client. It ends each day at a time of IST. */
export const SIMULATED_SESSION = {
  cookieName: 'access_token_cookie',
  csrfCookieName: 'csrf_access_token',
  csrfHeader: 'x-csrf-token-access',
  endsAtIst: '03:00',
} as const;

/** The words of its documentation, which the interface leaves open. */
export const SIMULATED_WORDS: WordsProfile = {
  orderType: {
    market: 'OrderType.Market',
    limit: 'OrderType.Limit',
    stop: 'OrderType.StopLoss',
  },
  product: { intraday: 'ProductType.MIS', carryForward: 'ProductType.NRML' },
  side: { buy: 'PositionType.Buy', sell: 'PositionType.Sell' },
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
  optionType: { call: 'CE', put: 'PE' },
  instrumentType: { option: ['OPT'], future: ['FUT'] },
};
