import { counted } from '../base/counted.ts';
import { type LegsNamed, legsText, type NamedOrder } from './named-order.ts';
import { define } from './notice-kind.ts';

/** What keeps a leg from being flat. */
export interface OpenLeg {
  readonly leg: string;
  readonly held: readonly { readonly units: number; readonly symbol: string }[];
  readonly orders: readonly {
    readonly role: string;
    readonly tag: string;
    readonly status: string;
  }[];
  /** Kept while shorts that it covers are open. */
  readonly isCover: boolean;
  readonly isPaused: boolean;
}

/** Legs on their way to flat, and what is left at the close. */
export const SQUARE_OFFS = {
  'square-off-started': define<{
    readonly scope: LegsNamed;
    readonly reason: string;
    readonly origin: 'strategy' | 'day-end' | 'protection' | 'limit' | 'failure' | 'operator';
  }>({
    severity: {
      among: ['info', 'critical'],
      of: ({ origin }) => (origin === 'strategy' || origin === 'day-end' ? 'info' : 'critical'),
    },
    meaning: 'Legs are squared off: exits go on until they are flat.',
    action: 'Nothing if the strategy or the end of the day asked for it; else read the reason.',
    text: ({ scope, reason }) => `Squaring off ${legsText(scope)}: ${reason}`,
  }),
  'squared-off': define<{ readonly scope: LegsNamed; readonly reason: string }>({
    severity: 'info',
    meaning: 'A square-off has ended: its legs are flat and no order works.',
    action: 'Nothing.',
    text: ({ scope, reason }) => `Squared off ${legsText(scope)}: ${reason}`,
  }),
  'not-flat': define<{
    readonly seconds: number;
    readonly isAfterRestart: boolean;
    readonly reason: string;
    readonly legs: readonly OpenLeg[];
  }>({
    severity: 'critical',
    meaning: 'Legs are not flat a minute after their square-off began.',
    action: 'Look at the platform; close by hand what the exits do not. Exits go on here.',
    text: ({ seconds, isAfterRestart, reason, legs }) => {
      const after = isAfterRestart ? 'the restart, in a square-off' : 'the square-off';
      return `Not flat ${String(seconds)} s after ${after} (${reason}): ${legs.map(openLegText).join('; ')}`;
    },
  }),
  'not-squared-off-at-close': define<{ readonly scope: LegsNamed; readonly reason: string }>({
    severity: 'critical',
    meaning: 'At the close a square-off has not ended.',
    action: 'Look at the platform: open units stay overnight, or the broker closes them.',
    text: ({ scope, reason }) => `Not squared off at the close: ${legsText(scope)} (${reason})`,
  }),
  'held-at-close': define<{
    readonly leg: string;
    readonly units: number;
    readonly symbol: string;
    /** Not meant to be: intraday, or being squared off. */
    readonly isLeft: boolean;
  }>({
    severity: { among: ['info', 'critical'], of: ({ isLeft }) => (isLeft ? 'critical' : 'info') },
    meaning: 'A leg is open at the close: carried forward or, when critical, left over.',
    action: 'When critical, look at the platform and close by hand.',
    text: ({ leg, units, symbol, isLeft }) =>
      `At the close leg "${leg}" holds ${String(units)} units of ${symbol}${isLeft ? '' : ', carried forward'}`,
  }),
  'order-left-at-close': define<
    NamedOrder & { readonly state: string; readonly isWorking: boolean }
  >({
    severity: 'warning',
    meaning: 'An order is not over at the close.',
    action: 'Look at the platform whether it was cancelled there.',
    text: ({ role, leg, symbol, state, isWorking }) =>
      `At the close the ${role} order of leg "${leg}" (${symbol}) ${isWorking ? 'still works' : `is ${state}`}`,
  }),
  'square-off-waits-for-open': define<{ readonly legs: number }>({
    severity: 'critical',
    meaning: 'You asked for a square-off while the exchange is closed.',
    action: 'Keep the program running until it opens.',
    text: ({ legs }) =>
      `The exchange is closed: ${counted(legs, 'leg')} will be squared off when it opens, if the program runs then`,
  }),
  'orphans-not-squared-off': define<{
    readonly symbol: string;
    readonly netUnits: number;
    readonly orderIds: readonly string[];
  }>({
    severity: 'critical',
    meaning: 'A square-off of everything leaves out units of orders that no book knows.',
    action: 'Close them on the platform.',
    text: ({ symbol, netUnits, orderIds }) =>
      `${String(netUnits)} units of ${symbol} are not squared off: orders ${orderIds.join(', ')} carry a tag of ours that no book knows. Close them on the platform`,
  }),
};

function openLegText({ leg, held, orders, isCover, isPaused }: OpenLeg): string {
  const parts = [
    ...held.map(({ units, symbol }) => `${String(units)} units of ${symbol} held`),
    ...orders.map(({ role, tag, status }) => `${role} order ${tag} ${status}`),
  ];
  const cover = isCover ? ' and is kept while shorts that it covers are open' : '';
  const pause = isPaused ? ' and is paused: flatten or release the run' : '';
  return `leg "${leg}" has ${parts.join(', ')}${cover}${pause}`;
}
