/** What the gate allows. Data of the configuration. */
export interface RiskLimits {
  /** Entries need a good poll of the orders that began at most this long ago. @default 15_000 */
  readonly ordersAgeMsMax: number;
  /** Entries need a quote whose poll began at most this long ago. @default 5_000 */
  readonly quoteAgeMsMax: number;
  /** Entries need a quote that says of itself that it held at most this long ago. @default 60_000 */
  readonly priceAgeMsMax: number;
  /** Entries end this long before a session's close: what opens there can hardly be closed. @default 60_000 */
  readonly entryEndsBeforeCloseMs: number;
  /** Intraday positions are squared off, and intraday entries end, this long before the day's last close. @default 300_000 */
  readonly intradayEndsBeforeCloseMs: number;
  /** Whether orders without a price may be sent. @default false */
  readonly areMarketOrdersAllowed: boolean;
  /** Most orders of one run on a day, slices counted; exits are exempt. @default 500 */
  readonly ordersPerRunMax: number;
}

/** The defaults named above. */
export const DEFAULT_RISK_LIMITS: RiskLimits = {
  ordersAgeMsMax: 15_000,
  quoteAgeMsMax: 5_000,
  priceAgeMsMax: 60_000,
  entryEndsBeforeCloseMs: 60_000,
  intradayEndsBeforeCloseMs: 300_000,
  areMarketOrdersAllowed: false,
  ordersPerRunMax: 500,
};
