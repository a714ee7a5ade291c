import { seededRandom } from '../../src/base/random.ts';
import { type Bar } from '../../src/model/market/bar.ts';
import {
  instantAt,
  istDate,
  type IstDate,
  MINUTE_MS,
  startOfIstDay,
} from '../../src/model/time/ist.ts';
import { type History } from '../../src/streams/warmup.ts';

/** Minutes of a session from 09:15 to 15:30. */
const SESSION_MINUTES = 375;
const DAY_MS = 86_400_000;

/** The bars of the days before a date, of an index that has one level in each minute; weekends have bars as well. */
export function earlierDays(
  date: IstDate,
  days: number,
  levelAt: (day: number, minute: number) => number,
): History {
  return ({ symbol, minutes, bars: count }) => {
    const all: Bar[] = [];
    for (let day = days; day >= 1; day -= 1) {
      const openMs = instantAt(istDate(startOfIstDay(date) - day * DAY_MS), '09:15');
      for (let first = 0; first < SESSION_MINUTES; first += minutes) {
        const length = Math.min(minutes, SESSION_MINUTES - first);
        const levels = Array.from({ length }, (_, minute) => levelAt(day, first + minute) * 100);
        all.push(barOf(symbol, [openMs + first * MINUTE_MS, length], levels));
      }
    }
    const bars = all.slice(-count);
    return { bars, reason: bars.length < count ? 'the test has no more' : null };
  };
}

function barOf(
  symbol: string,
  [startMs, minutes]: readonly [number, number],
  levels: readonly number[],
): Bar {
  return {
    symbol,
    startMs,
    endMs: startMs + minutes * MINUTE_MS,
    openPaise: levels[0] ?? 0,
    highPaise: Math.max(...levels),
    lowPaise: Math.min(...levels),
    closePaise: levels.at(-1) ?? 0,
  };
}

/** Days of an index that walks, a step a minute. */
export function walkedDays(date: IstDate, seed: number, stepPoints: number): History {
  const random = seededRandom(seed);
  let level = 24_000;
  const levels = Array.from({ length: 8 * SESSION_MINUTES }, () => {
    level += random.normal() * stepPoints;
    return Math.round(level * 20) / 20;
  });
  return earlierDays(date, 8, (day, minute) => levels[(8 - day) * SESSION_MINUTES + minute] ?? 0);
}
