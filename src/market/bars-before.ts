import { type Bar, type HistoryAsked } from '../model/market/bar.ts';
import { type Calendar, type Session } from '../model/time/calendar.ts';
import { istDate, type IstDate, MINUTE_MS, startOfIstDay } from '../model/time/ist.ts';
import { type IndexDay, type IndexPath } from './index-path.ts';

interface PastMarket {
  readonly index: IndexPath;
  readonly calendar: Calendar;
}

/** After this many dates in a row without data there is none before: longer than any holidays. */
const DATES_WITHOUT_DATA_MAX = 30;

/** Finished bars of an index, oldest first: see `Prices.history`. Fewer where the data begins later. */
export function barsBefore(market: PastMarket, asked: HistoryAsked): readonly Bar[] {
  const { count, beforeMs } = asked;
  const { verifiedFrom } = market.calendar;
  const found: (readonly Bar[])[] = [];
  let missing = count;
  let without = 0;
  let date = istDate(beforeMs);
  while (missing > 0 && without < DATES_WITHOUT_DATA_MAX && date >= verifiedFrom) {
    const bars = barsOn(market, date, asked).filter(({ endMs }) => endMs <= beforeMs);
    found.push(bars);
    missing -= bars.length;
    without = bars.length === 0 ? without + 1 : 0;
    date = istDate(startOfIstDay(date) - 1);
  }
  return found.reverse().flat().slice(-count);
}

function barsOn(
  { index, calendar }: PastMarket,
  date: IstDate,
  { underlying, minutes }: HistoryAsked,
): readonly Bar[] {
  const day = index.day(underlying, date);
  if (day === null) return [];
  const lengthMs = minutes * MINUTE_MS;
  return calendar
    .day(date)
    .sessions.flatMap((session) => barsOf(day, { symbol: underlying, lengthMs, session }));
}

/** Aligned to the start of the session; the last bar may be shorter. */
function barsOf(
  day: IndexDay,
  { symbol, lengthMs, session }: { symbol: string; lengthMs: number; session: Session },
): readonly Bar[] {
  const made = new Map<number, Bar>();
  const first = Math.max(0, day.stepAt(session.startMs));
  for (let step = first; day.startMs(step) < session.endMs; step += 1) {
    const level = day.levelPaise(step);
    const atMs = day.startMs(step);
    if (level === null || atMs < session.startMs) continue;
    const stretch = Math.floor((atMs - session.startMs) / lengthMs);
    const startMs = session.startMs + stretch * lengthMs;
    const endMs = Math.min(startMs + lengthMs, session.endMs);
    const { openPaise = level, highPaise = level, lowPaise = level } = made.get(startMs) ?? {};
    made.set(startMs, {
      ...{ symbol, startMs, endMs, openPaise, closePaise: level },
      highPaise: Math.max(highPaise, level),
      lowPaise: Math.min(lowPaise, level),
    });
  }
  return [...made.values()];
}
