import { type RawSettings } from './settings-schema.ts';

/** The engine's names of what users set. In the file a duration carries its unit, here its name does. */
const ENGINE_NAMES = {
  ordersPollWorking: 'ordersWorkingPollMs',
  ordersPollIdle: 'ordersIdlePollMs',
  contractsPoll: 'contractsPollMs',
  quotesPoll: 'quotesPollMs',
  ordersStale: 'ordersAgeMsMax',
  quotesStale: 'quoteAgeMsMax',
  pricesStale: 'priceAgeMsMax',
  exitReprice: 'repriceMs',
  entryEndsBeforeClose: 'entryEndsBeforeCloseMs',
  intradayEndsBeforeClose: 'intradayEndsBeforeCloseMs',
  orderMessagesPerSecond: 'messagesPerSecondMax',
  ordersPerRun: 'ordersPerRunMax',
  optionBufferPercent: 'optionBufferPercent',
  otherBufferPercent: 'otherBufferPercent',
  allowMarketOrders: 'areMarketOrdersAllowed',
} as const satisfies Readonly<Record<keyof RawSettings['engine'], string>>;

const RISK_NAMES = {
  ordersPerDay: 'ordersPerDayMax',
  ordersPerMinute: 'ordersPerMinuteMax',
  lotsPerOrder: 'orderLotsMax',
  valuePerOrder: 'orderValuePaiseMax',
  priceDistancePercent: 'priceDistancePercentMax',
  lotsPerRun: 'lotsPerRunMax',
  lotsOfAccount: 'lotsMax',
  premiumPerRun: 'premiumPerRunPaiseMax',
  premiumOfAccount: 'premiumPaiseMax',
  workingEntries: 'workingEntriesMax',
  unknownOrders: 'unknownOrdersMax',
  entriesPerLeg: 'legEntriesMax',
  entriesPerLegWithin: 'legEntriesWithinMs',
  duplicatesWithin: 'duplicateWithinMs',
  basketWithin: 'basketWithinMs',
  nakedNotice: 'nakedNoticeMs',
} as const satisfies Readonly<Record<keyof RawSettings['risk'], string>>;

type Renamed<Raw, Names extends Readonly<Record<keyof Raw, string>>> = {
  readonly [Key in keyof Raw as Names[Key]]: Exclude<Raw[Key], undefined>;
};

/** Tunables of the engine, under its own names. What is left out takes the engine's default; null is no limit. */
export type EngineSettings = Renamed<RawSettings['engine'], typeof ENGINE_NAMES> &
  Renamed<RawSettings['risk'], typeof RISK_NAMES>;

/** What a configuration says of the engine and its limits. */
export function engineSettings({ engine, risk }: RawSettings): EngineSettings {
  const names: Readonly<Record<string, string>> = { ...ENGINE_NAMES, ...RISK_NAMES };
  const asked = Object.entries<unknown>({ ...engine, ...risk });
  return Object.fromEntries<unknown>(asked.map(([key, value]) => [names[key] ?? key, value]));
}
