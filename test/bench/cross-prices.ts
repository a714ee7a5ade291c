import { type RecordedPrices } from '../../src/market/price-files/recorded-prices.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { BARS_PER_DAY, barWalk, DAYS } from './walked-bars.ts';

const MINUTE_MS = 60_000;

/** The floor's bars, on as many real trading days of one whole session. */
export function crossPrices(): RecordedPrices {
  const { calendar } = loadMarketKnowledge();
  const walk = barWalk();
  const days: { date: string; bars: ReturnType<typeof walk>; barsOutside: [] }[] = [];
  for (let date = '2024-01-01'; days.length < DAYS; date = calendar.nextTradingDay(date)) {
    const [session, another] = calendar.day(date).sessions;
    if (session === undefined || another !== undefined) continue;
    if (session.endMs - session.startMs !== BARS_PER_DAY * MINUTE_MS) continue;
    days.push({ date, bars: walk(session.startMs), barsOutside: [] });
  }
  return {
    indexes: { NIFTY: days },
    contracts: new Map(),
    problems: [],
    problemCounts: {},
    countsByDate: new Map(),
    sources: [],
    assumptions: [],
  };
}
