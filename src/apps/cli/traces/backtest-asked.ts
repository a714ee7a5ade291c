import { resolve } from 'node:path';

import { underlyingsOf } from '../../../backtest/backtest-refusals.ts';
import { type BacktestOptions } from '../../../backtest/backtest.ts';
import { defined } from '../../../base/json.ts';
import { mondayOf } from '../../../model/runs/week-so-far.ts';
import { type CliContext } from '../cli-context.ts';
import { readSettings } from '../files/read-settings.ts';
import { assumed, daysAsked } from '../options/assumption-options.ts';
import { pricesAsked, requirePrices } from '../options/price-options.ts';
import { sourcesAsked } from '../options/source-options.ts';
import { type BacktestedAsked } from '../options/trace-options.ts';
import { askedStrategies } from '../strategies/load-strategies.ts';

/**
 * The backtest whose days are asked about. `date` is its first and last day where no others are named; with a limit of the week
 * the first is the Monday before, since the days from then on decide what the limit does.
 *
 * @throws {CliFailure} when it cannot be run
 */
export async function backtestAsked(
  context: CliContext,
  asked: BacktestedAsked,
): Promise<BacktestOptions> {
  const { date, strategy } = asked;
  requirePrices(asked);
  const settings = readSettings(context, { config: asked.config, secrets: 'skipped' });
  const absolute = (path: string): string => resolve(context.workingDirectory, path);
  const files = strategy === undefined ? [] : [strategy];
  const strategies = await askedStrategies(context, settings, { files, params: asked.param });
  const limits = [
    settings.accountProtections,
    ...strategies.map(({ policies }) => policies?.protections),
  ];
  const isOfWeek = limits.some((of) => typeof of?.weekLossPaiseMax === 'number');
  const firstDay = date !== undefined && isOfWeek ? mondayOf(date) : date;
  const { from = firstDay, to = date } = asked;
  const options = { ...asked, ...defined({ from, to }) };
  return {
    strategies,
    ...assumed(options),
    ...daysAsked(settings, options),
    recorded: await sourcesAsked(context, asked.source ?? [], strategies),
    prices: pricesAsked(options, absolute, strategies.flatMap(underlyingsOf)),
    signal: context.signal,
  };
}
