import { createCommandLog } from '../../src/day/command-log.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { type SourcesAtStart } from '../../src/day/open-run-sources.ts';
import { createStrategyStores } from '../../src/day/strategy-stores.ts';
import { type OnDivergence, type TradingDayOptions } from '../../src/day/trading-day-options.ts';
import { TradingDay } from '../../src/day/trading-day.ts';
import { type Attempt } from '../../src/engine/effect.ts';
import { VirtualClock } from '../../src/kernel/clocks.ts';
import { drivePaced } from '../../src/kernel/drive-paced.ts';
import { type Venue } from '../../src/kernel/venue.ts';
import { type LoadedStrategy } from '../../src/loading/load-strategy.ts';
import { ContractDirectory } from '../../src/market/contract-directory.ts';
import { createListing } from '../../src/market/listing.ts';
import { type Market } from '../../src/market/market.ts';
import { createModelledMarket } from '../../src/market/modelled-market.ts';
import { createGeneratedIndex } from '../../src/market/price-generator/generated-index.ts';
import { type OperatorRequest } from '../../src/model/orders/operator-request.ts';
import { type Mode } from '../../src/model/runs/run.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type NoticeCode } from '../../src/notices/notice.ts';
import { toldText } from '../../src/notices/told-notice.ts';
import { type JournalEntry, type ReadableJournal } from '../../src/ports/journal.ts';
import { type Outcome } from '../../src/ports/outcome.ts';
import { type Prices } from '../../src/ports/prices.ts';
import { type CarriedOverNight, NOTHING_CARRIED } from '../../src/recovery/carried-over.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { createLocalPaperVenue } from '../../src/venues/paper-venue.ts';
import { machine } from './machine-time.ts';

/** A day with a full session. */
export const DATE = '2026-10-30';
const knowledge = loadMarketKnowledge();

/** One process of a recorded paper day: it lives from an instant to another, and is then gone. */
export interface ProcessOptions {
  readonly journal: ReadableJournal;
  readonly strategies: readonly LoadedStrategy[];
  readonly fromMs: number;
  readonly untilMs: number;
  readonly onDivergence?: OnDivergence;
  /** @default 'paper' */
  readonly mode?: Mode;
  readonly date?: string;
  readonly asked?: readonly OperatorRequest[];
  readonly carried?: CarriedOverNight;
  /** @default 'left-closed' */
  readonly sources?: SourcesAtStart;
  /** Stands between the day and the bars of the generated past. @default the source has no history */
  readonly history?: (market: Market) => NonNullable<Prices['history']>;
}

/** A process that is gone, and what it left. */
export interface GoneProcess {
  readonly day: TradingDay;
  readonly venue: Venue;
  /** What was sent, in order. */
  readonly sent: readonly Attempt[];
  readonly notices: readonly string[];
  /** Their codes. */
  readonly codes: readonly NoticeCode[];
  /** Lines of the command log. */
  readonly commands: readonly string[];
  /** Why it did not go on; null when it did. */
  readonly refused: string | null;
}

/** An instant of the day. */
export function at(time: string, date = DATE): number {
  return instantAt(date, time);
}

/** A paper venue at generated prices, as on a platform: the book is all that lives in the process. */
export function paperVenue(
  clock: VirtualClock,
  { history, date = DATE }: Pick<ProcessOptions, 'history' | 'date'> = {},
): Venue {
  const { calendar, rules } = knowledge;
  const index = createGeneratedIndex({ seed: 'recorded-2', calendar });
  const market = createModelledMarket({ index, calendar });
  const listing = createListing({ rules, calendar, spotFor: index.referencePaise });
  const directory = new ContractDirectory(listing);
  return createLocalPaperVenue({
    name: 'test',
    calendar,
    seed: 'recorded-2',
    contracts: {
      list: (underlying) =>
        accepted({ contracts: listing.contracts(underlying, date), malformed: [] }),
    },
    prices: {
      quotes: (symbols) =>
        accepted(
          symbols.flatMap((symbol) => {
            const atMs = clock.nowMs();
            if (listing.underlyings.includes(symbol)) return market.index(symbol, atMs) ?? [];
            const contract = directory.find(symbol, date);
            return contract === undefined ? [] : (market.quote(contract, atMs) ?? []);
          }),
        ),
      ...(history === undefined ? {} : { history: history(market) }),
    },
    positions: { start: () => accepted({ positionId: 'p1' }) },
  });
}

/** What tests choose of a recorded day. */
export type RecordedDayOptions = Pick<
  TradingDayOptions,
  'strategies' | 'journal' | 'clock' | 'venue' | 'requests'
> &
  Partial<Pick<TradingDayOptions, 'onDivergence' | 'log' | 'onNotice' | 'carried'>> & {
    readonly date?: string;
    /** @default 'paper' */
    readonly mode?: Mode;
    /** Told of every attempt, and when it is made. */
    readonly onAttempt?: (attempt: Attempt, atMs: number) => void;
  };

/** A paper day that is not started. */
export function recordedDay(options: RecordedDayOptions): TradingDay {
  const { date = DATE, onAttempt, venue, ...chosen } = options;
  return new TradingDay({
    day: knowledge.calendar.day(date),
    mode: 'paper',
    account: 'test',
    brokerId: 'paper',
    seed: 'recorded-2',
    knowledge,
    limits: { ordersWorkingPollMs: 2_000, quotesPollMs: 2_000 },
    stores: createStrategyStores(),
    log: createCommandLog({ write: () => undefined }),
    onNotice: () => undefined,
    ...chosen,
    venue: {
      ...venue,
      attempt: (attempt, atMs) => {
        onAttempt?.(attempt, atMs);
        return venue.attempt(attempt, atMs);
      },
    },
  });
}

/** Runs a process until its end, without an orderly stop: what it has not journaled is lost. */
export async function processOf(options: ProcessOptions): Promise<GoneProcess> {
  const { fromMs, untilMs, asked = [], carried = NOTHING_CARRIED, ...rest } = options;
  const { history, sources = 'left-closed', ...chosen } = rest;
  const clock = new VirtualClock(fromMs);
  const venue = paperVenue(clock, {
    ...(history === undefined ? {} : { history }),
    ...(chosen.date === undefined ? {} : { date: chosen.date }),
  });
  const sent: Attempt[] = [];
  const notices: string[] = [];
  const codes: NoticeCode[] = [];
  const commands: string[] = [];
  const day = recordedDay({
    ...chosen,
    carried,
    venue,
    clock,
    requests: 'in-order',
    onAttempt: (attempt) => sent.push(attempt),
    log: createCommandLog({ write: (line) => commands.push(line) }),
    onNotice: (notice) => {
      notices.push(toldText(notice));
      codes.push(notice.code);
    },
  });
  const started = day.start({ sources, asked });
  if (started.ok) await drivePaced({ kernel: day.kernel, clock, machine, untilMs, speed: 'max' });
  const refused = started.ok ? null : started.error.detail;
  return { day, venue, sent, notices, codes, commands, refused };
}

/** A journal that holds these entries. */
export function journalOf(entries: readonly JournalEntry[]): ReadableJournal {
  const journal = createMemoryJournal();
  journal.append(entries);
  return journal;
}

/** All that a journal holds of a day. */
export function entriesIn(journal: ReadableJournal, date = DATE): readonly JournalEntry[] {
  return [...journal.entriesOf(date)];
}

function accepted<Value>(value: Value): Promise<Outcome<Value>> {
  return Promise.resolve({ kind: 'accepted', value });
}
