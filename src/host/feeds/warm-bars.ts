import {
  concat,
  concatMap,
  filter,
  from,
  map,
  type Observable,
  of,
  ReplaySubject,
  Subject,
  type Subscriber,
  take,
} from 'rxjs';

import { isSameJson } from '../../base/json.ts';
import { type Bar, type HistoryAnswer, type HistoryAsked } from '../../model/market/bar.ts';
import { alert } from '../../strategy/commands.ts';
import { type InputOf } from '../../strategy/context.ts';
import { type History, type Warmup, WARMUP_BARS_MAX } from '../../streams/warmup.ts';
import { type Scope } from '../scope.ts';
import { InvalidTime } from './time-streams.ts';

/** Warm-ups of a run, for later subscribers. */
const KEPT_MAX = 100;
const MINUTE_MS = 60_000;

const NOT_OF_CONTRACTS: ReturnType<History> = {
  bars: [],
  reason: 'only an index has bars of the past',
};

/** What a strategy asked for. */
export interface WarmupAsked {
  readonly symbol: string;
  /** Whether it is an index: of contracts there is no history. */
  readonly isIndex: boolean;
  readonly minutes: number;
  readonly bars: number;
  /** When the bar ends that is under way at an instant, and whose beginning the run missed; null where none is. */
  readonly brokenEndMs: (atMs: number) => number | null;
}

/** Bars of the past before those of the run's own. */
export class WarmBars {
  readonly #scope: Scope;
  readonly #known: History | null;
  readonly #feed: HistoryFeed;
  readonly #told = new ReplaySubject<Warmup>(KEPT_MAX);

  /** `known` tells at once of earlier days; without it bars are asked of the price source, and come with an input. */
  constructor(scope: Scope, known: History | null) {
    this.#scope = scope;
    this.#known = known;
    this.#feed = new HistoryFeed(scope);
  }

  /** Takes in what the price source answered. */
  observe(input: InputOf<'history-observed'>): void {
    this.#feed.observe(input);
  }

  /** What each warm-up brought, those before too. */
  get warmups(): Observable<Warmup> {
    return this.#scope.of('warmups', this.#told);
  }

  /**
   * Bars of the past, then those to come. When they are fewer than requested, the strategy gets an error and people a notice.
   *
   * @throws {InvalidTime} when their number cannot be
   */
  before(asked: WarmupAsked, bars: Observable<Bar>): Observable<Bar> {
    if (!Number.isSafeInteger(asked.bars) || asked.bars < 1 || asked.bars > WARMUP_BARS_MAX) {
      throw new InvalidTime(
        `Cannot warm up with ${String(asked.bars)} bars: wanted whole, 1 to ${String(WARMUP_BARS_MAX)}`,
      );
    }
    return this.#scope.stream<Bar>('bars', (subscriber) => {
      if (this.#known === null && asked.isIndex) {
        this.#afterAnswer(asked, bars, subscriber);
        return;
      }
      const { bars: earlier, reason } = this.#known?.(asked) ?? NOT_OF_CONTRACTS;
      for (const bar of this.#tell(asked, earlier, reason)) subscriber.next(bar);
      if (!subscriber.closed) subscriber.add(bars.subscribe(subscriber));
    });
  }

  /** Bars to come are made from now on, and held until those before them have come or cannot be had. */
  #afterAnswer(asked: WarmupAsked, bars: Observable<Bar>, subscriber: Subscriber<Bar>): void {
    const queue = new BarQueue((bar) => {
      subscriber.next(bar);
    });
    const error = (problem: unknown): void => {
      subscriber.error(problem);
    };
    subscriber.add(bars.subscribe({ next: queue.hold.bind(queue), error }));
    const complete = queue.open.bind(queue);
    subscriber.add(this.#past(asked).subscribe({ next: queue.let.bind(queue), error, complete }));
  }

  #past(asked: WarmupAsked): Observable<Bar> {
    const { symbol: underlying, minutes, bars: count, brokenEndMs } = asked;
    const { nowMs } = this.#scope.world;
    // Bars end on whole minutes, and runs that start within one share a request.
    const beforeMs = nowMs - (nowMs % MINUTE_MS);
    return this.#feed.ask({ underlying, minutes, count, beforeMs }).pipe(
      concatMap(({ bars, failure }) => {
        const brought = from(this.#tell(asked, bars, failure ?? tooFew(bars, count)));
        const endMs = brokenEndMs(nowMs);
        return endMs === null || bars.length === 0
          ? brought
          : concat(brought, this.#broken(asked, endMs));
      }),
    );
  }

  /** The run sees only the end of this bar: the source has all of it once it is over. */
  #broken({ symbol, minutes }: WarmupAsked, beforeMs: number): Observable<Bar> {
    return this.#feed.ask({ underlying: symbol, minutes, count: 1, beforeMs }).pipe(
      concatMap(({ bars, failure }) => {
        if (bars.at(-1)?.endMs !== beforeMs) {
          const why = failure ?? 'the source of prices does not have it';
          const missing = `the bar that was under way when the run started is missing, ${why}`;
          this.#scope.say(alert('warning', `Warm-up of ${symbol}: ${missing}`));
        }
        return bars.map(asWarmup);
      }),
    );
  }

  #tell(asked: WarmupAsked, bars: readonly Bar[], reason: string | null): readonly Bar[] {
    const { symbol, minutes, bars: askedBars } = asked;
    this.#told.next({ symbol, minutes, askedBars, broughtBars: bars.length, reason });
    if (reason !== null) {
      const brought = `${String(bars.length)} of ${String(askedBars)} bars of ${String(minutes)} minutes`;
      this.#scope.say(alert('warning', `Warm-up of ${symbol}: ${brought}, ${reason}`));
    }
    return bars.map(asWarmup);
  }
}

function tooFew({ length }: readonly Bar[], count: number): string | null {
  return length < count ? 'the source of prices has no more' : null;
}

function asWarmup(bar: Bar): Bar {
  return Object.freeze({ ...bar, isWarmup: true });
}

/**
 * Brings bars of the past and of the run into one order, each time once.
 *
 * Closed: the run's own bars wait. Open: they pass. At most a day's bars wait.
 */
class BarQueue {
  readonly #next: (bar: Bar) => void;
  readonly #held: Bar[] = [];
  #isOpen = false;
  #lastStartMs = -Infinity;

  constructor(next: (bar: Bar) => void) {
    this.#next = next;
  }

  /** Takes a bar of the run. */
  hold(bar: Bar): void {
    if (this.#isOpen) this.let(bar);
    else this.#held.push(bar);
  }

  /** Lets a bar out, unless one of that time or later is out already. */
  let(bar: Bar): void {
    if (bar.startMs <= this.#lastStartMs) return;
    this.#lastStartMs = bar.startMs;
    this.#next(bar);
  }

  /** No bar of the past comes any more. */
  open(): void {
    this.#isOpen = true;
    for (const bar of this.#held.splice(0)) this.let(bar);
  }
}

type Observed = InputOf<'history-observed'>;

/** Asks the price source for bars of the past, by a watch, and hands on its answers. */
class HistoryFeed {
  readonly #scope: Scope;
  /** The run is shown each answer once, and may ask for the same again. */
  readonly #answered: Observed[] = [];
  readonly #observed = new Subject<Observed>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Takes an answer in. */
  observe(input: Observed): void {
    this.#answered.push(input);
    this.#observed.next(input);
  }

  /** The answer, once: at once where the run was shown it before. */
  ask(asked: HistoryAsked): Observable<HistoryAnswer> {
    const isOf = (input: Observed): boolean => isSameJson(input.asked, asked);
    const known = this.#answered.find(isOf);
    if (known !== undefined) return of(known.answer);
    const answers = this.#observed.pipe(
      filter(isOf),
      map(({ answer }) => answer),
      take(1),
    );
    return this.#scope.of('bars of the past', answers, [{ kind: 'history', ...asked }]);
  }
}
