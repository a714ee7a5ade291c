import { type Command, Option } from 'commander';

import { type BacktestOptions } from '../../../backtest/backtest.ts';
import {
  type GivenPricing,
  parsePricing,
  PRICING_RANGES,
} from '../../../backtest/parse-pricing.ts';
import { defined } from '../../../base/json.ts';
import { type IstDate } from '../../../model/time/ist.ts';
import { type Settings } from '../../../settings/settings.ts';
import { CliFailure } from '../cli-failure.ts';
import { addingUp, parseRupees } from './option-parsers.ts';

/** Options of commands that say what recorded days are run with. */
export interface AssumptionOptions {
  readonly fills?: keyof typeof FILLS;
  /** Paise. */
  readonly capital?: number;
  readonly pricing?: GivenPricing;
}

const FILLS = {
  central: 'central-of-bar',
  worse: 'worse-side-of-bar',
  touch: 'touch-in-bar',
} as const;

/** Gives a command the options that say where orders fill and what returns are relative to. */
export function addAssumptionOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--fills <where>',
        'at the price to expect (default), at the worse side of their minute, or at the touch, the best quoted price',
      ).choices(Object.keys(FILLS)),
    )
    .option(
      '--pricing <name=value,...>',
      `parameters of modelled premiums; give it again for more: ${Object.keys(PRICING_RANGES).join(', ')}`,
      parseMorePricing,
    )
    .option('--capital <rupees>', 'what returns are relative to (default: 1000000)', parseRupees);
}

/** What the options ask for; `usual` is how orders fill by default. */
export function assumed(
  { fills, capital, pricing }: AssumptionOptions,
  usual: keyof typeof FILLS = 'central',
): Required<Pick<BacktestOptions, 'fills'>> & Pick<BacktestOptions, 'capitalPaise' | 'pricing'> {
  return { fills: { at: FILLS[fills ?? usual] }, ...defined({ capitalPaise: capital, pricing }) };
}

/** Options of commands that run strategies over days. */
export interface DayOptions {
  readonly from?: IstDate;
  readonly to?: IstDate;
  readonly seed?: string;
}

/** The days to run, and what the configuration says of each. */
export function daysAsked(
  { simulator, engine, accountProtections, calendar }: Settings,
  { from, to, seed = simulator.seed }: DayOptions,
): Pick<BacktestOptions, 'from' | 'to' | 'limits' | 'calendar'> & { readonly seed: string } {
  return {
    ...defined({ from, to, calendar: calendar ?? undefined }),
    seed,
    limits: { ...engine, accountProtections },
  };
}

/** Adds parameters to those before. @throws {CliFailure} for one that no model has, or a duplicate */
const parseMorePricing = addingUp<GivenPricing>((text, before) => {
  const parsed = parsePricing(text, before);
  if (!parsed.ok) throw new CliFailure('usage', parsed.error);
  return parsed.value;
});
