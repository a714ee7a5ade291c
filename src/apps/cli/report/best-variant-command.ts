import { shellWord } from '../../../base/shell-word.ts';
import { paramText } from '../../../results/csv/sweep-csv.ts';
import { type SweepResult } from '../../../results/sweep/sweep-result.ts';
import { flagOf } from '../options/declared-option.ts';

/** Options of a sweep that a backtest of one variant shares, by the names of the command line; in this order. */
const SHARED = [
  'prices',
  'iv',
  'ivModel',
  'generate',
  'underlying',
  'columns',
  'timeZone',
  'stamp',
  'strict',
  'from',
  'to',
  'fills',
  'source',
  'seed',
  'config',
] as const;

/** What a sweep was asked, as far as a backtest knows it. */
interface SharedOptions extends Readonly<
  Partial<Record<(typeof SHARED)[number], OptionValue | undefined>>
> {
  /** Paise. */
  readonly capital?: number;
  readonly pricing?: Readonly<Record<string, unknown>>;
}

type OptionValue = string | readonly string[] | boolean;

/** The command that runs the best variant of a sweep by itself, over all days; null where none is best. */
export function bestVariantCommand(
  { best, variants, params }: Pick<SweepResult, 'best' | 'variants' | 'params'>,
  file: string,
  options: SharedOptions,
): string | null {
  const chosen = variants.find(({ index }) => index === best?.index);
  if (chosen === undefined) return null;
  const words = [
    ...['sauda', 'backtest', file],
    ...params.flatMap(({ name }) => ['--param', `${name}=${paramText(chosen.params[name])}`]),
    ...SHARED.flatMap((name) => optionWords(name, options[name])),
    ...pricingWords(options.pricing),
    ...(options.capital === undefined ? [] : ['--capital', (options.capital / 100).toFixed(2)]),
  ];
  return words.map(shellWord).join(' ');
}

function pricingWords(pricing: SharedOptions['pricing'] = {}): readonly string[] {
  const named = Object.entries(pricing).map(([name, value]) => `${name}=${String(value)}`);
  return named.length === 0 ? [] : ['--pricing', named.join(',')];
}

function optionWords(name: string, value: OptionValue | undefined): readonly string[] {
  if (value === undefined || value === false) return [];
  const option = flagOf(name);
  if (value === true) return [option];
  if (name === 'stamp' || name === 'source') return [value].flat().flatMap((one) => [option, one]);
  return [option, ...(typeof value === 'string' ? [value] : value)];
}
