import { createBacktestVenue } from '../../src/backtest/backtest-venue.ts';
import { createCommandLog } from '../../src/day/command-log.ts';
import { type OpenRunSources } from '../../src/day/open-run-sources.ts';
import { createStrategyStores } from '../../src/day/strategy-stores.ts';
import { TradingDay } from '../../src/day/trading-day.ts';
import { type Effect } from '../../src/engine/effect.ts';
import { type EngineLimits } from '../../src/engine/engine-limits.ts';
import { type EngineEvent } from '../../src/engine/event.ts';
import { type ExchangeRules } from '../../src/exchange/exchange-rules.ts';
import { type Exchange } from '../../src/exchange/exchange.ts';
import { createPaperBook } from '../../src/exchange/paper-book.ts';
import { createLocalPaperPositions } from '../../src/exchange/positions/local-paper-positions.ts';
import { VirtualClock } from '../../src/kernel/clocks.ts';
import { driveVirtual } from '../../src/kernel/drive-virtual.ts';
import { type Venue } from '../../src/kernel/venue.ts';
import { type LoadedStrategy } from '../../src/loading/load-strategy.ts';
import { createListing } from '../../src/market/listing.ts';
import { createMarketFeed } from '../../src/market/market-feed.ts';
import { type Market } from '../../src/market/market.ts';
import { createModelledMarket } from '../../src/market/modelled-market.ts';
import { createGeneratedIndex } from '../../src/market/price-generator/generated-index.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type ReadableJournal } from '../../src/ports/journal.ts';
import { type RunHost } from '../../src/ports/run-host.ts';
import { type KnownPriceFeed } from '../../src/ports/price-feed.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { createSimulator } from '../../src/simulator/create-simulator.ts';

/** A day of generated prices in virtual time. */
export interface VirtualDayOptions {
  readonly strategies: readonly LoadedStrategy[];
  readonly seed: string;
  /** Time between two prices, milliseconds. */
  readonly stepMs: number;
  readonly date?: string;
  readonly until?: string;
  readonly limits?: Partial<EngineLimits>;
  readonly journal?: ReadableJournal;
  /** Whether prices are polled, as on days with a journal. @default false: they are pushed */
  readonly arePolled?: boolean;
  /** Puts something between the market and those who look at it. */
  readonly market?: (market: Market) => Market;
  readonly exchangeRules?: Partial<ExchangeRules>;
  /** Puts something between the runtime and its venue. */
  readonly through?: (venue: Venue) => Venue;
  /** Where its runs live. @default in this process */
  readonly host?: RunHost;
  /** Where their own inputs are opened. @default in this process */
  readonly openSources?: OpenRunSources;
  readonly onStep?: (event: EngineEvent, effects: readonly Effect[]) => void;
}

const DATE = '2026-10-30';
const knowledge = loadMarketKnowledge();

/** Runs it, and returns every command, a line each. */
export function virtualDay(options: VirtualDayOptions): readonly string[] {
  const { day, clock, lines } = openVirtualDay(options);
  day.start({ sources: 'left-closed' });
  driveVirtual(day.kernel, clock, instantAt(options.date ?? DATE, options.until ?? '15:32'));
  day.stop();
  return lines;
}

/** Makes it, with its clock and the list that its commands are put into. Nothing runs yet. */
export function openVirtualDay(options: VirtualDayOptions): {
  readonly day: TradingDay;
  readonly clock: VirtualClock;
  readonly lines: readonly string[];
} {
  const world = virtualWorld(options);
  const lines: string[] = [];
  const day = virtualProcess(world, options, (line) => lines.push(line));
  return { day, clock: world.clock, lines };
}

/** What outlives a process: the clock, the exchange, and what stands before it. */
export interface VirtualWorld {
  readonly clock: VirtualClock;
  readonly exchange: Exchange;
  readonly venue: Venue;
  /** For days without a journal. */
  readonly prices: KnownPriceFeed;
  readonly brokerId: string;
}

/** Makes the world of a day. */
export function virtualWorld(options: Omit<VirtualDayOptions, 'strategies'>): VirtualWorld {
  const { seed, stepMs, date = DATE } = options;
  const { calendar, rules } = knowledge;
  const clock = new VirtualClock(instantAt(date, '09:05'));
  const index = createGeneratedIndex({ seed, calendar, stepMs });
  const plain = createModelledMarket({ index, calendar });
  const market = options.market?.(plain) ?? plain;
  const listing = createListing({ rules, calendar, spotFor: index.referencePaise });
  const { exchange, positions, brokerId } = createSimulator({
    clock,
    market,
    listing,
    calendar,
    contractRules: rules,
    seed,
    ...(options.exchangeRules === undefined ? {} : { exchangeRules: options.exchangeRules }),
  });
  const venue = createBacktestVenue({
    name: 'virtual',
    market,
    listing,
    clock,
    book: createPaperBook({ exchange, clock }),
    positions: createLocalPaperPositions({ positions, calendar, clock }),
    nextEventMs: () => exchange.nextEventMs(),
  });
  const prices = createMarketFeed({ market, listing, calendar });
  return { clock, exchange, venue: options.through?.(venue) ?? venue, prices, brokerId };
}

/** Makes a process in a world: the first of the day, or one that goes on from the journal. */
export function virtualProcess(
  { venue, prices, clock, brokerId }: VirtualWorld,
  options: VirtualDayOptions,
  write: (line: string) => void = () => undefined,
): TradingDay {
  return new TradingDay({
    day: knowledge.calendar.day(options.date ?? DATE),
    mode: 'paper',
    account: 'default',
    brokerId,
    seed: options.seed,
    strategies: options.strategies,
    knowledge,
    venue,
    prices: options.arePolled === true || options.journal !== undefined ? null : prices,
    clock,
    requests: 'at-once',
    limits: options.limits ?? {},
    stores: createStrategyStores(),
    log: createCommandLog({ write }),
    onNotice: () => undefined,
    journal: options.journal ?? null,
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.openSources === undefined ? {} : { openSources: options.openSources }),
    ...(options.onStep === undefined ? {} : { onStep: options.onStep }),
  });
}
