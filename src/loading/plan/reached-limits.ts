import { type EngineLimits } from '../../engine/engine-limits.ts';

/** A limit that the worst case of a day is over. */
export interface ReachedLimit {
  /** The key of the configuration that sets it. */
  readonly key: string;
  /** What is counted, in words. */
  readonly what: string;
  /** Most of it; null where nothing else bounds it. */
  readonly most: number | null;
  readonly max: number;
  /** What happens to an entry that is over it. */
  readonly then: 'refused' | 'waits';
}

/** What a worst case asks for. Infinity: nothing of its own bounds it. */
export interface AskedFor {
  readonly perDayMax: number;
  readonly perMinuteMax: number;
  /** Orders or messages that one moment asks for. */
  readonly together: number;
  readonly lotsMax: number;
  readonly orderLotsMax: number;
}

/** The limits of a run that it is over. */
export function reachedLimits(asked: AskedFor, limits: EngineLimits): readonly ReachedLimit[] {
  const { orderLotsMax, lotsPerRunMax, ordersPerRunMax, workingEntriesMax } = limits;
  const ofRun = [
    over('risk.lotsPerOrder', 'lots of one entry', [asked.orderLotsMax, orderLotsMax]),
    over('risk.lotsPerRun', 'open lots', [asked.lotsMax, lotsPerRunMax]),
    over('risk.workingEntries', 'entries at once', [asked.together, workingEntriesMax]),
    over('engine.ordersPerRun', 'orders a day', [asked.perDayMax, ordersPerRunMax]),
  ];
  return [...ofRun.flat(), ...reachedOfAccount(asked, limits)];
}

/** The limits of the account that runs together are over. */
export function reachedOfAccount(
  asked: Omit<AskedFor, 'orderLotsMax'>,
  limits: EngineLimits,
): readonly ReachedLimit[] {
  const { lotsMax, ordersPerDayMax, ordersPerMinuteMax, messagesPerSecondMax } = limits;
  const entriesPerSecondMax = Math.max(1, messagesPerSecondMax - limits.messagesKeptForExits);
  return [
    over('risk.lotsOfAccount', 'open lots', [asked.lotsMax, lotsMax]),
    over('risk.ordersPerDay', 'orders a day', [asked.perDayMax, ordersPerDayMax]),
    over('risk.ordersPerMinute', 'orders a minute', [
      asked.perMinuteMax,
      ordersPerMinuteMax,
      'waits',
    ]),
    over('engine.orderMessagesPerSecond', 'entries at once, of which so many leave in a second', [
      asked.together,
      entriesPerSecondMax,
      'waits',
    ]),
  ].flat();
}

function over(
  key: string,
  what: string,
  [most, max, then = 'refused']: readonly [number, number | null, ReachedLimit['then']?],
): readonly ReachedLimit[] {
  if (max === null || most <= max) return [];
  return [{ key, what, most: Number.isFinite(most) ? most : null, max, then }];
}
