import { isClockTime } from '../../../model/time/ist.ts';
import { ASSUMPTION_OPTIONS } from './assumption-options.ts';
import { type OptionsOf } from './declared-option.ts';
import { optionParser, parseDate, parseMore } from './option-parsers.ts';
import { PRICE_OPTIONS } from './price-options.ts';

/** The market of a backtest that is asked about. */
export const BACKTESTED_OPTIONS = [
  ['--param <name=value>', 'parameter of --strategy; give it again', parseMore],
  ...PRICE_OPTIONS,
  ...ASSUMPTION_OPTIONS,
  ['--seed <text>', 'of a backtest: latencies and partial fills (default: of the configuration)'],
] as const;

/** Whose decisions are traced: those of a journal, or of a backtest. */
export const TRACED_OPTIONS = [
  [
    '--journal <file>',
    'recorded days of an account (default: that of the configuration); they are replayed, nothing is sent',
  ],
  ['--sim <file>', 'that of "run --sim": file with the line of "sauda sim --json"'],
  [
    '--strategy <file>',
    'in place of a journal: the strategy of a backtest; beside one: a changed file for its runs',
  ],
  [
    '--date <date>',
    'which day (default: the last of the journal, every day of a backtest)',
    parseDate,
  ],
  ...BACKTESTED_OPTIONS,
  ['--config <file>', 'configuration of the account or the backtest (default: sauda.yaml)'],
  ['--run <run>', 'only this run, such as straddle#2'],
] as const;

/** What is asked about traced decisions. */
export type TracedAsked = OptionsOf<typeof TRACED_OPTIONS>;
/** The backtest that is asked about. */
export type BacktestedAsked = OptionsOf<typeof BACKTESTED_OPTIONS> &
  Pick<TracedAsked, 'strategy' | 'date' | 'config'>;

/** A time of day in IST: a minute, or a second. */
export const parseClockTime = optionParser('a time of day, 24 hours: 10:42, or 10:42:30', (text) =>
  isClockTime(text) ? text : undefined,
);
