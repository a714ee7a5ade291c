import { counted } from '../../base/counted.ts';
import { isRecord, isSameJson, type Json } from '../../base/json.ts';
import { formatPaise } from '../../model/money/money.ts';
import { type BacktestResult, type BacktestStrategy, type PricesUsed } from '../backtest-result.ts';
import { type ConditionDifference } from './comparison.ts';

/** What two results did not share before any trade. */
export function compareConditions(
  one: BacktestResult,
  other: BacktestResult,
): readonly ConditionDifference[] {
  const simple = (
    kind: ConditionDifference['kind'],
    read: (result: BacktestResult) => string | null,
  ): readonly ConditionDifference[] => {
    const [left, right] = [read(one), read(other)];
    return left === right ? [] : [{ kind, name: '', one: left, other: right }];
  };
  return [
    ...simple('strategies', ({ strategies }) => namesOf(strategies)),
    ...ofStrategies(one.strategies, other.strategies),
    ...simple('underlyings', ({ underlyings }) => underlyings.toSorted().join(', ')),
    ...simple('prices', ({ prices }) => pricesText(prices)),
    ...simple('dates', datesText),
    ...simple('seed', ({ seed }) => seed),
    ...simple('capital', ({ capitalPaise }) => formatPaise(capitalPaise)),
    ...ofAssumptions(one.assumptions, other.assumptions),
    ...simple('stopped', ({ daysNotReached }) =>
      daysNotReached === 0 ? null : `${counted(daysNotReached, 'day')} not reached`,
    ),
  ];
}

function namesOf(strategies: readonly BacktestStrategy[]): string {
  return strategies
    .map(({ name }) => name)
    .toSorted()
    .join(', ');
}

/** The second strategy of a name is held against the second of that name, and so on. */
function ofStrategies(
  one: readonly BacktestStrategy[],
  other: readonly BacktestStrategy[],
): readonly ConditionDifference[] {
  return one.flatMap((strategy, index) => {
    const isNamesake = ({ name }: BacktestStrategy): boolean => name === strategy.name;
    const earlier = one.slice(0, index).filter(isNamesake).length;
    const twin = other.filter(isNamesake)[earlier];
    return twin === undefined ? [] : ofStrategy(strategy, twin);
  });
}

function ofStrategy(one: BacktestStrategy, other: BacktestStrategy): ConditionDifference[] {
  const { name } = one;
  const source: ConditionDifference[] =
    one.sourceHash === other.sourceHash
      ? []
      : [{ kind: 'source', name, one: one.sourceHash, other: other.sourceHash }];
  const parameters = differingPaths(one.params, other.params).map(
    (differing): ConditionDifference => ({
      kind: 'parameter',
      name: differing.path === '' ? name : `${name}: ${differing.path}`,
      one: jsonText(differing.one),
      other: jsonText(differing.other),
    }),
  );
  return [...source, ...parameters];
}

function jsonText(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** By what the files hold: where they lie does not matter. */
function pricesText(prices: readonly PricesUsed[]): string {
  return prices
    .map(({ sha256, underlyings, rows }) => {
      const of = underlyings.join(', ');
      return `${of}, ${counted(rows, 'row')}, SHA-256 ${sha256.slice(0, 12)}`;
    })
    .toSorted()
    .join('; ');
}

function datesText({ days }: BacktestResult): string | null {
  const first = days[0]?.date;
  const last = days.at(-1)?.date;
  if (first === undefined || last === undefined) return null;
  return `${first} to ${last}, ${String(days.length)} dates`;
}

function ofAssumptions(
  one: readonly string[],
  other: readonly string[],
): readonly ConditionDifference[] {
  const only = (these: readonly string[], those: readonly string[]): readonly string[] =>
    these.filter((assumption) => !those.includes(assumption));
  const of = { kind: 'assumption', name: '' } as const;
  return [
    ...only(one, other).map((assumption) => ({ ...of, one: assumption, other: null })),
    ...only(other, one).map((assumption) => ({ ...of, one: null, other: assumption })),
  ];
}

/** A part of two values of JSON that is not the same in both. `undefined` where there is none. */
export interface DifferingPath {
  /** `legs[0].strike`; empty for the values themselves. */
  readonly path: string;
  readonly one: Json | undefined;
  readonly other: Json | undefined;
}

/** The smallest parts in which two values of JSON differ. */
export function differingPaths(
  one: Json | undefined,
  other: Json | undefined,
  path = '',
): readonly DifferingPath[] {
  if (isSameJson(one, other)) return [];
  if (Array.isArray(one) && Array.isArray(other)) {
    const longer: readonly unknown[] = one.length > other.length ? one : other;
    return longer.flatMap((_, index) =>
      differingPaths(one[index] as Json, other[index] as Json, `${path}[${String(index)}]`),
    );
  }
  if (isRecord(one) && isRecord(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
      differingPaths(one[key], other[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return [{ path, one, other }];
}
