import { counted } from '../base/counted.ts';
import { istClock } from '../model/time/ist.ts';
import { inQuotes } from './named-order.ts';
import {
  critical,
  type Flags,
  graded,
  type Lists,
  type Numbers,
  type Texts,
  warning,
} from './notice-kind.ts';

/** How far a basket is from complete. */
export interface Unfilled {
  readonly missing: number;
  readonly orders: number;
  readonly legs: readonly string[];
}

/** Entries that belong together, and shorts without their hedges. */
export const BASKETS = {
  'basket-unwound': critical<Unfilled>(
    (unfilled) => `The basket is unwound: ${unfilledText(unfilled)}`,
  ),
  'basket-completed': warning<Unfilled>(
    (unfilled) => `The basket is completed at the market: ${unfilledText(unfilled)}`,
  ),
  'basket-complete-after-all': critical<Lists<'legs'>>(
    ({ legs }) =>
      `The basket is complete after all: orders in ${legsText(legs)} filled before they were cancelled; it is kept`,
  ),
  'basket-incomplete': graded<
    Unfilled &
      Flags<'isAsked'> & {
        /** Why it is not completed; null where its plan is to hold. */
        readonly because: 'no-certain-answer' | 'asked-twice' | null;
      }
  >(
    ['warning', 'critical'],
    ({ isAsked }) => (isAsked ? 'critical' : 'warning'),
    ({ because, ...unfilled }) => {
      const why = because === null ? '' : WHY_INCOMPLETE[because];
      return `The basket is not complete: ${unfilledText(unfilled)}${why}; left as it is`;
    },
  ),
  'leg-filled-late': warning<
    Texts<'leg'> & Numbers<'seenAtMs'> & Numbers<'afterMs'> & Lists<'beside'>
  >(({ leg, seenAtMs, afterMs, beside }) => {
    const others =
      beside.length === 0
        ? '; it stands alone: the other legs are flat'
        : `, beside ${inQuotes(beside)}`;
    return `Leg "${leg}" filled late: its last fill was seen at ${istClock(seenAtMs)}, ${durationText(afterMs)} after the orders of its basket left${others}`;
  }),
  'short-without-hedge': critical<Numbers<'lots' | 'seconds'> & Lists<'legs'>>(
    ({ lots, seconds, legs }) =>
      `${counted(lots, 'lot')} short without a hedge for ${String(seconds)} s in ${legsText(legs)}`,
  ),
  'cover-lost': critical<
    Texts<'leg' | 'symbol' | 'why'> & Numbers<'lots'> & Flags<'isClosed'> & Lists<'shorts'>
  >(({ lots, shorts, leg, symbol, why, isClosed }) => {
    const consequence = isClosed ? 'they are closed' : 'close or cover them';
    return `${counted(lots, 'lot')} short without cover in leg ${inQuotes(shorts)}: the old cover was sold and leg "${leg}" (${symbol}) did not come (${why}); ${consequence}`;
  }),
};

const WHY_INCOMPLETE = {
  'no-certain-answer': ', and an order without a certain answer blocks the others',
  'asked-twice': ', though they were asked for twice',
};

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

function unfilledText({ missing, orders, legs }: Unfilled): string {
  return `${String(missing)} of ${String(orders)} orders in ${legsText(legs)} are not filled`;
}

function legsText(legs: readonly string[]): string {
  return `legs ${inQuotes(legs)}`;
}

function durationText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / HOUR_MINUTES);
  return hours === 0
    ? `${String(minutes)} min`
    : `${String(hours)} h ${String(minutes % HOUR_MINUTES)} min`;
}
