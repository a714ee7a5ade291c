import { placeAmong } from '../../base/place-among.ts';
import { istDate, type IstDate } from '../../model/time/ist.ts';

/** A volatility of the next 30 days from outside: India VIX, or a number. */
export interface GivenVolatility {
  /** The last known value at an instant; null where there is none or it is stale. */
  readonly at: (atMs: number) => KnownVolatility | null;
  /** Its source, for people: `India VIX of vix.csv (daily)`. */
  readonly source: string;
  /** First and last date of its values; null for a constant. */
  readonly dates: readonly [first: IstDate, last: IstDate] | null;
}

/** A value and its instant. */
export interface KnownVolatility {
  /** A year: 0.135 is 13.5 %. */
  readonly volatility: number;
  /** Epoch milliseconds; null for a constant. */
  readonly asOfMs: number | null;
}

/** One value of a series, from the instant at which it became known. */
export interface VolatilityPoint {
  readonly atMs: number;
  readonly volatility: number;
}

/** A value is valid over a long weekend; after that the series has a hole. */
const STALE_AFTER_MS = 6 * 86_400_000;

/** One volatility at all times. */
export function constantVolatility(volatility: number): GivenVolatility {
  const known = { volatility, asOfMs: null };
  return {
    at: () => known,
    source: `an India VIX of ${String(Number((volatility * 100).toFixed(2)))} % on all days`,
    dates: null,
  };
}

/** A series of values, ascending by time; each is valid until the next, for six days at most. */
export function volatilitySeries(
  points: readonly VolatilityPoint[],
  source: string,
): GivenVolatility {
  let recent = 0;
  const holds = (place: number, atMs: number): boolean =>
    (points[place]?.atMs ?? Infinity) <= atMs && atMs < (points[place + 1]?.atMs ?? Infinity);
  return {
    at: (atMs) => {
      if (!holds(recent, atMs)) {
        recent = holds(recent + 1, atMs) ? recent + 1 : lastAt(points, atMs);
      }
      const point = points[recent];
      if (point === undefined || point.atMs > atMs || atMs - point.atMs > STALE_AFTER_MS) {
        return null;
      }
      return { volatility: point.volatility, asOfMs: point.atMs };
    },
    source,
    dates: [istDate(points[0]?.atMs ?? 0), istDate(points.at(-1)?.atMs ?? 0)],
  };
}

/** Place of the last point that is not after an instant; 0 where all are. */
function lastAt(points: readonly VolatilityPoint[], atMs: number): number {
  const after = placeAmong(points.length, (place) => (points[place]?.atMs ?? Infinity) <= atMs);
  return Math.max(0, after - 1);
}
