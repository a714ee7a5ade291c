import { InvalidArgumentError } from 'commander';

import { type DrillFault, isFault } from '../../runtime/drill/drill-fault.ts';

/** First and last seed, both included. */
export interface SeedRange {
  readonly from: number;
  readonly to: number;
}

/**
 * `100` is 1 to 100, `7..9` is what it says.
 *
 * @throws {InvalidArgumentError} when it is neither
 */
export function parseSeeds(text: string): SeedRange {
  const [, first = '', last] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(text) ?? [];
  const from = last === undefined ? 1 : Number(first);
  const to = Number(last ?? first);
  if (first !== '' && to >= from && to > 0) return { from, to };
  throw new InvalidArgumentError('Allowed: a number of days, or a range such as 7..9');
}

/** A list with commas. */
export function parseList(text: string): readonly string[] {
  return text.split(',').filter((part) => part !== '');
}

/**
 * Faults of a seed by id, or all of a number: `F5/place#2,F40`.
 *
 * @throws {InvalidArgumentError} when one of them is of no fault of the catalogue
 */
export function parseFaultIds(text: string): readonly string[] {
  return parseList(text).map((id) => {
    const [name = ''] = id.split('/', 1);
    if (isFault(name)) return id;
    throw new InvalidArgumentError(`Unknown fault "${id}". Allowed: ids such as F5/place#2`);
  });
}

/**
 * Numbers of faults with commas. `all` stays a word: commander takes null for an option without a value.
 *
 * @throws {InvalidArgumentError} when one of them is no fault
 */
export function parseFaults(text: string): readonly DrillFault[] | 'all' {
  if (text === 'all') return 'all';
  if (text === 'none') return [];
  return parseList(text).map((name) => {
    if (isFault(name)) return name;
    throw new InvalidArgumentError(
      `Unknown fault "${name}". Allowed: all, none, or numbers such as F3,F40`,
    );
  });
}
