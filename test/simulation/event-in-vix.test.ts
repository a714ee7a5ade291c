import { assert, describe, expect, it } from 'vitest';

import { createBacktestWorld } from '../../src/backtest/backtest-world.ts';
import { type BarDay } from '../../src/market/minute-bar.ts';
import { constantVolatility } from '../../src/market/option-pricing/given-volatility.ts';
import { type SurfaceFacts } from '../../src/market/option-pricing/volatility-surface.ts';
import { instantAt, istDate, type IstDate } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';

/** Made up: an index that stands still and a VIX that never moves, before the count of 4 June 2024. */
const LEVEL_PAISE = 22_500_00;
const knowledge = loadMarketKnowledge();
const { calendar, rules } = knowledge;

function datesFrom(first: IstDate, last: IstDate): readonly IstDate[] {
  return first > last ? [] : [first, ...datesFrom(calendar.nextTradingDay(first), last)];
}

function stillDay(date: IstDate): BarDay {
  const bars = Array.from({ length: 375 }, (_, minute) => ({
    startMs: instantAt(date, '09:15') + minute * 60_000,
    openPaise: LEVEL_PAISE,
    highPaise: LEVEL_PAISE,
    lowPaise: LEVEL_PAISE,
    closePaise: LEVEL_PAISE,
  }));
  return { date, bars, barsOutside: [] };
}

const DATES = datesFrom('2024-04-24', '2024-06-03');

/** Asks for what the model makes of an option of one expiry, at a VIX in percent. */
function marketAt(vix: number): (atMs: number, expiry: IstDate) => SurfaceFacts {
  const asked: SurfaceFacts[] = [];
  const { market, listing } = createBacktestWorld({
    knowledge,
    seed: 'event',
    prices: {
      ...{ indexes: { NIFTY: DATES.map(stillDay) }, contracts: new Map() },
      ...{ problems: [], problemCounts: {}, countsByDate: new Map(), assumptions: [], sources: [] },
      volatility: constantVolatility(vix / 100),
      surface: {
        file: 'usual.ts',
        surface: (facts) => {
          asked.push(facts);
          return facts.usual;
        },
      },
    },
  });
  return (atMs, expiry) => {
    const call = listing
      .contracts('NIFTY', istDate(atMs))
      .find(
        (one) =>
          one.expiry === expiry && one.strikePaise === LEVEL_PAISE && one.optionType === 'CE',
      );
    if (call !== undefined) market.quote(call, atMs);
    const facts = asked.pop();
    assert(facts !== undefined, `${istDate(atMs)} ${expiry}`);
    return facts;
  };
}

/** By how much the volatility of the next expiry of the day after moves over each night. */
function nightsOf(vix: number): readonly { readonly date: IstDate; readonly move: number }[] {
  const at = marketAt(vix);
  return DATES.slice(1).map((date, place) => {
    const eve = calendar.day(DATES[place] ?? '');
    const expiry = rules.expiries('NIFTY', date).find((one) => one > date) ?? '';
    const before = at((eve.sessions.at(-1)?.endMs ?? 0) - 300_000, expiry);
    const after = at(instantAt(date, '09:20'), expiry);
    return { date, move: Math.abs(after.atTheMoney / before.atTheMoney - 1) };
  });
}

describe.each([10, 12, 14, 17, 20])(
  'a count that comes near while India VIX stays at %s',
  (vix) => {
    it('moves near volatility by a few per cent a night', () => {
      const nights = nightsOf(vix);
      // 6 May is the first day that has 4 June within its next 30 calendar days.
      expect(nights.find(({ date }) => date === '2024-05-06')?.move).toBeLessThan(0.07);
      expect(Math.max(...nights.map(({ move }) => move))).toBeLessThan(0.09);
      const median = nights.map(({ move }) => move).sort((one, other) => one - other)[13];
      expect(median).toBeLessThan(0.03);
    });

    it('leaves near options a plausible volatility', () => {
      const { atTheMoney } = marketAt(vix)(instantAt('2024-05-29', '09:20'), '2024-05-30');
      expect(atTheMoney).toBeGreaterThan(0.7 * Math.min(0.92 * (vix / 100), 0.13));
      expect(atTheMoney).toBeLessThan(0.92 * (vix / 100));
    });
  },
);
