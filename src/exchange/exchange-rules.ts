import { type Product } from '../model/orders/order.ts';
import {
  type LatencyModel,
  NO_SLIPPAGE,
  type QueueModel,
  type SlippageModel,
  USUAL_LATENCY,
} from './fills/fill-models.ts';

/** How the simulated exchange and the broker before it behave. Every value can be overridden. */
export interface ExchangeRules extends LatencyModel {
  /** Who is served before an order that rests. @default 'nobody' */
  readonly queue: QueueModel;
  /** Where an order that meets the other side fills. @default NO_SLIPPAGE, at the best price */
  readonly slippage: SlippageModel;
  /** Lots that stand at the touch of one contract at one price change, drawn between these two. @default 15 */
  readonly depthLotsMin: number;
  /** @default 60 */
  readonly depthLotsMax: number;
  /** A market order becomes a limit this far through its base, percent. @default 10 */
  readonly protectionPercentOption: number;
  /** The same for futures. @default 1 */
  readonly protectionPercentOther: number;
  /** Options: the highest price allowed, as a multiple of the last price. @default 5 */
  readonly bandOptionMultiple: number;
  /** Options: at least so far above the last price is always allowed, paise. @default 50000 */
  readonly bandOptionDistancePaise: number;
  /** Futures: percent around the last price. @default 10 */
  readonly bandOtherPercent: number;
  /** Products that the account may trade. @default both */
  readonly products: readonly Product[];
  /** Modifications of one order before the broker refuses more. @default 25 */
  readonly modificationsMax: number;
  /** Orders of a day before the broker refuses more. @default 20000 */
  readonly ordersPerDayMax: number;
  /** Share of cancels that the exchange refuses: the order goes back to work. @default 0 */
  readonly cancelRefusedPercent: number;
  /** Margin of the account, paise; null switches the check off. @default null */
  readonly availableMarginPaise: number | null;
  /** Margin of short options and of futures, percent of the index level times the units. @default 12 */
  readonly shortMarginPercent: number;
}

/** The default rules. */
export const DEFAULT_EXCHANGE_RULES: ExchangeRules = {
  ...USUAL_LATENCY,
  queue: 'nobody',
  slippage: NO_SLIPPAGE,
  depthLotsMin: 15,
  depthLotsMax: 60,
  protectionPercentOption: 10,
  protectionPercentOther: 1,
  bandOptionMultiple: 5,
  bandOptionDistancePaise: 50_000,
  bandOtherPercent: 10,
  products: ['intraday', 'carry-forward'],
  modificationsMax: 25,
  ordersPerDayMax: 20_000,
  cancelRefusedPercent: 0,
  availableMarginPaise: null,
  shortMarginPercent: 12,
};
