import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { backtest, type BacktestOptions } from '../../src/backtest/backtest.ts';
import { DayWitness } from '../../src/day/why/day-witness.ts';
import { type DecidedCommand, type OrderStory } from '../../src/day/why/order-story.ts';
import { type LoadedStrategy, loadStrategy } from '../../src/loading/load-strategy.ts';
import { istClock } from '../../src/model/time/ist.ts';
import { explainBacktest } from '../../src/research/traces/explain-backtest.ts';
import { shipped, valueOf } from '../support/simulated-day.ts';

const DATE = '2026-06-02';

function over(strategy: LoadedStrategy, dates = { from: DATE, to: DATE }): BacktestOptions {
  return {
    strategies: [strategy],
    prices: { generate: '7', underlyings: ['NIFTY'], ...dates },
    ...dates,
  };
}

/** Who asked for an order; null where no command of the strategy did. */
function decisionOf({ cause }: OrderStory): DecidedCommand | null {
  return cause.by === 'engine' ? null : cause.decision;
}

const FILES = readdirSync(shipped('.')).filter((name) => /\.(ts|yaml)$/.test(name));

const filled = (of: { leg: string; role: string; side: string; symbol: string }, units: number) =>
  `${of.leg} ${of.role} ${of.side} ${String(units)} ${of.symbol}`;

describe('why of a backtest', () => {
  it.each(FILES)(
    '%s: looking on changes nothing, and what is told is what filled',
    async (name) => {
      const strategy = valueOf(await loadStrategy(shipped(name)));
      const [alone] = valueOf(await backtest(over(strategy))).days;
      const witness = new DayWitness();
      const watched = valueOf(await backtest({ ...over(strategy), witnessOf: () => witness })).days;
      expect(watched).toMatchObject([{ commandLogSha256: alone?.commandLogSha256 }]);
      const orders = witness.runs().flatMap((run) => run.orders);
      const seen = orders.flatMap((order) =>
        order.steps.flatMap((step) =>
          step.step === 'seen' && step.fillUnits > 0 ? [filled(order, step.fillUnits)] : [],
        ),
      );
      const fills = alone?.fills.map((fill) => filled(fill, fill.units)) ?? [];
      expect(seen.sort()).toEqual(fills.sort());
      const files = orders.map(decisionOf).flatMap((one) => (one === null ? [] : one.place?.file));
      // Of a file that uses a blueprint the lines are in that.
      const own = [shipped(name), ...(strategy.imports ?? []).map((url) => fileURLToPath(url))];
      expect(files.filter((file) => file === undefined || !own.includes(file))).toEqual([]);
    },
  );
});

const ASKED = fileURLToPath(new URL('asked-orders.js', import.meta.url));
const LINES = readFileSync(ASKED, 'utf8').split('\n');
const asked = valueOf(await explainBacktest(over(valueOf(await loadStrategy(ASKED))), null));

describe('why an order of a backtest was placed', () => {
  it.each([
    { leg: 'timed', role: 'entry', by: 'timed', shown: 'prices', at: '09:20:00' },
    { leg: 'timed', role: 'stop', by: 'stopped', shown: 'orders', at: '09:20:01' },
    { leg: 'followed', role: 'entry', by: 'followed', shown: 'orders', at: '09:20:01' },
    { leg: 'priced', role: 'entry', by: 'priced', shown: 'prices', at: '09:30:59' },
    { leg: 'resting', role: 'entry', by: 'resting', shown: 'time', at: '09:40:00' },
    { leg: 'priced', role: 'exit', by: 'closed', shown: 'time', at: '11:00:00' },
    { leg: 'timed', role: 'exit', by: undefined, shown: undefined, at: undefined },
  ])('$leg $role: the line of "$by", shown $shown', ({ leg, role, by, shown, at }) => {
    const orders = asked.runs.flatMap((run) => run.orders);
    const order = orders.find((one) => one.leg === leg && one.role === role);
    const decision = order === undefined ? null : decisionOf(order);
    const rest = decision === null ? [] : LINES.slice((decision.place?.line ?? 1) - 1);
    const line = rest.find((one) => one.includes(' // '));
    expect(line?.split(' // ')[1]).toBe(by);
    expect(decision?.shown?.kind).toBe(shown);
    expect(decision === null ? undefined : istClock(decision.atMs)).toBe(at);
  });

  it('names the days that were run where another one is asked for', async () => {
    const strategy = valueOf(await loadStrategy(shipped('short-straddle.yaml')));
    const told = await explainBacktest(over(strategy), '2026-06-03');
    expect(told).toMatchObject({ ok: false, error: [{ found: '2026-06-03', allowed: DATE }] });
  });
});
