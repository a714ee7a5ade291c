import { InvalidArgumentError } from 'commander';

import { type WrittenParam } from '../../../research/sweep/parse-param.ts';
import { type SweepMethod, type SweepSplit } from '../../../results/sweep/sweep-result.ts';
import { type Settings, type StrategyEntry } from '../../../settings/settings.ts';
import { cliFailure } from '../cli-failure.ts';

const DAYS_MAX = 10_000;
const DRAWN_MAX = 10_000;

/**
 * `grid`, `random:N` or `halving`.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseMethod(text: string): SweepMethod {
  if (text === 'grid' || text === 'halving') return { kind: text };
  const [, digits = ''] = /^random:(\d{1,5})$/.exec(text) ?? [];
  const count = Number(digits);
  if (count >= 1 && count <= DRAWN_MAX) return { kind: 'random', count };
  throw new InvalidArgumentError('Allowed: grid, halving, or random:N for N variants, 1 to 10000');
}

/**
 * `70/30`: percent of the days that choose, and of those that judge.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseSplit(text: string): SweepSplit {
  const [, choosing = '', judging = ''] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
  const inSamplePercent = Number(choosing);
  if (choosing !== '' && inSamplePercent + Number(judging) === 100) {
    return { kind: 'holdout', inSamplePercent };
  }
  throw new InvalidArgumentError('Allowed: two percentages that come to 100, such as 70/30');
}

/**
 * `60d/20d`: days that choose, and days after them that judge.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseWalkForward(text: string): SweepSplit {
  const [, choosing = '', judging = ''] = /^(\d{1,5})d?\/(\d{1,5})d?$/.exec(text) ?? [];
  const [chooseDays, judgeDays] = [Number(choosing), Number(judging)];
  const isWithin = [chooseDays, judgeDays].every((days) => days >= 1 && days <= DAYS_MAX);
  if (isWithin) return { kind: 'walk-forward', chooseDays, judgeDays };
  throw new InvalidArgumentError(
    'Allowed: trading days to choose on and to judge on, such as 60d/20d',
  );
}

/**
 * Threads, 1 to 64.
 *
 * @throws {InvalidArgumentError} for anything else
 */
export function parseWorkers(text: string): number {
  const workers = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  if (workers >= 1 && workers <= 64) return workers;
  throw new InvalidArgumentError('Allowed: a whole number, 1 to 64');
}

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
