import { isSameJson, type Json, stableJson } from '../../base/json.ts';
import { type CommandLog, createCommandLog, type LogFile } from '../../day/command-log.ts';
import { type DayJournal } from '../../day/journal/open-day-journal.ts';
import { type TradingDay } from '../../day/trading-day.ts';
import { type Venue } from '../../kernel/venue.ts';
import { plain } from '../../loading/planned-run.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { istDate } from '../../model/time/ist.ts';
import { type NotPrepared } from '../../notices/daemon-days.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { createTrading, type TradingOwn, type TradingParts } from '../create-trading.ts';
import { limitsKept } from '../limits-of-day.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { inPaperStages } from '../stages/split-stages.ts';
import { type FollowedJournal } from './followed-journal.ts';

/** What a day is prepared with, before the account is this process's. */
export interface PreparedDayParts {
  readonly knowledge: MarketKnowledge;
  readonly venue: DayVenue;
  readonly day: CalendarDay;
  readonly journal: FollowedJournal;
}

/** What a day has only once the account is this process's. */
export interface TakenOver extends Pick<RunDayOptions, 'onProgress' | 'onNotice'> {
  readonly venue: Venue;
  readonly file: LogFile;
  readonly sources: TradingParts['sources'];
  readonly onAnswer: () => void;
}

type Fold = ReturnType<TradingDay['fold']>;

/**
 * A day of an account that another process trades, made of what that one writes.
 *
 * - following: engine and strategies are as far as the journal that was followed. Nothing is sent, and nothing outside sees it.
 * - taken over: the rest of the journal is folded, and the day starts as after any restart.
 * - dropped: it is of no use any more.
 */
export class PreparedDay {
  readonly venue: DayVenue;
  readonly log: CommandLog;
  readonly trading: TradingDay;
  readonly #options: RunDayOptions;
  readonly #parts: PreparedDayParts;
  readonly #fold: Fold;
  readonly #limits: Json;
  #failure: NotPrepared | null = null;
  #isOver = false;
  #lines: string[] = [];
  #taken: TakenOver | null = null;

  constructor(options: RunDayOptions, parts: PreparedDayParts, kept: TradingParts['kept']) {
    this.venue = parts.venue;
    this.#options = options;
    this.#parts = parts;
    this.#limits = plain(kept.limits);
    this.log = createCommandLog({
      write: (line) => {
        if (this.#taken !== null) this.#taken.file.write(line);
        else if (options.settings.outputs.logPath !== null) this.#lines.push(line);
      },
    });
    const own: TradingOwn = {
      log: this.log,
      strategies: atPlatform(options),
      readiness: { venue: this.#venueToCome() },
      onAnswer: () => this.#taken?.onAnswer(),
    };
    const hooks: Pick<TakenOver, 'onProgress' | 'onNotice'> = {
      onProgress: (progress) => this.#taken?.onProgress?.(progress),
      onNotice: (notice) => this.#taken?.onNotice?.(notice),
    };
    const sources: TradingParts['sources'] = {
      find: (hash) => this.#taken?.sources?.find(hash) ?? Promise.resolve(null),
    };
    this.trading = createTrading({ ...options, ...hooks }, { ...parts, kept, sources }, own);
    this.#fold = this.trading.fold();
  }

  /** Why it is of no use any more; null while it is. */
  get failure(): NotPrepared | null {
    return this.#failure;
  }

  /** Whether engine and strategies have done with all that was followed. */
  get isLevel(): boolean {
    const isFolded = !this.#parts.journal.hasNext;
    return isFolded && (this.trading.host.late?.unansweredSinceMs() ?? null) === null;
  }

  /** Folds one more instant. False where none is there. */
  step(): boolean {
    if (this.#failure !== null || !this.#parts.journal.hasNext) return false;
    // It ends by itself only where the journal is not this program's: of a day under way there is always more.
    if (this.#fold.next().done === true) this.#failure = 'unfollowable';
    return this.#failure === null;
  }

  /** All that is known has been folded, and strategies do what is left of it. */
  pause(): void {
    this.trading.host.late?.replay({ step: 'pause' });
  }

  /**
   * Has the day follow the journal, which is open now, to its end. Says why it is not the day that would begin now; null where it
   * is: then, after {@link takeOver}, what is left of it is folded by {@link rest}.
   *
   * @throws {UnreadableJournal} where the journal cannot be read
   */
  whyNotToBegin(options: RunDayOptions, kept: DayJournal): NotPrepared | null {
    const { knowledge, day, venue, journal } = this.#parts;
    if (this.#failure !== null) return this.#failure;
    if (istDate(venue.time.clock.nowMs()) !== day.date) return 'over';
    if (!isSameJson(describe(options), describe(this.#options))) return 'strategies';
    if (!journal.open(kept)) return 'another-journal';
    const { limits } = limitsKept(options.settings, { knowledge, venue, day, ...kept });
    return isSameJson(plain(limits), this.#limits) ? null : 'limits';
  }

  /** Gives it what it had not. */
  takeOver(taken: TakenOver): void {
    this.#taken = taken;
    for (const line of this.#lines) taken.file.write(line);
    this.#lines = [];
  }

  /** What is left to be folded. */
  rest(): Fold {
    return this.#fold;
  }

  /** Closes its venue, and, unless it was taken over, ends what its strategies live in. */
  async drop(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#taken === null) this.trading.stop();
    await this.venue.close();
  }

  #venueToCome(): Venue {
    const { venue } = this.#parts.venue;
    const now = (): Venue => this.#taken?.venue ?? venue;
    return {
      ...venue,
      attempt: (...of) => now().attempt(...of),
      poll: (...of) => now().poll(...of),
    };
  }
}

/**
 * Whether a day of these strategies can be prepared. Those that earn stages begin with what their ledger says at the time, and
 * where one is left out, the others are named by what the journal has.
 */
export function canBePrepared({ settings, strategies, leftOut = [] }: RunDayOptions): boolean {
  if (leftOut.length > 0) return false;
  return settings.mode === 'paper' || strategies.every(({ goal = null }) => goal === null);
}

function atPlatform({ settings, strategies }: RunDayOptions): readonly LoadedStrategy[] {
  return settings.mode === 'paper' ? inPaperStages(strategies) : strategies;
}

/** What the runs of a day are made of. */
function describe({ strategies, onDivergence = 'hold', notLoaded = [] }: RunDayOptions): Json {
  const runs = strategies.map((loaded) => {
    const { path, params, given, sourceHash, imports, policies, goal, runName } = loaded;
    const of = { path, params, given, sourceHash, imports, policies, goal, runName };
    return stableJson(plain(of));
  });
  return { runs, onDivergence, notLoaded: plain(notLoaded) };
}
