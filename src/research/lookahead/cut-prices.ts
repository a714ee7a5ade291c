import { seededRandom } from '../../base/random.ts';
import { type MinuteBar, BAR_MS, type BarDay } from '../../market/minute-bar.ts';
import { type RecordedPrices } from '../../market/price-files/recorded-prices.ts';
import { type Session } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';

interface Cut {
  readonly date: IstDate;
  /** Start of a minute, epoch milliseconds: the first that is replaced. */
  readonly atMs: number;
  readonly replacement: Replacement;
}

/** Prices as they were known at a cut: what came after is replaced on its date, and missing on later ones. */
export function cutPrices(prices: RecordedPrices, cut: Cut): RecordedPrices {
  const { indexes, contracts } = prices;
  return {
    ...prices,
    indexes: Object.fromEntries(
      Object.entries(indexes).map(([symbol, days]) => [symbol, cutDays(days, cut, symbol)]),
    ),
    contracts: new Map(
      [...contracts].map(([symbol, days]) => [symbol, cutDays(days, cut, symbol)]),
    ),
  };
}

function cutDays(
  days: readonly BarDay[],
  { date, atMs, replacement }: Cut,
  symbol: string,
): readonly BarDay[] {
  return days
    .filter((day) => day.date <= date)
    .map((day) => {
      if (day.date !== date) return day;
      const seed = `${symbol}/${String(atMs)}`;
      return { ...day, bars: replacedBars(day.bars, atMs, { how: replacement, seed }) };
    });
}

interface CutChoice {
  readonly sessions: readonly Session[];
  /** When something was decided, ascending. */
  readonly decidedAtMs: readonly number[];
  /** How many cuts at most. */
  readonly count: number;
}

/**
 * Starts of minutes within a day's sessions, ascending. Half of them come right after decisions, where a look ahead
 * would have paid most; the others are spread evenly.
 */
export function cutInstants({ sessions, decidedAtMs, count }: CutChoice): readonly number[] {
  const minutes = sessions.flatMap(minutesOf);
  const known = new Set(minutes);
  const after = [...new Set(decidedAtMs.map(nextMinuteMs))].filter((atMs) => known.has(atMs));
  const chosen = new Set(spread(after, Math.ceil(count / 2)));
  for (const atMs of spread(minutes, count)) {
    if (chosen.size < count) chosen.add(atMs);
  }
  return [...chosen].sort((one, other) => one - other);
}

/** The minute that begins next after an instant: of it nothing can have been known. */
function nextMinuteMs(atMs: number): number {
  return Math.floor(atMs / BAR_MS + 1) * BAR_MS;
}

function minutesOf({ startMs, endMs }: Session): readonly number[] {
  const count = Math.max(0, Math.ceil((endMs - startMs) / BAR_MS) - 1);
  return Array.from({ length: count }, (_, place) => startMs + (place + 1) * BAR_MS);
}

/** At most so many of a list, in equal distances. */
function spread(all: readonly number[], count: number): readonly number[] {
  if (all.length <= count) return all;
  return Array.from(
    { length: count },
    (_, place) => all[Math.floor(((place + 0.5) * all.length) / count)] ?? 0,
  );
}

/** What takes the place of the prices after a cut. */
export type Replacement = 'flat' | 'reversed' | 'noise';

/** All of them, in the order in which cuts take turns. */
export const REPLACEMENTS: readonly Replacement[] = ['reversed', 'noise', 'flat'];

/** Most that a close of `noise` is off the one before, as a share: a violent minute, so that it cannot be overlooked. */
const NOISE_SHARE = 0.004;

/** Where nothing came before a cut, so many times the first price: that one is of later, too. */
const FIRST_LEVEL = 1.02;

/**
 * The same minutes up to a cut, and others from there on: at the last level (`flat`), with every move turned round
 * (`reversed`), or walking at random (`noise`). A minute belongs to the side on which it begins.
 */
export function replacedBars(
  bars: readonly MinuteBar[],
  cutAtMs: number,
  { how, seed }: { readonly how: Replacement; readonly seed: string },
): readonly MinuteBar[] {
  const first = bars.findIndex(({ startMs }) => startMs >= cutAtMs);
  if (first < 0) return bars;
  const kept = bars.slice(0, first);
  const after = bars.slice(first);
  const levelPaise = kept.at(-1)?.closePaise ?? (after[0]?.openPaise ?? 0) * FIRST_LEVEL;
  return [...kept, ...WAYS[how](after, levelPaise, seed)];
}

type Way = (bars: readonly MinuteBar[], levelPaise: number, seed: string) => readonly MinuteBar[];

const WAYS: Readonly<Record<Replacement, Way>> = {
  flat: (bars, levelPaise) => bars.map((bar) => barOf(bar, [levelPaise])),
  reversed: (bars, levelPaise) => {
    const mirrored = (paise: number): number => (levelPaise * levelPaise) / Math.max(1, paise);
    return bars.map((bar) => {
      const { openPaise, highPaise, lowPaise, closePaise } = bar;
      return barOf(bar, [openPaise, highPaise, lowPaise, closePaise].map(mirrored));
    });
  },
  noise: (bars, levelPaise, seed) => {
    const random = seededRandom(seed);
    const step = (paise: number): number => paise * (1 + NOISE_SHARE * (2 * random.next() - 1));
    let last = levelPaise;
    return bars.map((bar) => {
      const levels = [last, step(last), step(last), step(last)];
      last = levels.at(-1) ?? last;
      return barOf(bar, levels);
    });
  },
};

/** A bar that opens at the first of some levels, closes at the last and reaches the others. */
function barOf({ startMs, spreadPaise }: MinuteBar, levels: readonly number[]): MinuteBar {
  const paise = levels.map((level) => Math.max(1, Math.round(level)));
  return {
    startMs,
    openPaise: paise[0] ?? 1,
    highPaise: Math.max(...paise),
    lowPaise: Math.min(...paise),
    closePaise: paise.at(-1) ?? 1,
    ...(spreadPaise === undefined ? {} : { spreadPaise }),
  };
}
