import { type EngineView } from '../../engine/engine-view.ts';
import { type PollResult } from '../../engine/event.ts';
import { type Venue } from '../../kernel/venue.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { type Clock } from '../../ports/clock.ts';
import { missingForLive, type ToArm, whyNotArmed } from './arming-conditions.ts';
import { type Arming, readArming } from './arming-file.ts';
import { guardEntries } from './guard-entries.ts';

type Books = Pick<EngineView, 'intents' | 'unknownStarts' | 'pausedLegs'>;

/** What the arming of a day is made of. */
export interface LiveArmingOptions {
  readonly account: string;
  readonly day: CalendarDay;
  readonly clock: Clock;
  /** Of the file; null where nothing is kept, so that nothing can be armed. */
  readonly path: string | null;
  readonly strategies: readonly ToArm[];
  readonly paperDays: number;
  /** Null before the books are open. */
  readonly books: () => Books | null;
  readonly onVetoes: (vetoes: readonly Veto[]) => void;
  readonly onNotice: (notice: Notice) => void;
  /** Waits real milliseconds. */
  readonly wait: (forMs: number, signal: AbortSignal) => Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
/** Books of a hundred runs take a while to draw: not at each look. */
const BOOKS_EVERY_LOOKS = 5;

/**
 * Whether a live account may enter. The file of `sauda live arm` is the truth, and read at every look.
 *
 * States: kept back (something is missing, each thing a veto), armed (nothing is). A look goes either way: an arming that
 * ends, is taken away or is of other code keeps back from the next look on, and from the next order at the venue.
 */
export class LiveArming {
  readonly #options: LiveArmingOptions;
  readonly #ended = new AbortController();
  #isPolled = false;
  #wantsOperator: readonly string[] = [];
  /** Nothing is reported before the day has begun. */
  #isBegun = false;
  #told: Arming | null = null;
  #strategies: readonly ToArm[];

  constructor(options: LiveArmingOptions) {
    this.#options = options;
    this.#strategies = options.strategies;
  }

  /** Reads the file and says what is missing for entries. */
  look(): readonly Veto[] {
    const arming = this.#arming();
    const missing = this.#missing(arming);
    if (this.#isBegun) this.#tell(arming);
    // The gate refuses stale data by itself, and each start begins with it: that wants no alarm.
    const vetoes = missing.filter(({ code }) => code !== 'not-reconciled');
    this.#options.onVetoes(vetoes);
    return vetoes;
  }

  /** Other code runs: what was armed is what it was. */
  reloaded(strategies: readonly ToArm[]): void {
    this.#strategies = strategies;
    this.look();
  }

  /** The venue of a day that lets no entry pass while something is missing, and hears of polls. */
  guard(venue: Venue): Venue {
    return guardEntries(venue, () => this.#missing(this.#arming()));
  }

  /** Takes in what a poll brought, before the engine does. */
  take({ subject, outcome }: PollResult): void {
    if (subject !== 'orders' || outcome.kind !== 'accepted' || this.#isPolled) return;
    this.#isPolled = true;
    this.#lookAtBooks();
    this.look();
  }

  /** Looks about once a second, until it is ended. */
  begin(): void {
    this.#isBegun = true;
    this.#lookAtBooks();
    this.look();
    void this.#loop();
  }

  end(): void {
    this.#ended.abort();
  }

  async #loop(): Promise<void> {
    const { signal } = this.#ended;
    for (let looks = 1; !signal.aborted; looks += 1) {
      await this.#options.wait(LOOK_EVERY_MS, signal);
      if (this.#isOver()) return;
      if (looks % BOOKS_EVERY_LOOKS === 0) this.#lookAtBooks();
      this.look();
    }
  }

  #isOver(): boolean {
    return this.#ended.signal.aborted;
  }

  #arming(): Arming | null {
    const { path } = this.#options;
    return path === null ? null : readArming(path);
  }

  #missing(arming: Arming | null): readonly Veto[] {
    const { account, day, clock, paperDays } = this.#options;
    const strategies = this.#strategies;
    return missingForLive({
      ...{ account, arming, strategies, paperDays, nowMs: clock.nowMs() },
      ...{ date: day.date, isVerified: day.isVerified },
      isPolled: this.#isPolled,
      wantsOperator: this.#wantsOperator,
    });
  }

  #lookAtBooks(): void {
    const books = this.#options.books();
    this.#wantsOperator = books === null ? [] : wantsOperator(books);
  }

  /** An arming is reported when it begins and when it ends. */
  #tell(arming: Arming | null): void {
    const { account, day, clock, onNotice } = this.#options;
    const facts = { arming, account, date: day.date, nowMs: clock.nowMs() };
    const why = whyNotArmed(facts);
    const valid = why === null ? arming : null;
    const earlier = this.#told;
    this.#told = valid;
    if (valid !== null && valid.atMs !== earlier?.atMs) {
      const { untilMs, by, reason, strategies, isWithoutPromotion } = valid;
      const names = strategies.map(({ name }) => name);
      onNotice(noticeOf('live-armed', null, { untilMs, by, reason, names, isWithoutPromotion }));
    } else if (valid === null && earlier !== null) {
      onNotice(noticeOf('live-disarmed', null, { why: why ?? '' }));
    }
  }
}

/** Held entries, starts without a certain outcome, and carried legs that are not confirmed. */
function wantsOperator({ intents, unknownStarts, pausedLegs }: Books): readonly string[] {
  const held = intents.filter(({ state, role }) => state === 'absent' && role === 'entry');
  const starts = unknownStarts.filter(({ state }) => state === 'unknown');
  const carried = pausedLegs.filter(({ cause }) => cause === 'carried');
  return [
    ...held.map(({ tag }) => `entry ${tag}`),
    ...starts.map(({ name }) => name),
    ...carried.map(({ runId, leg }) => `carried leg ${runId}/${leg}`),
  ];
}
