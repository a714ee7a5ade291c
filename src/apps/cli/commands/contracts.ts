import { type Command } from 'commander';

import { type Contract } from '../../../model/market/contract.ts';
import { istDate } from '../../../model/time/ist.ts';
import { answered, type PlatformReader } from '../../../venues/connect-reader.ts';
import { askPlatform, PLATFORM_OPTIONS, tellMalformed, valueOf } from '../account/ask-platform.ts';
import { type CliContext } from '../cli-context.ts';
import { cliFailure } from '../cli-failure.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import { parseCount, parseExpiry, parseUnderlying } from '../options/option-parsers.ts';
import { printJson, printLines } from '../output.ts';
import { type Cell, priceText, span, tableLines } from '../view/span.ts';

const OPTIONS = [
  ...PLATFORM_OPTIONS,
  ['--expiry <date>', 'of one expiry: YYYY-MM-DD, or nearest', parseExpiry],
  ['--near-atm <strikes>', 'options within so many strikes of the index', parseCount],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
--near-atm needs a source of prices in the configuration ("prices"), or --sim.

Examples:
  sauda contracts NIFTY --expiry nearest --near-atm 3 --sim sim.json
  sauda contracts BANKNIFTY --config sauda.yaml --json`;

const COLUMNS = [
  'symbol',
  'exchange',
  'expiry',
  '>strike',
  'type',
  '>lot',
  '>tick',
  '>freeze',
  'instrument',
];

/** `sauda contracts`: what can be traded on an underlying. */
export function addContracts(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<underlying>', 'symbol, such as NIFTY', parseUnderlying)
    .action((underlying: string, options: Options) => list(context, underlying, options));
}

async function list(context: CliContext, underlying: string, options: Options): Promise<void> {
  const { contracts, malformed } = await askPlatform(context, options, async (reader) => {
    const found = valueOf(
      answered(await reader.contracts.list(underlying), `Cannot list contracts of ${underlying}`),
    );
    const wanted = ofExpiry(found.contracts, options);
    if (options.nearAtm === undefined) return { ...found, contracts: wanted };
    const levelPaise = await indexLevel(reader, underlying);
    return { ...found, contracts: nearMoney(wanted, levelPaise, options.nearAtm) };
  });
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, underlying, contracts, malformed });
    return;
  }
  printLines(context, tableLines(COLUMNS, contracts.map(contractRow)));
  tellMalformed(context, malformed);
}

/** @throws {CliFailure} when none is listed, with those that are */
function ofExpiry(all: readonly Contract[], { expiry: wanted, sim }: Options): readonly Contract[] {
  if (wanted === undefined) return all;
  // What a simulator lists is unexpired on its own day, which may lie before or after today.
  const today = sim === undefined ? istDate(Date.now()) : '';
  const dates = [...new Set(all.map(({ expiry }) => expiry))].sort();
  const date = wanted === 'nearest' ? dates.find((candidate) => candidate >= today) : wanted;
  const found = all.filter(({ expiry }) => expiry === date);
  if (found.length > 0) return found;
  throw cliFailure('usage', 'No contract of that expiry is listed', {
    found: wanted,
    allowed: dates.length === 0 ? 'nothing: no contract is listed at all' : dates.join(', '),
  });
}

async function indexLevel({ prices }: PlatformReader, underlying: string): Promise<number> {
  const quotes = valueOf(
    answered(await prices.quotes([underlying]), `Cannot tell the level of ${underlying}`),
  );
  const quote = quotes.find(({ symbol }) => symbol === underlying);
  if (quote !== undefined) return quote.lastPaise;
  throw cliFailure('platform-unavailable', `${underlying} has no price now, so no strike is near`, {
    next: 'There is no price before the open, 09:15 IST: ask later, or leave out --near-atm',
  });
}

function contractRow(of: Contract): Cell[] {
  return [
    of.symbol,
    of.exchange,
    of.expiry,
    priceText(of.strikePaise),
    of.optionType ?? of.kind,
    String(of.lotSizeUnits),
    priceText(of.tickSizePaise),
    of.freezeUnits === null ? '–' : String(of.freezeUnits),
    span(of.instrumentId, 'dim'),
  ];
}

/** Options whose strike is among the `each` next ones on each side of the strike nearest to the index level. */
function nearMoney(
  contracts: readonly Contract[],
  levelPaise: number,
  each: number,
): readonly Contract[] {
  const strikes = [...new Set(contracts.flatMap(({ strikePaise }) => strikePaise ?? []))].sort(
    (left, right) => left - right,
  );
  const distances = strikes.map((strike) => Math.abs(strike - levelPaise));
  const at = distances.indexOf(Math.min(...distances));
  const kept = new Set(strikes.slice(Math.max(0, at - each), at + each + 1));
  return contracts.filter(({ strikePaise }) => strikePaise !== null && kept.has(strikePaise));
}
