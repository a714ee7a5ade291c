import { counted } from '../base/counted.ts';
import { type LegsNamed, legsText, type NamedOrder } from './named-order.ts';
import {
  critical,
  type Flags,
  graded,
  info,
  type Lists,
  type Numbers,
  type Texts,
  warning,
} from './notice-kind.ts';

/** What keeps a leg from being flat. */
export interface OpenLeg {
  readonly leg: string;
  readonly held: readonly (Texts<'symbol'> & Numbers<'units'>)[];
  readonly orders: readonly Texts<'role' | 'tag' | 'status'>[];
  /** Kept while shorts that it covers are open. */
  readonly isCover: boolean;
  readonly isPaused: boolean;
  /** Paused, because it was carried overnight and no one has confirmed it. @default false */
  readonly isUnconfirmed?: boolean;
}

/** Legs on their way to flat, and what is left at the close. */
export const SQUARE_OFFS = {
  'square-off-started': graded<
    Texts<'reason'> & {
      readonly scope: LegsNamed;
      readonly origin: 'strategy' | 'day-end' | 'protection' | 'limit' | 'failure' | 'operator';
    }
  >(
    ['info', 'critical'],
    ({ origin }) => (origin === 'strategy' || origin === 'day-end' ? 'info' : 'critical'),
    ({ scope, reason }) => `Squaring off ${legsText(scope)}: ${reason}`,
  ),
  'squared-off': info<Texts<'reason'> & { readonly scope: LegsNamed }>(
    ({ scope, reason }) => `Squared off ${legsText(scope)}: ${reason}`,
  ),
  'not-flat': critical<
    Texts<'reason'> &
      Numbers<'seconds'> &
      Flags<'isAfterRestart'> & { readonly legs: readonly OpenLeg[] }
  >(({ seconds, isAfterRestart, reason, legs }) => {
    const after = isAfterRestart ? 'the restart, in a square-off' : 'the square-off';
    return `Not flat ${String(seconds)} s after ${after} (${reason}): ${legs.map(openLegText).join('; ')}`;
  }),
  'not-squared-off-at-close': critical<
    Texts<'reason'> & {
      readonly scope: LegsNamed;
      /** All that is left are bought options that expire today. */
      readonly expires: boolean;
    }
  >(({ scope, reason, expires }) => {
    const left = expires ? '. All that is left are bought options that expire today' : '';
    return `Not squared off at the close: ${legsText(scope)} (${reason})${left}`;
  }),
  'held-at-close': graded<
    Texts<'leg' | 'symbol'> &
      Numbers<'units'> & {
        /** Not meant to be: intraday, or being squared off. */
        readonly isLeft: boolean;
        /** Carried forward, and blocked the next morning until someone confirms it. */
        readonly isToConfirm: boolean;
        /** Its contract expires today. */
        readonly expires: boolean;
      }
  >(
    ['info', 'critical'],
    ({ isLeft }) => (isLeft ? 'critical' : 'info'),
    ({ leg, units, symbol, isLeft, isToConfirm, expires }) => {
      const what = `At the close leg "${leg}" holds ${String(units)} units of ${symbol}`;
      if (expires) return `${what}, which expires today and is settled in cash`;
      if (isLeft) return what;
      const morning = isToConfirm
        ? '. The next morning nothing is sent for it, no stop and no exit, until you confirm that it is still there'
        : '';
      return `${what}, carried forward${morning}`;
    },
  ),
  'order-left-at-close': warning<NamedOrder & Texts<'state'> & Flags<'isWorking'>>(
    ({ role, leg, symbol, state, isWorking }) =>
      `At the close the ${role} order of leg "${leg}" (${symbol}) ${isWorking ? 'still works' : `is ${state}`}`,
  ),
  'square-off-waits-for-open': critical<Numbers<'legs'>>(
    ({ legs }) =>
      `The exchange is closed: ${counted(legs, 'leg')} will be squared off when it opens, if the program runs then`,
  ),
  'orphans-not-squared-off': critical<Texts<'symbol'> & Numbers<'netUnits'> & Lists<'orderIds'>>(
    ({ symbol, netUnits, orderIds }) =>
      `${String(netUnits)} units of ${symbol} are not squared off: orders ${orderIds.join(', ')} carry a tag of ours that no book knows. Close them on the platform`,
  ),
};

function openLegText(of: OpenLeg): string {
  const { leg, held, orders, isCover } = of;
  const parts = [
    ...held.map(({ units, symbol }) => `${String(units)} units of ${symbol} held`),
    ...orders.map(({ role, tag, status }) => `${role} order ${tag} ${status}`),
  ];
  const cover = isCover ? ' and is kept while shorts that it covers are open' : '';
  const pause = pauseText(of);
  return `leg "${leg}" has ${parts.join(', ')}${cover}${pause}`;
}

function pauseText({ isPaused, isUnconfirmed = false }: OpenLeg): string {
  if (isUnconfirmed) return ' and is not confirmed: resolve it, or flatten the run';
  return isPaused ? ' and is paused: flatten or release the run' : '';
}
