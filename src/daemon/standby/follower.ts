import { inTurns } from '../../adapters/system/in-turns.ts';
import { processId } from '../../adapters/system/this-process.ts';
import { isSameJson } from '../../base/json.ts';
import { plain } from '../../loading/planned-run.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type JournalBlock } from '../../ports/journal.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { openDayVenue } from '../../venues/day-venue.ts';
import { type RunDaemonOptions } from '../days/run-daemon-options.ts';
import { whyAnotherAccount } from '../days/same-account.ts';
import { limitsIn } from '../limits-of-day.ts';
import { type RunDayOptions } from '../run-day-options.ts';
import { FollowedJournal } from './followed-journal.ts';
import { PreparedAccount } from './prepared-account.ts';
import { canBePrepared, PreparedDay } from './prepared-day.ts';
import { readBlocks } from './read-blocks.ts';
import { type Following } from './standbys.ts';

/** What follows an account that another process trades. */
export interface FollowerOptions extends Pick<
  RunDaemonOptions,
  'settings' | 'configuration' | 'load' | 'onDivergence' | 'onBeat'
> {
  readonly journalPath: string;
}

/** With more blocks at once there are more to come. */
const BLOCKS_OF_A_LOOK_MAX = 16;
/** So many looks lie between two at files and configuration. */
const LOOKS_BETWEEN = 25;
/** How often a day is prepared anew for what has changed: where code is kept as it was loaded first, it never matches. */
const PREPARED_ANEW_MAX = 5;

/**
 * Follows the day of an account that another process trades, from its journal.
 *
 * - without a day: none is under way, or its process does not answer.
 * - following: blocks are taken as they come. The day is made once its first run is described.
 * - waiting: the day cannot be prepared as things are; it is tried again every five seconds.
 * - given up: it was prepared too often. The next date is another matter.
 */
export class Follower {
  readonly #options: FollowerOptions;
  #journal: FollowedJournal | null = null;
  #date: IstDate | null = null;
  #prepared: PreparedAccount | null = null;
  #isLevel = false;
  #isWaiting = false;
  #preparedAnew = 0;
  #isAnswered = false;
  #looks = 0;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** The day that engine and strategies have followed to its present end at least once; null while there is none. */
  get date(): IstDate | null {
    return this.#isLevel ? this.#date : null;
  }

  /** Whether the process that trades the account answered the last time. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** Looks at what was written since the last look, and folds it. */
  async look(): Promise<void> {
    this.#looks += 1;
    if (this.#looks % LOOKS_BETWEEN === 0) await this.#lookAtFiles();
    if (this.#prepared?.day.isLevel === true) this.#isLevel = true;
    while (await this.#takeNext());
  }

  /** What was prepared, for who has the account from here on; null where nothing was. */
  handOver(): { readonly prepared: PreparedAccount | null } {
    const prepared = this.#prepared;
    this.#prepared = null;
    return { prepared };
  }

  /** Ends what was prepared and not taken. */
  async close(): Promise<void> {
    await this.#drop();
  }

  get #state(): Following {
    if (this.#prepared === null) return 'waiting';
    return this.#prepared.day.isLevel ? 'level' : 'behind';
  }

  /** Whether there is more at once. */
  async #takeNext(): Promise<boolean> {
    const look = {
      pid: processId(),
      state: this.#state,
      followedToMs: this.#prepared === null ? null : (this.#journal?.readAtMs ?? null),
    };
    const after = this.#journal?.sequence ?? 0;
    const answer = await readBlocks(this.#options.journalPath, after, look);
    this.#isAnswered = answer.kind !== 'silent';
    if (answer.kind === 'no-day') await this.#leave();
    if (answer.kind !== 'blocks') return false;
    await this.#take(answer.date, answer.blocks);
    return answer.blocks.length > BLOCKS_OF_A_LOOK_MAX;
  }

  async #take(date: IstDate, blocks: readonly JournalBlock[]): Promise<void> {
    if (date !== this.#date) {
      await this.#leave();
      this.#date = date;
    }
    if (this.#isWaiting) return;
    this.#journal ??= new FollowedJournal(date);
    if (!this.#journal.take(blocks)) {
      await this.#drop();
      return;
    }
    if (this.#prepared === null && this.#journal.limits !== null) {
      this.#prepared = await this.#prepare(date, this.#journal);
      this.#isWaiting = this.#prepared === null;
    }
    if (this.#prepared !== null) await this.#fold(this.#prepared);
  }

  async #fold({ day }: PreparedAccount): Promise<void> {
    const { onBeat } = this.#options;
    const isFurther = await inTurns(stepsOf(day), onBeat);
    if (isFurther) day.pause();
    if (day.failure === null) return;
    await this.#drop();
    this.#isWaiting = true;
  }

  async #prepare(date: IstDate, journal: FollowedJournal): Promise<PreparedAccount | null> {
    const { settings: started, configuration, load, journalPath, onDivergence } = this.#options;
    const read = configuration();
    if (!read.ok || whyAnotherAccount(started, read.value) !== null) return null;
    const settings = read.value;
    const loaded = await load(settings);
    const options: RunDayOptions = {
      ...{ ...loaded, settings, journalPath },
      ...(onDivergence === undefined ? {} : { onDivergence }),
    };
    const day = canBePrepared(options) ? await this.#make(options, date, journal) : null;
    if (day === null) {
      loaded.handedOver?.close();
      return null;
    }
    return new PreparedAccount(day, { settings, loaded, journalPath });
  }

  async #make(
    options: RunDayOptions,
    date: IstDate,
    journal: FollowedJournal,
  ): Promise<PreparedDay | null> {
    const { settings } = options;
    const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
    const venue = await openDayVenue(settings, knowledge);
    if (!venue.ok) return null;
    const limits = limitsIn(settings, venue.value);
    if (!isSameJson(journal.limits, plain(limits))) {
      await venue.value.close();
      return null;
    }
    const day = knowledge.calendar.day(date);
    return new PreparedDay(options, { knowledge, venue: venue.value, day, journal }, { limits });
  }

  /** What has changed on disk would be found changed at a takeover. */
  async #lookAtFiles(): Promise<void> {
    const prepared = this.#prepared;
    if (prepared === null) {
      this.#isWaiting = this.#preparedAnew > PREPARED_ANEW_MAX;
      return;
    }
    const read = this.#options.configuration();
    if (read.ok && prepared.isOf(read.value)) return;
    await this.#drop();
    this.#preparedAnew += 1;
    this.#isWaiting = this.#preparedAnew > PREPARED_ANEW_MAX;
  }

  async #leave(): Promise<void> {
    await this.#drop();
    this.#date = null;
    this.#isWaiting = false;
    this.#preparedAnew = 0;
  }

  async #drop(): Promise<void> {
    const prepared = this.#prepared;
    this.#prepared = null;
    this.#journal = null;
    this.#isLevel = false;
    await prepared?.drop();
  }
}

/** Whether a step was made. */
function* stepsOf(day: PreparedDay): Generator<undefined, boolean, undefined> {
  let isFurther = false;
  while (day.step()) {
    isFurther = true;
    yield;
  }
  return isFurther;
}
