import {
  asapScheduler,
  asyncScheduler,
  distinctUntilChanged,
  EMPTY,
  filter,
  ignoreElements,
  map,
  merge,
  type Observable,
  type SchedulerLike,
  Subject,
  switchMap,
  tap,
} from 'rxjs';

import { type Bar } from '../../model/market/bar.ts';
import { type TracedSource } from '../../model/runs/trace.ts';
import { istTimeOfDayMs } from '../../model/time/ist.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { freshPrices } from '../../strategy/fresh-prices.ts';
import { runProfit } from '../../strategy/run-profit.ts';
import { type LegPosition } from '../../streams/observations.ts';
import { type Value } from '../expressions/expression.ts';
import { type Fact, factKey, type Facts, sourceOf } from '../expressions/names.ts';
import {
  barFeed,
  barsToFollow,
  earlierFeed,
  type FollowedBars,
  readBars,
} from './followed-bars.ts';

type Context = StrategyContext<unknown>;

/** What brings a fact: two facts of one feed change together. */
export function feedOf(fact: Fact): string {
  const { source, of, indicator } = fact;
  const own = sourceOf(fact);
  if (own !== null) return sourceFeed(own);
  if (indicator !== undefined) return barFeed(indicator.minutes, indicator.symbol);
  if (source === 'bars') return barFeed(Number(of));
  if (source === 'legs') return `leg ${String(of)}`;
  return of === null ? source : `${source} ${String(of)}`;
}

/** The feed of a source of the author's own. */
export function sourceFeed(source: string): string {
  return `source ${source}`;
}

/** The last value of a source of the author's own: when it came, and whether it counts. */
export type HeardSource = Omit<TracedSource, 'name'>;

const SILENT: HeardSource = { state: 'silent', heardAtMs: null };

/** Which feeds a board follows. */
export interface FollowedFeeds {
  readonly legs: readonly string[];
  readonly bars: readonly FollowedBars[];
  /** Indices whose level is read; null for that of the file's underlying. */
  readonly indices: readonly (string | null)[];
  readonly hasProfit: boolean;
}

/**
 * The values that expressions read, as they stand now. All that one input brings is taken in first and told once, so that a
 * condition never sees half of a poll.
 */
export class FactBoard implements Facts {
  readonly #context: Context;
  readonly #underlying: string;
  readonly #values = new Map<string, Value>();
  readonly #heard = new Map<string, HeardSource>();
  readonly #changes = new Subject<ReadonlySet<string>>();
  #changed = new Set<string>();
  #isDue = false;
  /** Called before values change, while all stand as they did until then; for traces. @default nothing */
  beforeChange: (() => void) | null = null;
  /** Bars of several lengths or indices end at one instant, each by a timer of its own: a timer after all of them tells once. */
  #afterBars: SchedulerLike = asapScheduler;
  /** Names of the feeds that changed, once after each input that changed any. */
  readonly changes = this.#changes.asObservable();

  constructor(context: Context, underlying: string) {
    this.#context = context;
    this.#underlying = underlying;
  }

  /** Gives a variable a value. It is no change that triggers rules: two of them could set off each other for ever. */
  set(name: string, value: number): void {
    if (!this.#isDue) this.beforeChange?.();
    this.#values.set(name, value);
  }

  /** Notes what a source's last value is worth, before that is taken in. */
  hear(source: string, heard: HeardSource): void {
    if (!this.#isDue) this.beforeChange?.();
    this.#heard.set(source, heard);
  }

  heardOf(source: string): HeardSource {
    return this.#heard.get(source) ?? SILENT;
  }

  get(key: string): Value | undefined {
    return key === 'time' ? istTimeOfDayMs(asyncScheduler.now()) : this.#values.get(key);
  }

  /** Follows feeds until it is unsubscribed; emits nothing. */
  follow({ legs, bars, indices, hasProfit }: FollowedFeeds): Observable<never> {
    const context = this.#context;
    if (bars.length > 1) this.#afterBars = asyncScheduler;
    const profit = runProfit(context).pipe(
      tap(({ profitPaise }) => {
        this.take('profit', { profit: profitPaise });
      }),
    );
    return merge(
      ...indices.map((symbol) => this.#followIndex(symbol)),
      hasProfit ? profit : EMPTY,
      ...bars.map((followed) =>
        readBars(context, followed, followed.symbol ?? this.#underlying).pipe(
          tap(({ bar, values }) => {
            this.#takeBar(followed, bar, values);
          }),
        ),
      ),
      ...legs.map((leg) => this.#followLeg(leg)),
    ).pipe(ignoreElements());
  }

  #takeBar(
    { minutes, symbol }: FollowedBars,
    bar: Bar,
    indicators: Readonly<Record<string, number | null>>,
  ): void {
    const feed = barFeed(minutes, symbol);
    const own = symbol === null ? valuesOf(bar, minutes) : {};
    const told = bar.isWarmup === true ? earlierFeed(feed) : feed;
    this.take(told, { ...own, ...indicators }, this.#afterBars);
  }

  #followIndex(symbol: string | null): Observable<unknown> {
    const fact = { name: 'index', source: 'index', of: symbol } as const;
    const [feed, key] = [feedOf(fact), factKey(fact)];
    return this.#context.prices(symbol ?? this.#underlying).pipe(
      tap(({ lastPaise }) => {
        this.take(feed, { [key]: lastPaise });
      }),
    );
  }

  #followLeg(leg: string): Observable<unknown> {
    const feed = `leg ${leg}`;
    const positions = this.#context.positions.pipe(map((all) => openOf(all, leg)));
    return merge(
      positions.pipe(
        tap((open) => {
          this.take(feed, standing(leg, open));
        }),
      ),
      positions.pipe(
        map((open) => open?.contract ?? null),
        distinctUntilChanged((one, other) => one?.instrumentId === other?.instrumentId),
        switchMap((contract) => (contract === null ? EMPTY : freshPrices(this.#context, contract))),
        tap(({ lastPaise }) => {
          this.take(feed, { [`price(${leg})`]: lastPaise });
        }),
      ),
    );
  }

  /** Takes in what a feed brings, null for what is not known any more. One change is reported for all that comes now. */
  take(
    feed: string,
    values: Readonly<Record<string, Value | null>>,
    scheduler: SchedulerLike = asapScheduler,
  ): void {
    if (!this.#isDue) this.beforeChange?.();
    for (const [key, value] of Object.entries(values)) {
      if (value === null) this.#values.delete(key);
      else this.#values.set(key, value);
    }
    this.#changed.add(feed);
    if (this.#isDue) return;
    this.#isDue = true;
    scheduler.schedule(() => {
      this.#tell();
    });
  }

  #tell(): void {
    const changed = this.#changed;
    this.#isDue = false;
    this.#changed = new Set();
    this.#changes.next(changed);
  }
}

function valuesOf(bar: Bar, minutes: number): Readonly<Record<string, number>> {
  const of = `(${String(minutes)})`;
  return {
    [`open${of}`]: bar.openPaise,
    [`high${of}`]: bar.highPaise,
    [`low${of}`]: bar.lowPaise,
    [`close${of}`]: bar.closePaise,
  };
}

/** The open position of a leg; the latest where it has more than one. */
function openOf(positions: readonly LegPosition[], leg: string): LegPosition | null {
  return positions.findLast((one) => one.leg === leg && one.netUnits !== 0) ?? null;
}

/** What is known of a leg by its position alone. A flat leg has no price and no entry. */
function standing(leg: string, open: LegPosition | null): Readonly<Record<string, number | null>> {
  const lots = open === null ? 0 : open.netUnits / open.contract.lotSizeUnits;
  const flat = { [`price(${leg})`]: null };
  return {
    [`lots(${leg})`]: lots,
    [`entry(${leg})`]: open?.averagePricePaise ?? null,
    ...(open === null ? flat : {}),
  };
}

/** Which feeds serve facts and triggers. */
export function feedsFor(facts: readonly Fact[], barMinutes: readonly number[]): FollowedFeeds {
  const of = (source: Fact['source']): readonly Fact[] =>
    facts.filter((fact) => fact.source === source);
  return {
    legs: [...new Set(of('legs').map((fact) => String(fact.of)))],
    bars: barsToFollow(facts, barMinutes),
    indices: [...new Set(of('index').map((fact) => (fact.of === null ? null : String(fact.of))))],
    hasProfit: of('profit').length > 0,
  };
}

/** Each time one of the feeds has changed. */
export function whenChanged(
  board: FactBoard,
  feeds: readonly string[],
): Observable<ReadonlySet<string>> {
  return board.changes.pipe(filter((changed) => feeds.some((feed) => changed.has(feed))));
}
