import { type CalendarDay } from '../model/calendar.ts';
import { istClock } from '../model/ist.ts';
import { type Settings } from '../settings/settings.ts';
import { clockHint } from './clock-hint.ts';
import { type MarketKnowledge } from './market-knowledge.ts';
import { refusal, type RunRefusal } from './run-refusal.ts';

/** Why a day cannot be run at a time: the exchange is closed, or the sessions are over; null when it can. */
export function whyNotNow(
  day: CalendarDay,
  nowMs: number,
  { settings, knowledge }: { readonly settings: Settings; readonly knowledge: MarketKnowledge },
): { readonly ok: false; readonly error: RunRefusal } | null {
  const { calendar } = knowledge;
  const next = `The next trading day is ${calendar.nextTradingDay(day.date)}${clockHint(settings.venue)}`;
  const last = day.sessions.at(-1);
  if (last === undefined) {
    const why = day.occasion ?? 'no session is known';
    return refusal('outside-window', `The exchange is closed on ${day.date}: ${why}`, { next });
  }
  if (nowMs >= last.endMs) {
    const message = `The sessions of ${day.date} ended at ${istClock(last.endMs)} IST, it is ${istClock(nowMs)}`;
    return refusal('outside-window', message, { next });
  }
  return null;
}
