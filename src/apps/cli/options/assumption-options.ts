import { type BacktestOptions } from '../../../backtest/backtest.ts';
import {
  type GivenPricing,
  parsePricing,
  PRICING_RANGES,
} from '../../../backtest/parse-pricing.ts';
import { defined } from '../../../base/json.ts';
import { type Settings } from '../../../settings/settings.ts';
import { CliFailure } from '../cli-failure.ts';
import { type OptionsOf } from './declared-option.ts';
import { addingUp, parseRupees } from './option-parsers.ts';
import { type PriceOptions } from './price-options.ts';

const FILLS = {
  central: 'central-of-bar',
  worse: 'worse-side-of-bar',
  touch: 'touch-in-bar',
} as const;

/** Adds parameters to those before. @throws {CliFailure} for one that no model has, or a duplicate */
const parseMorePricing = addingUp<GivenPricing>((text, before) => {
  const parsed = parsePricing(text, before);
  if (!parsed.ok) throw new CliFailure('usage', parsed.error);
  return parsed.value;
});

/** Where orders fill and what returns are relative to. */
export const ASSUMPTION_OPTIONS = [
  [
    '--fills <where>',
    'at the price to expect (default), at the worse side of their minute, or at the touch, the best quoted price',
    { choices: ['central', 'worse', 'touch'] },
  ],
  [
    '--pricing <name=value,...>',
    `parameters of modelled premiums; give it again for more: ${Object.keys(PRICING_RANGES).join(', ')}`,
    parseMorePricing,
  ],
  [
    '--capital <rupees>',
    'what returns are relative to (default: that of the files, else 1000000)',
    parseRupees,
  ],
] as const;

/** What the options ask for; `usual` is how orders fill by default. */
export function assumed(
  { fills, capital, pricing }: OptionsOf<typeof ASSUMPTION_OPTIONS>,
  usual: keyof typeof FILLS = 'central',
): Required<Pick<BacktestOptions, 'fills'>> & Pick<BacktestOptions, 'capitalPaise' | 'pricing'> {
  return { fills: { at: FILLS[fills ?? usual] }, ...defined({ capitalPaise: capital, pricing }) };
}

/** The days to run, and what the configuration says of each. */
export function daysAsked(
  { simulator, engine, accountProtections, calendar }: Settings,
  { from, to, seed = simulator.seed }: Pick<PriceOptions, 'from' | 'to'> & { seed?: string },
): Pick<BacktestOptions, 'from' | 'to' | 'limits' | 'calendar'> & { readonly seed: string } {
  return {
    ...defined({ from, to, calendar: calendar ?? undefined }),
    seed,
    limits: { ...engine, accountProtections },
  };
}
