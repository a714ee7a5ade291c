import { type Command, Option } from 'commander';

import { type PricesAsked } from '../../runtime/load-prices.ts';
import { parseUnderlying } from './option-parsers.ts';

/** Options of commands that read files of prices. */
export interface PriceOptions {
  readonly prices: readonly string[];
  readonly columns?: string;
  readonly timeZone?: string;
  readonly stamp?: 'start' | 'end';
  readonly underlying?: string;
  readonly strict?: boolean;
}

/** Gives a command the options that say how files of prices are read; `--prices` itself it adds as it needs it. */
export function addPriceOptions(command: Command): Command {
  return command
    .option(
      '--underlying <symbol>',
      'whose prices files without symbols hold; told from their names when left out',
      parseUnderlying,
    )
    .option('--columns <names>', 'which column is what: time=Stamp,close=Settle')
    .option('--time-zone <zone>', 'of times that tell none: IST, UTC, +05:30 or a name', 'IST')
    .addOption(
      new Option('--stamp <edge>', 'edge of their minute that bars are stamped at')
        .choices(['start', 'end'])
        .default('start'),
    )
    .option('--strict', 'run nothing where anything is wrong with the prices');
}

/** What the options ask for; `absolute` makes paths of what the user wrote. */
export function pricesAsked(
  { prices, strict, ...options }: PriceOptions,
  absolute: (path: string) => string,
): PricesAsked {
  const { columns, timeZone, stamp, underlying } = options;
  return {
    files: prices.map(absolute),
    ...(columns === undefined ? {} : { columns }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(stamp === undefined ? {} : { stamp }),
    ...(underlying === undefined ? {} : { underlying }),
    isStrict: strict === true,
  };
}
