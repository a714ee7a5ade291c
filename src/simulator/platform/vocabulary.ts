import { type SessionProfile, type WordsProfile } from '../../model/orders/platform-profile.ts';

/** The words of the simulator, which the interface leaves open. */
export interface Vocabulary {
  readonly session: Pick<
    SessionProfile,
    'cookieName' | 'csrfCookieName' | 'csrfHeader' | 'ordersNeedSession' | 'endsAtIst'
  >;
  readonly words: WordsProfile;
}

/** The words of the platform's published client and documentation. */
export const OPENBROKER_VOCABULARY: Vocabulary = {
  session: {
    cookieName: 'access_token_cookie',
    csrfCookieName: 'csrf_access_token',
    csrfHeader: 'X-CSRF-TOKEN-ACCESS',
    ordersNeedSession: true,
    endsAtIst: '03:00',
  },
  words: {
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
  },
};
