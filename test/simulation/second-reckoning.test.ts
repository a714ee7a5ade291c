import { EMPTY, mergeMap, of } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import { buy, defineStrategy, place, selectNow, sell, type Strategy } from '../../src/index.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { performanceOf } from '../../src/results/performance.ts';
import { readResult } from '../../src/results/reading/read-result.ts';
import {
  cashOf,
  costsByHand,
  deepestFall,
  minutesHeld,
  ratiosByHand,
  roundTrips,
  settledOn,
  sum,
  type Valued,
} from '../support/second-reckoning.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

/** Holds a sold put and a bought call until they expire. */
const keeper: Strategy = defineStrategy({
  name: 'keeper',
  run: ({ at, chain, store }) =>
    at('10:00').pipe(
      selectNow(chain('NIFTY')),
      mergeMap(({ atm, expiry }) => {
        if (store.get('expiry') === expiry) return EMPTY;
        store.set('expiry', expiry);
        const held = { lots: 1, product: 'carry-forward' } as const;
        return of(
          place(buy(atm.ce, { leg: 'long', ...held }), sell(atm.pe, { leg: 'short', ...held })),
        );
      }),
    ),
});

const STRATEGIES = [
  'short-straddle.yaml',
  'iron-condor.yaml',
  'delta-strangle.ts',
  'opening-range-breakout.ts',
  'overnight-call.ts',
].map(shipped);
/** Of a trade that does not tell: no figure is at most or at least that. */
const NOWHERE = { grossPaise: NaN, perUnitPaise: NaN };
const REGIMES = ['calm,trend', 'chop,gap', 'crash,circuit,outage'];

/** Two weeks of a regime, an expiry in each, as they come back from a file. */
async function ran(regime: string): Promise<BacktestResult> {
  const prices = {
    generate: `3:${regime},pin`,
    underlyings: ['NIFTY'],
    ...{ from: '2026-06-01', to: '2026-06-12' },
  };
  const strategies = await loadAll([...STRATEGIES, keeper]);
  const { from, to } = prices;
  const result = valueOf(await backtest({ strategies, prices, from, to }));
  return valueOf(readResult(JSON.stringify(result), 'result.json'));
}

describe.each(REGIMES)('%s days, reckoned again from their fills', async (regime) => {
  const result = await ran(regime);
  const { days, trades, totals, scenarios } = result;
  const trips = roundTrips(result);

  it('have the trades of their fills, each to the paisa', () => {
    const shown = ({ key, side, units, grossPaise }: Valued): string =>
      `${key} ${side} ${String(units)} ${String(grossPaise)}`;
    const found = trades.map(({ runId, leg, symbol, openedAtMs, ...trade }) => {
      const key = `${runId} ${leg} ${symbol} ${String(openedAtMs)}`;
      return shown({ ...trade, key });
    });
    expect(found.toSorted()).toEqual(trips.map(shown).toSorted());
    expect(trips.length).toBeGreaterThan(20);
    expect(trips.filter(({ isSettled }) => isSettled).length).toBeGreaterThan(2);
  });

  it('went at least as far either way as they came to, and no further than their own units by points', () => {
    for (const { symbol, grossPaise, units, mae = NOWHERE, mfe = NOWHERE } of trades) {
      const isWithin = mae.grossPaise <= Math.min(0, grossPaise);
      expect([symbol, isWithin && mfe.grossPaise >= Math.max(0, grossPaise)]).toEqual([
        symbol,
        true,
      ]);
      // Entries of these are at one price each, but for halves of a paisa.
      const halfPaise = units / 2;
      expect(Math.abs(mae.grossPaise - units * mae.perUnitPaise)).toBeLessThanOrEqual(halfPaise);
      expect(Math.abs(mfe.grossPaise - units * mfe.perUnitPaise)).toBeLessThanOrEqual(halfPaise);
    }
  });

  it('are held against the index over the same days', () => {
    const [held] = (result.benchmarks ?? []).flatMap((benchmark) => benchmark.held ?? []);
    expect(held?.closes).toEqual(
      days.map(({ date, index }) => ({ date, closePaise: index.at(-1)?.closePaise })),
    );
    if (held === undefined) return;
    const worth = held.closes.map(({ closePaise }) => {
      return Math.round(1e8 * (closePaise / held.fromPaise - 1));
    });
    const nets = worth.map((paise, place) => paise - (worth[place - 1] ?? 0));
    expect(held.netPaise).toBe(worth.at(-1));
    expect(held.sharpe).toBeCloseTo(ratiosByHand(nets, 1e8).sharpe, 8);
    expect(held.drawdownPaise).toBe(deepestFall(nets));
  });

  it('came to what June of their year did', () => {
    const { netPaise } = totals;
    const months = Array.from({ length: 12 }, (_, place) => (place === 5 ? netPaise : null));
    expect(result.years).toEqual([{ year: '2026', months, netPaise }]);
  });

  it('cost what a note by hand says, part by part', () => {
    for (const { date, fills, costs } of days) {
      expect([date, costs]).toEqual([date, costsByHand(fills, settledOn(date, trips))]);
    }
  });

  it('add up over legs, trades, days and equity', () => {
    for (const day of days) {
      expect(sum(day.legs.map(({ grossPaise }) => grossPaise))).toBe(day.grossPaise);
      expect(sum(day.legs.map(({ costsPaise }) => costsPaise))).toBe(day.costsPaise);
      expect(sum(day.legs.map(({ netPaise }) => netPaise))).toBe(day.netPaise);
      expect(day.netPaise).toBe(day.grossPaise - day.costs.totalPaise);
      expect(day.equity.at(-1)?.netPaise ?? 0).toBe(day.netPaise);
    }
    const grossPaise = sum(trips.map((trip) => trip.grossPaise));
    const costsPaise = sum(
      days.map(({ date, fills }) => costsByHand(fills, settledOn(date, trips)).totalPaise),
    );
    expect(totals).toMatchObject({ grossPaise, costsPaise, netPaise: grossPaise - costsPaise });
    expect(sum(trades.map(({ netPaise }) => netPaise))).toBe(totals.netPaise);
    expect(sum(days.map(({ netPaise }) => netPaise))).toBe(totals.netPaise);
    expect(sum(days.map((day) => day.trades))).toBe(trips.length);
  });

  it('come to as much more or less elsewhere in their minutes as their fills do', () => {
    const fills = days.flatMap((day) => day.fills);
    for (const [name, price] of [
      ['optimistic', 'bestPaise'],
      ['pessimistic', 'worstPaise'],
    ] as const) {
      const moved = cashOf(fills, price) - cashOf(fills, 'pricePaise');
      expect((scenarios[name].grossPaise ?? NaN) - (totals.grossPaise ?? NaN)).toBe(moved);
      const costs = days.map((day) => {
        const elsewhere = day.fills.map((fill) => ({ ...fill, pricePaise: fill[price] }));
        return costsByHand(elsewhere, settledOn(day.date, trips)).totalPaise;
      });
      expect(scenarios[name].costsPaise).toBe(sum(costs));
    }
  });

  it('have the statistics of a second computation', () => {
    const found = performanceOf(result);
    const nets = days.map(({ netPaise }) => netPaise);
    const { volatility, sharpe, sortino, skewness, kurtosis } = ratiosByHand(nets, 100_000_000);
    expect(found.volatility).toBeCloseTo(volatility, 10);
    expect(found.sharpe).toBeCloseTo(sharpe, 8);
    expect(found.sortino).toBeCloseTo(sortino, 8);
    expect(found.skewness).toBeCloseTo(skewness, 8);
    expect(found.kurtosis).toBeCloseTo(kurtosis, 8);
    expect(found.drawdown?.depthPaise ?? 0).toBe(deepestFall(nets));
    const points = days.map(({ equity }) => equity.map(({ netPaise }) => netPaise));
    const steps = points.flatMap((day) => day.map((net, at) => net - (day[at - 1] ?? 0)));
    expect(found.drawdownIntraday?.depthPaise ?? 0).toBe(deepestFall(steps));
    const minutes = sum(
      days.flatMap(({ sessions }) => sessions.map(({ startMs, endMs }) => (endMs - startMs) / 6e4)),
    );
    // What is carried is always open: without it there is something to see.
    const intraday = { ...result, trades: trades.filter(({ product }) => product === 'intraday') };
    const { exposure } = performanceOf(intraday);
    expect(exposure).toBeCloseTo(minutesHeld(intraday) / minutes, 2);
    expect(exposure).toBeLessThan(0.98);
  });
});
