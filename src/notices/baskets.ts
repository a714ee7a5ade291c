import { counted } from '../base/counted.ts';
import { istClock } from '../model/time/ist.ts';
import { inQuotes } from './named-order.ts';
import { define } from './notice-kind.ts';

/** How far a basket is from complete. */
export interface Unfilled {
  readonly missing: number;
  readonly orders: number;
  readonly legs: readonly string[];
}

/** Entries that belong together, and shorts without their hedges. */
export const BASKETS = {
  'basket-unwound': define<Unfilled>({
    severity: 'critical',
    meaning: 'A basket was not filled in its time: what filled is closed again.',
    action: 'Nothing; a longer `within`, or another price, where it happens often.',
    text: (unfilled) => `The basket is unwound: ${unfilledText(unfilled)}`,
  }),
  'basket-completed': define<Unfilled>({
    severity: 'warning',
    meaning: 'A basket was not filled in its time: the rest is asked for at the market.',
    action: 'Nothing.',
    text: (unfilled) => `The basket is completed at the market: ${unfilledText(unfilled)}`,
  }),
  'basket-complete-after-all': define<{ readonly legs: readonly string[] }>({
    severity: 'critical',
    meaning: 'A basket that was being unwound filled before its orders were cancelled: it is kept.',
    action: 'Flatten the run if you do not want it.',
    text: ({ legs }) =>
      `The basket is complete after all: orders in ${legsText(legs)} filled before they were cancelled; it is kept`,
  }),
  'basket-incomplete': define<
    Unfilled & {
      /** Why it is not completed; null where its plan is to hold. */
      readonly because: 'no-certain-answer' | 'asked-twice' | null;
      /** Whether the strategy asked for the basket to be watched. */
      readonly isAsked: boolean;
    }
  >({
    severity: {
      among: ['warning', 'critical'],
      of: ({ isAsked }) => (isAsked ? 'critical' : 'warning'),
    },
    meaning: 'A basket was not filled in its time and is left as it is.',
    action: 'Look at the legs: half a spread may be uncovered.',
    text: ({ because, ...unfilled }) => {
      const why = because === null ? '' : WHY_INCOMPLETE[because];
      return `The basket is not complete: ${unfilledText(unfilled)}${why}; left as it is`;
    },
  }),
  'leg-filled-late': define<{
    readonly leg: string;
    readonly seenAtMs: number;
    /** Since the orders of its basket left. */
    readonly afterMs: number;
    /** Legs that still hold something. */
    readonly beside: readonly string[];
  }>({
    severity: 'warning',
    meaning: 'A leg filled after its basket was given up as incomplete.',
    action: 'Decide whether the leg still makes sense.',
    text: ({ leg, seenAtMs, afterMs, beside }) => {
      const others =
        beside.length === 0
          ? '; it stands alone: the other legs are flat'
          : `, beside ${inQuotes(beside)}`;
      return `Leg "${leg}" filled late: its last fill was seen at ${istClock(seenAtMs)}, ${durationText(afterMs)} after the orders of its basket left${others}`;
    },
  }),
  'short-without-hedge': define<{
    readonly lots: number;
    readonly seconds: number;
    readonly legs: readonly string[];
  }>({
    severity: 'critical',
    meaning:
      'Shorts of a hedged basket stand without their hedge for longer than the setting `nakedNotice`.',
    action: 'Look at the hedge: buy it by hand, or flatten the run.',
    text: ({ lots, seconds, legs }) =>
      `${counted(lots, 'lot')} short without a hedge for ${String(seconds)} s in ${legsText(legs)}`,
  }),
  'cover-lost': define<{
    readonly lots: number;
    /** Legs that are short. */
    readonly shorts: readonly string[];
    readonly leg: string;
    readonly symbol: string;
    readonly why: string;
    readonly isClosed: boolean;
  }>({
    severity: 'critical',
    meaning: 'The cover of shorts was sold and the new one did not come.',
    action: 'Where the shorts are not closed by themselves, buy a cover or close them.',
    text: ({ lots, shorts, leg, symbol, why, isClosed }) => {
      const consequence = isClosed ? 'they are closed' : 'close or cover them';
      return `${counted(lots, 'lot')} short without cover in leg ${inQuotes(shorts)}: the old cover was sold and leg "${leg}" (${symbol}) did not come (${why}); ${consequence}`;
    },
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
