import { ASSUMPTION_OPTIONS } from './assumption-options.ts';
import { JSON_LINE, type OptionsOf } from './declared-option.ts';
import { parseDate, parseMore } from './option-parsers.ts';
import { PRICE_OPTIONS } from './price-options.ts';

/** Options of `sauda backtest`. */
export const BACKTEST_OPTIONS = [
  [
    '--param <name=value>',
    "over the strategy's own and the configuration's; give it again",
    parseMore,
  ],
  ...PRICE_OPTIONS,
  ...ASSUMPTION_OPTIONS,
  ['--journal <file>', 'in place of strategies and prices: a recorded day, run again'],
  ['--date <date>', 'which day of the journal (default: the last)', parseDate],
  ['--sensitivity', 'run the days again: decisions a minute later, fills a tick worse'],
  ['--no-iv-band', 'do not run the days again with volatility a fifth lower and higher'],
  ['--seed <text>', 'of latencies and partial fills (default: of the configuration)'],
  ['--config <file>', 'configuration: strategies with their parameters, engine, calendar'],
  ['--log <file>', 'write every command, as JSON Lines'],
  ['--out <file>', 'write the result as JSON, for report and compare'],
  ['--csv <folder>', 'write trades, days, fills and equity as CSV'],
  ['--report <file>', 'write the HTML page'],
  [
    '--explain',
    'take down what rules, legs and conditions decided by, and why each order was placed: in --report and --out',
  ],
  ['--verbose', 'every trade, and every assumption and reason whole'],
  JSON_LINE,
] as const;

/** What `sauda backtest` is asked. */
export type BacktestAsked = OptionsOf<typeof BACKTEST_OPTIONS>;
