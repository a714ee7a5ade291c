import { InvalidArgumentError } from 'commander';

import { type SweepMethod, type SweepSplit } from '../../results/sweep-result.ts';

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
