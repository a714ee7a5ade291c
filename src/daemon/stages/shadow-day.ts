import { wait } from '../../adapters/system/machine-time.ts';
import { startTicker } from '../../adapters/system/ticker.ts';
import { InvariantViolation } from '../../base/invariant.ts';
import { createCommandLog, openLogFile, type CommandLog } from '../../day/command-log.ts';
import { type DayJournal, openDayJournal } from '../../day/journal/open-day-journal.ts';
import { createStrategyStores } from '../../day/strategy-stores.ts';
import { TradingDay } from '../../day/trading-day.ts';
import { driveWall } from '../../kernel/drive-wall.ts';
import { type Venue } from '../../kernel/venue.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { programBuild } from '../../loading/program-build.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { connectShadow } from '../../venues/connect-shadow.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { type KeptSources } from '../evidence/kept-sources.ts';
import { openStrategyHost } from '../isolation/open-strategy-host.ts';
import { limitsKept } from '../limits-of-day.ts';
import { type RunDayOptions } from '../run-day-options.ts';

/** What a shadow day stands beside. */
export interface ShadowParts {
  readonly knowledge: MarketKnowledge;
  readonly venue: DayVenue;
  readonly day: CalendarDay;
  /** Where sources are kept that run; null where they are not. */
  readonly sources: KeptSources | null;
}

/** Entries of a shadow day; `unreadable` where its journal could not be read. */
export type ShadowEntries = readonly JournalEntry[] | 'unreadable';

/** The journal of the shadow runs of an account; null where its own lasts as long as the process. */
export function shadowJournalPath(journalPath: string | null): string | null {
  return journalPath === null ? null : `${journalPath}.shadow`;
}

/** Opens the journal of the shadow runs, or tells why they cannot run today: the live ones go on without them. */
export function openShadowJournal(
  { journalPath = null, settings }: Pick<RunDayOptions, 'journalPath' | 'settings'>,
  tell: (detail: string) => void,
): DayJournal | null {
  const { account } = settings;
  const path = shadowJournalPath(journalPath);
  const opened = openDayJournal({ path, account, mode: 'paper' });
  if (opened.ok) return opened.value;
  tell(opened.error.problems.map(({ message }) => message).join('; '));
  return null;
}

/**
 * The shadow runs of a live day: a paper day of their own beside it, with an engine, a book, limits, a budget and a journal that
 * the live ones do not share. They read through the live connection, and have nothing to write with.
 *
 * States: made, started, ended (nothing fires any more; answers that still come are dropped).
 */
export class ShadowDay {
  readonly trading: TradingDay;
  readonly log: CommandLog = createCommandLog(openLogFile());
  readonly #parts: ShadowParts;
  readonly #journal: DayJournal;
  readonly #ended = new AbortController();
  #lookAgain: () => void = () => undefined;
  #entries: ShadowEntries = 'unreadable';

  constructor(
    options: RunDayOptions,
    strategies: readonly LoadedStrategy[],
    { parts, journal }: { readonly parts: ShadowParts; readonly journal: DayJournal },
  ) {
    const { knowledge, venue, day } = parts;
    const settings = { ...options.settings, mode: 'paper' as const };
    const { quarantine, journalPath = null } = options;
    this.#parts = parts;
    this.#journal = journal;
    this.trading = new TradingDay({
      ...openStrategyHost({
        ...{ settings, strategies, time: venue.time, trading: () => this.trading, journalPath },
        ...{ sources: parts.sources },
        ...(quarantine === undefined ? {} : { quarantine }),
      }),
      strategies,
      day,
      mode: 'paper',
      account: settings.account,
      brokerId: venue.brokerId,
      seed: settings.simulator.seed,
      knowledge,
      venue: this.#venue(settings.simulator.seed),
      clock: venue.time.clock,
      requests: venue.time.kind === 'paced' ? 'in-order' : 'at-once',
      limits: limitsKept(settings, { knowledge, venue, day, journal: journal.journal }).limits,
      stores: createStrategyStores(),
      journal: journal.journal,
      build: programBuild(),
      ...(quarantine === undefined ? {} : { quarantine }),
      log: this.log,
      indices: knowledge.rules.underlyings,
      // Shown, and no matter of the account: they are not among its problems, and alert no one.
      onNotice: (notice) => options.onNotice?.(notice),
      onAnswer: () => {
        this.#lookAgain();
      },
    });
  }

  /** Starts the runs, or says why none can. */
  start(): string | null {
    const started = this.trading.start({ sources: 'opened' });
    return started.ok ? null : started.error.detail;
  }

  /** Drives it on a clock that goes by itself, until the day ends or `end` is called. What breaks it ends it alone. */
  async drive(untilMs: number, tell: (detail: string) => void): Promise<void> {
    const { time } = this.#parts.venue;
    if (time.kind === 'paced') return;
    const { kernel } = this.trading;
    try {
      await driveWall({
        // Nothing of theirs is at the platform: nothing is waited for at the end.
        kernel: {
          tick: () => {
            kernel.tick();
          },
          nextDueMs: () => kernel.nextDueMs(),
          pendingRequests: 0,
        },
        machine: { wait, startTicker },
        clock: time.clock,
        speed: time.speed,
        untilMs,
        signal: this.#ended.signal,
        isSettled: () => true,
        onReady: (lookAgain) => {
          this.#lookAgain = lookAgain;
        },
      });
    } catch (error) {
      if (!(error instanceof InvariantViolation)) throw error;
      this.end();
      tell(error.message);
    }
  }

  /** Of the shadow runs alone. */
  get journal(): DayJournal['journal'] {
    return this.#journal.journal;
  }

  get isEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Ends it at once. */
  end(): void {
    if (this.isEnded) return;
    this.#ended.abort();
    this.trading.stop();
    this.#entries = this.#read();
    this.#journal.journal.close();
  }

  /** What its journal has of the day, once it has ended. */
  get entries(): ShadowEntries {
    return this.#entries;
  }

  #read(): ShadowEntries {
    try {
      return [...this.journal.entriesOf(this.#parts.day.date)];
    } catch {
      // The pack of the day says so; the live runs are not affected.
      return 'unreadable';
    }
  }

  #venue(seed: string): Venue {
    const { venue, knowledge } = this.#parts;
    const name = `paper book beside ${venue.venue.name}`;
    const { calendar } = knowledge;
    const own = connectShadow(venue.connection, { name, calendar, seed });
    return { ...own, poll: async (poll, atMs) => this.#unlessEnded(await own.poll(poll, atMs)) };
  }

  /** An answer that comes after the end has nothing to be taken by. */
  #unlessEnded<Answer>(answer: Answer): Answer | Promise<never> {
    return this.isEnded ? new Promise<never>(() => undefined) : answer;
  }
}
