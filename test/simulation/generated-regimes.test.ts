import { describe, expect, test } from 'vitest';

import { type MinuteBar } from '../../src/market/minute-bar.ts';
import { type GeneratedPrices } from '../../src/market/price-generator/generated-prices.ts';
import { GENERATED_UNDERLYINGS } from '../../src/market/price-generator/index-model.ts';
import { DAY_REGIMES, USUAL_SHARES } from '../../src/market/price-generator/regime.ts';
import { createContractRules } from '../../src/model/market/contract-rules.ts';
import { createCalendar } from '../../src/model/time/calendar.ts';
import { istTimeOfDayMs } from '../../src/model/time/ist.ts';
import { loadMarketTables } from '../../src/settings/market/market-tables.ts';
import { correlation, generated, mean, summaries } from '../support/generated-prices.ts';

const tables = loadMarketTables();
const calendar = createCalendar(tables.calendar);
const rules = createContractRules(tables, calendar);
const HALF_YEAR = { underlyings: ['NIFTY'], from: '2025-01-01', to: '2025-06-30' };

function sizes(prices: GeneratedPrices, underlying = 'NIFTY'): readonly number[] {
  return summaries(prices, underlying).map(({ move }) => Math.abs(move));
}

describe('days have what their regime is named for', () => {
  const calm = generated(tables, 'a:calm', HALF_YEAR);
  const trend = generated(tables, 'a:trend', HALF_YEAR);
  const chop = generated(tables, 'a:chop', HALF_YEAR);
  const rangeOf = (prices: GeneratedPrices): number =>
    mean(
      summaries(prices).map(
        ({ highPaise, lowPaise, openPaise }) => (highPaise - lowPaise) / openPaise,
      ),
    );

  test('trend: closes far from the open, most of the way that it went', () => {
    expect(mean(sizes(trend))).toBeGreaterThan(4 * mean(sizes(chop)));
    const kept = summaries(trend).map(
      ({ openPaise, closePaise, highPaise, lowPaise }) =>
        Math.abs(closePaise - openPaise) / (highPaise - lowPaise),
    );
    expect(mean(kept)).toBeGreaterThan(0.75);
    expect(Math.min(...sizes(trend))).toBeGreaterThan(0.003);
    const rises = summaries(trend).filter(({ move }) => move > 0).length;
    expect(rises / sizes(trend).length).toBeGreaterThan(0.35);
    expect(rises / sizes(trend).length).toBeLessThan(0.65);
  });

  test('chop: a wide range that comes to little, across the open again and again', () => {
    expect(rangeOf(chop)).toBeGreaterThan(0.005);
    expect(mean(sizes(chop))).toBeLessThan(0.2 * rangeOf(chop));
    const crossings = (chop.days['NIFTY'] ?? []).map(({ bars }) => {
      const open = bars[0]?.openPaise ?? 0;
      return bars.filter(
        (bar, at) => at > 0 && bar.closePaise >= open !== (bars[at - 1]?.closePaise ?? 0) >= open,
      ).length;
    });
    expect(mean(crossings)).toBeGreaterThan(4);
  });

  test('calm: the narrowest range', () => {
    expect(rangeOf(calm)).toBeLessThan(0.75 * rangeOf(chop));
    expect(rangeOf(calm)).toBeLessThan(0.6 * rangeOf(trend));
  });

  test('gap: opens away from the close before, both ways', () => {
    const gaps = summaries(generated(tables, 'a:gap', HALF_YEAR))
      .slice(1)
      .map(({ gap }) => gap);
    expect(Math.min(...gaps.map(Math.abs))).toBeGreaterThan(0.012);
    expect(Math.min(...gaps)).toBeLessThan(-0.02);
    expect(Math.max(...gaps)).toBeGreaterThan(0.02);
    const usual = summaries(calm)
      .slice(1)
      .map(({ gap }) => Math.abs(gap));
    expect(mean(gaps.map(Math.abs))).toBeGreaterThan(6 * mean(usual));
  });

  test('crash: every index closes more than 3 % below its open', () => {
    const underlyings = GENERATED_UNDERLYINGS;
    const crash = generated(tables, 'a:crash', { ...HALF_YEAR, underlyings, to: '2025-02-28' });
    for (const underlying of underlyings) {
      const moves = summaries(crash, underlying).map(({ move }) => move);
      expect(Math.max(...moves)).toBeLessThan(-0.03);
      expect(Math.min(...moves)).toBeGreaterThan(-0.14);
    }
  });

  test('pin: expiry days close at a strike, the others anywhere', () => {
    const prices = generated(tables, 'a:pin', { ...HALF_YEAR, underlyings: ['NIFTY', 'SENSEX'] });
    for (const [underlying, step] of [
      ['NIFTY', 5000],
      ['SENSEX', 10_000],
    ] as const) {
      const distance = (closePaise: number): number =>
        Math.abs(closePaise / step - Math.round(closePaise / step));
      const [expiring, others] = [true, false].map((isExpiry) =>
        summaries(prices, underlying)
          .filter(({ date }) => (rules.expiries(underlying, date)[0] === date) === isExpiry)
          .map(({ closePaise }) => distance(closePaise)),
      );
      expect(expiring?.length).toBeGreaterThan(20);
      expect(Math.max(...(expiring ?? []))).toBeLessThan(0.15);
      expect(mean(others ?? [])).toBeGreaterThan(0.2);
    }
    expect(prices.described.filter(({ pins }) => pins.length > 0).length).toBeGreaterThan(40);
  });
});

describe('circuit days', () => {
  const prices = generated(tables, 'a:circuit', {
    ...HALF_YEAR,
    underlyings: ['NIFTY', 'BANKNIFTY'],
  });
  const halted = prices.described.flatMap(({ date, halts }) =>
    halts.map((halt) => ({ date, halt })),
  );

  test('are halted at each of the three steps, for a while and to the end', () => {
    const steps = new Set(halted.map(({ halt }) => halt.percent));
    expect([...steps].sort()).toEqual([10, 15, 20]);
    expect(halted.some(({ halt }) => halt.untilMs === null)).toBe(true);
    const days = new Set(halted.map(({ date }) => date)).size;
    expect(days / prices.described.length).toBeGreaterThan(0.7);
  });

  test('have no bar in a halt, in no index, and one when it ends', () => {
    for (const { date, halt } of halted) {
      for (const underlying of ['NIFTY', 'BANKNIFTY']) {
        const bars = prices.days[underlying]?.find((day) => day.date === date)?.bars ?? [];
        const { fromMs, untilMs } = halt;
        const inside = bars.filter(
          ({ startMs }) => startMs > fromMs && startMs + 60_000 <= (untilMs ?? Infinity),
        );
        expect(inside).toEqual([]);
        const next = bars.find(({ startMs }) => startMs + 60_000 > (untilMs ?? Infinity));
        expect(next === undefined).toBe(untilMs === null);
        expect(bars.some(({ startMs }) => startMs <= fromMs && startMs + 60_000 > fromMs)).toBe(
          true,
        );
      }
    }
  });

  test('stop where the watched index has just passed its step', () => {
    const closes = new Map(
      summaries(prices).map((day, at, all) => [day.date, all[at - 1]?.closePaise]),
    );
    const first = prices.described.flatMap(({ date, halts }) =>
      halts.slice(0, 1).flatMap((halt) => (halt.underlying === 'NIFTY' ? [{ date, halt }] : [])),
    );
    let judged = 0;
    for (const { date, halt } of first) {
      const before = closes.get(date);
      if (before === undefined) continue;
      const bars = prices.days['NIFTY']?.find((day) => day.date === date)?.bars ?? [];
      const last = bars.findLast(({ startMs }) => startMs <= halt.fromMs);
      const move = Math.abs((last?.closePaise ?? 0) / before - 1) * 100;
      expect(move).toBeGreaterThanOrEqual(halt.percent - 1e-3);
      expect(move).toBeLessThan(halt.percent + 1);
      judged += 1;
    }
    expect(judged).toBeGreaterThan(20);
  });
});

describe('outage days', () => {
  const prices = generated(tables, 'a:outage', { ...HALF_YEAR, underlyings: ['NIFTY', 'SENSEX'] });
  const barsOn = (date: string, underlying: string): readonly MinuteBar[] =>
    prices.days[underlying]?.find((day) => day.date === date)?.bars ?? [];
  const kinds = (kind: string) =>
    prices.described.flatMap(({ date, outage }) =>
      outage?.kind === kind ? [{ date, outage }] : [],
    );

  test('miss bars in exactly that stretch, in all indexes, or show one price in it', () => {
    expect(kinds('missing').length).toBeGreaterThan(20);
    expect(kinds('stale').length).toBeGreaterThan(20);
    for (const underlying of ['NIFTY', 'SENSEX']) {
      for (const { date, outage } of kinds('missing')) {
        const bars = barsOn(date, underlying);
        expect(bars.length).toBe(375 - (outage.untilMs - outage.fromMs) / 60_000);
        const inside = bars.filter(
          ({ startMs }) => startMs >= outage.fromMs && startMs < outage.untilMs,
        );
        expect(inside).toEqual([]);
      }
      for (const { date, outage } of kinds('stale')) {
        const bars = barsOn(date, underlying);
        expect(bars).toHaveLength(375);
        const before = bars.findLast(({ startMs }) => startMs < outage.fromMs)?.closePaise;
        const inside = bars.filter(
          ({ startMs }) => startMs >= outage.fromMs && startMs < outage.untilMs,
        );
        expect(inside.every((bar) => bar.lowPaise === before && bar.highPaise === before)).toBe(
          true,
        );
      }
    }
  });

  test('show where the market went meanwhile', () => {
    const jumps = prices.described.map(({ date, outage }) => {
      const bars = barsOn(date, 'NIFTY');
      const before = bars.findLast(({ startMs }) => startMs < (outage?.fromMs ?? 0));
      const after = bars.find(({ startMs }) => startMs >= (outage?.untilMs ?? 0));
      return Math.abs((after?.openPaise ?? 0) / (before?.closePaise ?? 1) - 1);
    });
    expect(mean(jumps)).toBeGreaterThan(0.0008);
  });
});

describe('the usual mix', () => {
  const prices = generated(tables, 'b', {
    underlyings: ['NIFTY', 'SENSEX', 'BANKNIFTY', 'FINNIFTY', 'MIDCPNIFTY'],
    from: '2024-01-01',
    to: '2025-12-31',
  });
  const isWild = prices.described.map(({ regime }) => regime === 'crash' || regime === 'circuit');
  const moves = (underlying: string): readonly number[] =>
    summaries(prices, underlying)
      .map(({ gap, move }) => gap + move)
      .filter((_, at) => isWild[at] === false);

  test('indexes move together as much as they do', () => {
    const nifty = moves('NIFTY');
    expect(correlation(nifty, moves('SENSEX'))).toBeGreaterThan(0.95);
    const banks = correlation(nifty, moves('BANKNIFTY'));
    expect(banks).toBeGreaterThan(0.75);
    expect(banks).toBeLessThan(0.965);
    const minute = (underlying: string): readonly number[] =>
      (prices.days[underlying] ?? [])
        .slice(0, 60)
        .flatMap(({ bars }) => bars.map(({ openPaise, closePaise }) => closePaise / openPaise - 1));
    expect(correlation(minute('NIFTY'), minute('BANKNIFTY'))).toBeGreaterThan(0.7);
    expect(correlation(minute('BANKNIFTY'), minute('FINNIFTY'))).toBeGreaterThan(0.9);
  });

  test('moves more at the open and before the close than at noon', () => {
    const span = (fromMinute: number, toMinute: number): number =>
      mean(
        (prices.days['NIFTY'] ?? []).flatMap(({ bars }) =>
          bars
            .filter(({ startMs }) => {
              const minute = istTimeOfDayMs(startMs) / 60_000;
              return minute >= fromMinute && minute < toMinute;
            })
            .map(({ highPaise, lowPaise, openPaise }) => (highPaise - lowPaise) / openPaise),
        ),
      );
    const noon = span(12 * 60, 13 * 60);
    expect(span(9 * 60 + 15, 9 * 60 + 30)).toBeGreaterThan(1.6 * noon);
    expect(span(15 * 60 + 15, 15 * 60 + 30)).toBeGreaterThan(1.25 * noon);
  });

  test('daily moves have the deviation and the tails of an index', () => {
    const daily = summaries(prices).map(({ gap, move }) => gap + move);
    const variance = mean(daily.map((move) => move * move));
    expect(Math.sqrt(variance * 250)).toBeGreaterThan(0.1);
    expect(Math.sqrt(variance * 250)).toBeLessThan(0.25);
    const kurtosis = mean(daily.map((move) => move ** 4)) / variance ** 2;
    expect(kurtosis).toBeGreaterThan(4);
  });

  test('regimes come in their shares, and in runs', () => {
    const long = generated(tables, 'c', { ...HALF_YEAR, from: '2024-01-01', to: '2026-10-31' });
    const found = long.described.map(({ regime }) => regime);
    for (const regime of DAY_REGIMES) {
      const share = found.filter((name) => name === regime).length / found.length;
      expect(Math.abs(share - USUAL_SHARES.days[regime])).toBeLessThan(0.08);
    }
    const calm = found.filter((name) => name === 'calm').length / found.length;
    const after = found.filter((_, at) => at > 0 && found[at - 1] === 'calm');
    const stays = after.filter((name) => name === 'calm').length / after.length;
    expect(stays).toBeGreaterThan(calm + 0.2);
  });
});

test.each(['d', 'd:crash', 'd:circuit', 'd:trend', 'd:gap'])(
  'levels stay within reach of the base for years: %s',
  (request) => {
    const range = { underlyings: ['NIFTY', 'MIDCPNIFTY'], from: '2028-12-01', to: '2028-12-31' };
    const far = generated(tables, request, range);
    for (const [underlying, basePaise] of [
      ['NIFTY', 2_500_000],
      ['MIDCPNIFTY', 1_300_000],
    ] as const) {
      for (const { closePaise } of summaries(far, underlying)) {
        expect(closePaise / basePaise).toBeGreaterThan(0.4);
        expect(closePaise / basePaise).toBeLessThan(1.7);
      }
    }
  },
);
