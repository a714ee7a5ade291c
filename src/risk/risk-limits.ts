/** What the gate allows. Data of the configuration. Null: no limit. */
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
  /** Most orders of one run on a day, slices counted; exits are exempt. @default 200 */
  readonly ordersPerRunMax: number;
  /** Most orders of the account on a day, slices counted; exits count but are never refused. @default 1_000 */
  readonly ordersPerDayMax: number | null;
  /** Most lots of one entry, before it is sliced. @default 50 */
  readonly orderLotsMax: number | null;
  /** Most that one entry may be worth at its price, paise, before it is sliced. @default null */
  readonly orderValuePaiseMax: number | null;
  /** How far an entry may pay above, or sell below, the last price, percent of it; twenty ticks are always allowed. @default 40 */
  readonly priceDistancePercentMax: number | null;
  /** Most lots that a run may hold or come to hold, long and short added; what may have filled counts. @default 100 */
  readonly lotsPerRunMax: number | null;
  /** The same of the whole account. @default 500 */
  readonly lotsMax: number | null;
  /** Most option premium that a run may have open, paise, bought and sold added; what may have filled counts. @default 200_000_000 */
  readonly premiumPerRunPaiseMax: number | null;
  /** The same of the whole account. @default 1_000_000_000 */
  readonly premiumPaiseMax: number | null;
  /** Most entries of the account that wait or work, slices counted. @default 100 */
  readonly workingEntriesMax: number | null;
  /** No entries while this many orders have no certain answer. @default 5 */
  readonly unknownOrdersMax: number | null;
  /** Most entries into one leg of a run within `legEntriesWithinMs`. @default 10 */
  readonly legEntriesMax: number | null;
  /** @default 600_000 */
  readonly legEntriesWithinMs: number;
  /** An entry equal to one of an earlier command of the run in contract, side and quantity is refused for this long. 0: never. @default 1_000 */
  readonly duplicateWithinMs: number;
}

/** The defaults named above. */
export const DEFAULT_RISK_LIMITS: RiskLimits = {
  ordersAgeMsMax: 15_000,
  quoteAgeMsMax: 5_000,
  priceAgeMsMax: 60_000,
  entryEndsBeforeCloseMs: 60_000,
  intradayEndsBeforeCloseMs: 300_000,
  areMarketOrdersAllowed: false,
  ordersPerRunMax: 200,
  ordersPerDayMax: 1_000,
  orderLotsMax: 50,
  orderValuePaiseMax: null,
  priceDistancePercentMax: 40,
  lotsPerRunMax: 100,
  lotsMax: 500,
  premiumPerRunPaiseMax: 200_000_000,
  premiumPaiseMax: 1_000_000_000,
  workingEntriesMax: 100,
  unknownOrdersMax: 5,
  legEntriesMax: 10,
  legEntriesWithinMs: 600_000,
  duplicateWithinMs: 1_000,
};
