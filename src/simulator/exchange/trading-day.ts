import { type Calendar, type CalendarDay } from '../../model/calendar.ts';
import { DAY_MS, istDate, startOfIstDay } from '../../model/ist.ts';

/** One IST date with what the exchange needs of it at every step. */
export interface TradingDay {
  readonly calendarDay: CalendarDay;
  /** Midnight IST at which it begins and at which the next begins. */
  readonly startMs: number;
  readonly endMs: number;
  /** When the last session ends; null on a closed day. */
  readonly closesAtMs: number | null;
}

/** The trading day of an instant. */
export function tradingDayAt(calendar: Calendar, atMs: number): TradingDay {
  const date = istDate(atMs);
  const calendarDay = calendar.day(date);
  const startMs = startOfIstDay(date);
  const closesAtMs = calendarDay.sessions.at(-1)?.endMs ?? null;
  return { calendarDay, startMs, endMs: startMs + DAY_MS, closesAtMs };
}

/** Whether continuous trading is on. */
export function isTrading(day: TradingDay, atMs: number): boolean {
  return day.calendarDay.sessions.some(({ startMs, endMs }) => atMs >= startMs && atMs < endMs);
}
