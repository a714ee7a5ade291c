import { type Observable } from 'rxjs';
import { type z } from 'zod';

import { type Json } from '../base/json.ts';
import { type Bar } from '../model/market/bar.ts';
import { type Contract } from '../model/market/contract.ts';
import { type OrderEvent } from '../model/orders/order.ts';
import { type Input } from '../model/runs/input.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { type ClockTime } from '../model/time/ist.ts';
import { type Chain, type ChainOptions } from '../streams/chain.ts';
import { type Fill, type LegPosition, type PricePoint } from '../streams/observations.ts';
import { type Warmup } from '../streams/warmup.ts';

/** A moment of the run. */
export interface Moment {
  readonly atMs: number;
  /** The scheduled instant; differs from `atMs` when the run started late. */
  readonly dueAtMs: number;
}

/** What happens at a time that passed before the run started, or while the process was down. */
export type LatePolicy = 'run' | 'skip' | { readonly runWithinMs: number };

/** An input of one kind. */
export type InputOf<Kind extends Input['kind']> = Extract<Input, { kind: Kind }>;

/**
 * All that a strategy sees. Streams never error and replay nothing unless said; RxJS's own time operators,
 * `Date`, `DateTime.now()` and `Math.random()` follow the run's clock and seed.
 */
export interface StrategyContext<Params> {
  readonly params: Params;
  readonly run: RunHeader;
  /**
   * Once, at an IST time of the run's day. A time that had passed when the run started, or that passed while the process was
   * gone, follows `late`.
   *
   * @default late `{ runWithinMs: 120_000 }`
   */
  readonly at: (time: ClockTime, options?: { readonly late?: LatePolicy }) => Observable<Moment>;
  /**
   * Once, so many milliseconds after it is subscribed to. A time that passed while the process was gone follows `late`, and ends the
   * stream without a value where it is not to come any more; `timer()` comes then.
   *
   * @default late `'run'`
   */
  readonly after: (delayMs: number, options?: { readonly late?: LatePolicy }) => Observable<Moment>;
  /** Again and again: at multiples of `everyMs` counted from `from` (default: the day's open), until `to` (default: the close), both IST times, `to` excluded. */
  readonly every: (
    everyMs: number,
    options?: { readonly from?: ClockTime; readonly to?: ClockTime },
  ) => Observable<Moment>;
  /** At the times of a cron expression (5 fields, or 6 with seconds first), read in IST, on the run's day. */
  readonly cron: (expression: string) => Observable<Moment>;
  /** Open and close of each session of the day. */
  readonly session: Observable<InputOf<'session-edge'>>;
  /** What polls showed of this run's orders. */
  readonly orders: Observable<OrderEvent>;
  /** What polls showed as newly filled. */
  readonly fills: Observable<Fill>;
  /** This run's positions by leg, after every fill. Replays the latest; begins with what was carried over from earlier days. */
  readonly positions: Observable<readonly LegPosition[]>;
  /**
   * The chain of an underlying, each time its contracts, its index level or its quotes are observed.
   * Replays the latest. Subscribing makes the runtime poll what it needs.
   */
  readonly chain: (underlying: string, options?: ChainOptions) => Observable<Chain>;
  /** Prices of a contract, or of an underlying's index by its symbol. Replays the latest, however old: `seen` says when it was. */
  readonly prices: (of: Contract | string) => Observable<PricePoint>;
  /**
   * Bars of `minutes` minutes, aligned to the session's start, each when it is complete. With `warmup`, 1 to 10,000, as many
   * bars from before the run come first, marked `isWarmup`, as soon as the price source has answered: fewer where there are
   * not so many, which `warmups` tells.
   *
   * @default warmup none
   */
  readonly bars: (
    of: Contract | string,
    minutes: number,
    options?: { readonly warmup?: number },
  ) => Observable<Bar>;
  /** What each warm-up of `bars` brought. Replays the latest 100. */
  readonly warmups: Observable<Warmup>;
  /** Polls that failed. Entries are blocked while data is stale; exits never. */
  readonly pollFailures: Observable<InputOf<'poll-failed'>>;
  /** Commands that were refused, with the reason. */
  readonly refusals: Observable<InputOf<'command-refused'>>;
  /** What became of custom positions that this run started. */
  readonly customPositions: Observable<InputOf<'position-changed'>>;
  /** What became of text signals that this run sent. */
  readonly signals: Observable<InputOf<'signal-answered'>>;
  /** What the operator answered to questions that this run asked with `ask`. */
  readonly answers: Observable<InputOf<'question-answered'>>;
  /** Values of a source of the author's own, declared in `sources`. */
  readonly from: <Value extends Json>(source: Source<Value>) => Observable<Value>;
  /** Small state carried from one run of the strategy to the next. At most 64 KiB as JSON. */
  readonly store: {
    readonly get: (key: string) => Json | undefined;
    readonly set: (key: string, value: Json) => void;
  };
}

/**
 * An input of the author's own: a file, a socket, an HTTP poll, any Observable. `open` runs outside the
 * strategy's world, on the machine's clock, where strategies are isolated in a process of its own; each value enters the run
 * as a recorded input, so a replay takes values from the record and does not call `open`.
 */
export interface Source<Value extends Json> {
  /** Unique in the strategy; names the recorded inputs. */
  readonly name: string;
  /**
   * All that it connects to, as `name:port` in small letters: `['prices.example:443']`. In a process of its own nothing else is
   * reached, by no way; where strategies run in the program itself, this is not enforced.
   *
   * @default none
   */
  readonly hosts?: readonly string[];
  /**
   * What its values are. A value that does not fit is left out and reported, and the source continues; of one that does, keys that the
   * schema does not know are left out. Refinements are checked where the source runs, all else by the program, too.
   *
   * @default any plain JSON
   */
  readonly schema?: z.ZodType<Value>;
  /**
   * How long a value counts, from 1,000 to 86,400,000 ms. A source that says nothing for longer while the exchange trades, for a
   * minute at least, is reported (`source-stale`). The stream of its values does not end by that.
   *
   * @default it may be silent for as long as it likes
   */
  readonly staleAfterMs?: number;
  /**
   * Called once a run, and again where its process has ended. Values must be plain JSON. An error is shown and ends the source,
   * not the run.
   */
  readonly open: () => Observable<Value>;
}

/** A source whose values are of a schema, whatever it brings. */
export interface CheckedSource<Schema extends z.ZodType<Json>> extends Omit<
  Source<Json>,
  'schema' | 'open'
> {
  readonly schema: Schema;
  readonly open: () => Observable<unknown>;
}

/**
 * Declares a source. The strategy lists it in `sources` and reads it with `context.from(source)`: values of the schema's output, where
 * it has one.
 */
export function defineSource<Schema extends z.ZodType<Json>>(
  source: CheckedSource<Schema>,
): Source<z.output<Schema>>;
export function defineSource<Value extends Json>(source: Source<Value>): Source<Value>;
export function defineSource(source: CheckedSource<z.ZodType<Json>> | Source<Json>): Source<Json> {
  // What does not fit the schema never gets as far as `from`.
  return source as Source<Json>;
}
