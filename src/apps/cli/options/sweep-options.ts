import { type WrittenParam } from '../../../research/sweep/parse-param.ts';
import { type SweepMethod, type SweepSplit } from '../../../results/sweep/sweep-result.ts';
import { type Settings, type StrategyEntry } from '../../../settings/settings.ts';
import { cliFailure } from '../cli-failure.ts';
import { optionParser, wholeWithin } from './option-parsers.ts';

const DAYS_MAX = 10_000;
const DRAWN_MAX = 10_000;

/** `grid`, `random:N` or `halving`. */
export const parseMethod = optionParser(
  'grid, halving, or random:N for N variants, 1 to 10000',
  (text): SweepMethod | undefined => {
    if (text === 'grid' || text === 'halving') return { kind: text };
    const [, digits = ''] = /^random:(.*)$/.exec(text) ?? [];
    const count = wholeWithin(digits, 1, DRAWN_MAX);
    return count === undefined ? undefined : { kind: 'random', count };
  },
);

/** `70/30`: percent of the days in-sample and out-of-sample. */
export const parseSplit = optionParser(
  'two percentages that add up to 100, such as 70/30',
  (text): SweepSplit | undefined => {
    const [, inside = '', outside = ''] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
    const inSamplePercent = Number(inside);
    const isWhole = inside !== '' && inSamplePercent + Number(outside) === 100;
    return isWhole ? { kind: 'holdout', inSamplePercent } : undefined;
  },
);

/** `60d/20d`: days in-sample, and the days after them out-of-sample. */
export const parseWalkForward = optionParser(
  'trading days in-sample and out-of-sample, such as 60d/20d',
  (text): SweepSplit | undefined => {
    const [, inside = '', outside = ''] = /^(\d+)d?\/(\d+)d?$/.exec(text) ?? [];
    const [chooseDays, judgeDays] = [inside, outside].map((days) => wholeWithin(days, 1, DAYS_MAX));
    if (chooseDays === undefined || judgeDays === undefined) return undefined;
    return { kind: 'walk-forward', chooseDays, judgeDays };
  },
);

/** Threads, 1 to 64. */
export const parseWorkers = optionParser('a whole number, 1 to 64', (text) =>
  wholeWithin(text, 1, 64),
);

/**
 * Parameters that a configuration gives a strategy, each as one value of a sweep, but for those that are swept.
 *
 * @throws {CliFailure} when one is a list or an object, or when the configuration lists the strategy more than once
 */
export function configuredParams(
  { file }: Pick<Settings, 'file'>,
  [entry, ...others]: readonly StrategyEntry[],
  swept: readonly WrittenParam[],
): readonly WrittenParam[] {
  if (others.length > 0) {
    throw cliFailure('configuration', 'The strategy is listed more than once', {
      file,
      next: 'Give a sweep a configuration that lists it once, or not at all',
    });
  }
  return Object.entries(entry?.params ?? {})
    .filter(([name]) => swept.every((param) => param.name !== name))
    .map(([name, value]) => {
      if (typeof value !== 'object') return { name, atoms: [String(value)] };
      throw cliFailure('configuration', `Parameter "${name}" is no single value`, {
        file,
        found: JSON.stringify(value),
        next: 'Give a sweep a configuration without it',
      });
    });
}
