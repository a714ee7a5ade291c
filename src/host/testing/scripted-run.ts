import { type Observable } from 'rxjs';

import { type Json } from '../../base/json.ts';
import { type CarriedPosition } from '../../model/orders/carried-over.ts';
import { type Command } from '../../model/orders/command.ts';
import { type Input } from '../../model/runs/input.ts';
import { type KnownPriceFeed } from '../../ports/price-feed.ts';
import { type Source, type StrategyContext } from '../../strategy/context.ts';
import { defineStrategy, type Strategy } from '../../strategy/define-strategy.ts';
import { z } from '../../strategy/parameters.ts';
import { createRun, type StrategyRun } from '../run.ts';
import { type TimedCommand } from '../../ports/run-host.ts';
import { DATE, ist, tradingDay } from './inputs.ts';

/** A strategy without parameters. */
export function strategyOf(
  run: (context: StrategyContext<unknown>) => Observable<Command>,
  sources: readonly Source<Json>[] = [],
): Strategy {
  return defineStrategy({ name: 'under-test', params: z.object({}), sources, run });
}

/** A run of a strategy, or of its `run` function, on the test date; not yet started. */
export function runOf(
  strategy: Strategy | ((context: StrategyContext<unknown>) => Observable<Command>),
  options: {
    readonly params?: unknown;
    readonly seed?: string;
    readonly store?: Record<string, Json>;
    readonly carried?: readonly CarriedPosition[];
    readonly prices?: KnownPriceFeed;
  } = {},
): StrategyRun {
  const whole = typeof strategy === 'function' ? strategyOf(strategy) : strategy;
  return createRun({
    strategy: whole,
    params: options.params ?? whole.params.parse({}),
    header: {
      runId: 'run',
      strategy: whole.name,
      date: DATE,
      mode: 'paper',
      account: 'test',
      seed: options.seed ?? 'seed',
    },
    day: tradingDay(),
    store: options.store ?? {},
    carried: options.carried ?? [],
    prices: options.prices ?? null,
  });
}

/** Starts a run, delivers inputs in order, lets time go on to `untilMs`, and returns every command. */
export function play(
  run: StrategyRun,
  inputs: readonly Input[],
  times: { readonly startMs?: number; readonly untilMs?: number } = {},
): readonly TimedCommand[] {
  const { startMs = ist('09:00'), untilMs } = times;
  const turns = [run.start(startMs), ...inputs.map((input) => run.deliver(input))];
  if (untilMs !== undefined) turns.push(run.advanceTo(untilMs));
  return turns.flatMap(({ commands }) => commands);
}
