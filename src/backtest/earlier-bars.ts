import { type MinuteBar } from '../market/minute-bar.ts';
import { type Bar } from '../model/market/bar.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type History } from '../streams/warmup.ts';
import { type BacktestWorld } from './backtest-world.ts';

const MINUTE_MS = 60_000;

/** What is needed of a backtest's world. */
export type EarlierWorld = Pick<BacktestWorld, 'indexBars' | 'indexDates'> & {
  readonly knowledge: {
    readonly calendar: { readonly day: (date: IstDate) => Pick<CalendarDay, 'sessions'> };
  };
};

/** Bars of an index before a date, from the recorded prices: nothing of that date or after it. */
export function earlierBars(world: EarlierWorld, date: IstDate): History {
  return ({ symbol, minutes, bars: wanted }) => {
    const dates = world.indexDates(symbol);
    if (dates.length === 0) {
      return { bars: [], reason: 'only an index of the recorded prices has bars of earlier days' };
    }
    const found: Bar[][] = [];
    let count = 0;
    for (const earlier of dates.filter((each) => each < date).reverse()) {
      if (count >= wanted) break;
      const { sessions } = world.knowledge.calendar.day(earlier);
      const bars = barsOf(world.indexBars(symbol, earlier), { symbol, minutes, sessions });
      found.unshift(bars);
      count += bars.length;
    }
    const bars = found.flat().slice(-wanted);
    const reason = bars.length < wanted ? `recorded prices begin on ${dates[0] ?? ''}` : null;
    return { bars, reason };
  };
}

interface Stretches extends Pick<CalendarDay, 'sessions'> {
  readonly symbol: string;
  readonly minutes: number;
}

/** As bars of the day itself: aligned to the start of each session, the last of one may be shorter. */
function barsOf(of: readonly MinuteBar[], { symbol, minutes, sessions }: Stretches): Bar[] {
  const made = new Map<number, Bar>();
  for (const minute of of) {
    const session = sessions.find(
      ({ startMs, endMs }) => minute.startMs >= startMs && minute.startMs < endMs,
    );
    if (session === undefined) continue;
    const lengthMs = minutes * MINUTE_MS;
    const steps = Math.floor((minute.startMs - session.startMs) / lengthMs);
    const startMs = session.startMs + steps * lengthMs;
    const endMs = Math.min(startMs + lengthMs, session.endMs);
    made.set(startMs, joined(made.get(startMs), { ...minute, symbol, startMs, endMs }));
  }
  return [...made.values()];
}

function joined(before: Bar | undefined, { symbol, startMs, endMs, ...bar }: Bar): Bar {
  return {
    symbol,
    startMs,
    endMs,
    openPaise: before?.openPaise ?? bar.openPaise,
    highPaise: Math.max(before?.highPaise ?? bar.highPaise, bar.highPaise),
    lowPaise: Math.min(before?.lowPaise ?? bar.lowPaise, bar.lowPaise),
    closePaise: bar.closePaise,
  };
}
