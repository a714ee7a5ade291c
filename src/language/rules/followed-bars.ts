import { type Observable } from 'rxjs';

import { type StrategyContext } from '../../strategy/context.ts';
import { type Indicator } from '../../streams/indicators/indicator.ts';
import { readings, type Readings } from '../../streams/indicators/readings.ts';
import { BAR_VALUES, INDICATORS } from '../expressions/indicators.ts';
import { type Fact, factKey } from '../expressions/names.ts';

/** Bars of one length of one index, and what is computed of them. */
export interface FollowedBars {
  /** Null for the file's underlying. */
  readonly symbol: string | null;
  readonly minutes: number;
  /** By the key of the fact that each keeps up to date. */
  readonly indicators: Readonly<Record<string, Indicator<number>>>;
}

/** All bars that facts and triggers need, each length of an index once. */
export function barsToFollow(
  facts: readonly Fact[],
  barMinutes: readonly number[],
): readonly FollowedBars[] {
  const own = facts.filter(({ source }) => source === 'bars').map(({ of }) => Number(of));
  const all = [
    ...[...barMinutes, ...own].map((minutes) => ({ symbol: null, minutes })),
    ...facts.flatMap(({ indicator }) => (indicator === undefined ? [] : [indicator])),
  ];
  const each = new Map(all.map((one) => [barFeed(one.minutes, one.symbol), one]));
  return [...each].map(([feed, { symbol, minutes }]) => ({
    symbol,
    minutes,
    indicators: indicatorsOn(feed, facts),
  }));
}

function indicatorsOn(feed: string, facts: readonly Fact[]): FollowedBars['indicators'] {
  const found = facts.flatMap((fact) => {
    const { name, indicator } = fact;
    if (indicator === undefined || barFeed(indicator.minutes, indicator.symbol) !== feed) return [];
    const made = (INDICATORS[name] ?? BAR_VALUES[name])?.make(indicator.settings);
    return made === undefined ? [] : [[factKey(fact), made] as const];
  });
  return Object.fromEntries(found);
}

/** The feed of bars of a length, of the file's underlying unless another index is named. */
export function barFeed(minutes: number, symbol: string | null = null): string {
  return `bars ${String(minutes)}${symbol === null ? '' : ` ${symbol}`}`;
}

/** The feed of the same bars before the run: they bring facts up to date and trigger nothing. */
export function earlierFeed(feed: string): string {
  return `earlier ${feed}`;
}

/** The bars with what is computed of them, those before the run first where an indicator needs them. */
export function readBars(
  { bars }: StrategyContext<unknown>,
  { minutes, indicators }: FollowedBars,
  symbol: string,
): Observable<Readings<Record<string, number>>> {
  const all = readings<Record<string, number>>(indicators);
  const { warmupBars } = all;
  return bars(symbol, minutes, warmupBars === 0 ? {} : { warmup: warmupBars }).pipe(all);
}
