import { resolve } from 'node:path';

import { underlyingsOf } from '../../../backtest/backtest-refusals.ts';
import { type BacktestOptions } from '../../../backtest/backtest.ts';
import { defined } from '../../../base/json.ts';
import { type CliContext } from '../cli-context.ts';
import { readSettings } from '../files/read-settings.ts';
import { assumed, daysAsked } from '../options/assumption-options.ts';
import { pricesAsked, requirePrices } from '../options/price-options.ts';
import { sourcesAsked } from '../options/source-options.ts';
import { type BacktestedAsked } from '../options/trace-options.ts';
import { askedStrategies } from '../strategies/load-strategies.ts';

/**
 * The backtest whose days are asked about. `date` is its first and last day where no others are named.
 *
 * @throws {CliFailure} when it cannot be run
 */
export async function backtestAsked(
  context: CliContext,
  asked: BacktestedAsked,
): Promise<BacktestOptions> {
  const { date, strategy } = asked;
  const { from = date, to = date } = asked;
  const options = { ...asked, ...defined({ from, to }) };
  requirePrices(options);
  const settings = readSettings(context, { config: asked.config, secrets: 'skipped' });
  const absolute = (path: string): string => resolve(context.workingDirectory, path);
  const files = strategy === undefined ? [] : [strategy];
  const strategies = await askedStrategies(context, settings, { files, params: asked.param });
  return {
    strategies,
    ...assumed(options),
    ...daysAsked(settings, options),
    recorded: await sourcesAsked(context, asked.source ?? [], strategies),
    prices: pricesAsked(options, absolute, strategies.flatMap(underlyingsOf)),
    signal: context.signal,
  };
}
