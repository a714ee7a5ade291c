import { markingMade } from '../base/author-line.ts';
import { createCommandLog, type LogFile } from '../day/command-log.ts';
import { type StrategyStores } from '../day/strategy-stores.ts';
import { type TradingDayOptions } from '../day/trading-day-options.ts';
import { TradingDay } from '../day/trading-day.ts';
import { type DayWitness } from '../day/why/day-witness.ts';
import { type EngineLimits } from '../engine/engine-limits.ts';
import { createPaperBook } from '../exchange/paper-book.ts';
import { createLocalPaperPositions } from '../exchange/positions/local-paper-positions.ts';
import { VirtualClock } from '../kernel/clocks.ts';
import { driveFed } from '../kernel/drive-virtual.ts';
import { type LoadedStrategy } from '../loading/load-strategy.ts';
import { createHost, type HostKnows, nameRuns } from '../loading/planned-run.ts';
import { type RecordedSources } from '../loading/recorded-sources.ts';
import { ContractDirectory } from '../market/contract-directory.ts';
import { createMarketFeed } from '../market/market-feed.ts';
import { type WeekLeft, type WeekSoFar } from '../model/runs/week-so-far.ts';
import { runName } from '../model/runs/run.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type CarriedOverNight, NOTHING_CARRIED } from '../recovery/carried-over.ts';
import { type DayNote } from '../results/backtest-result.ts';
import { createSimulator, type Simulator } from '../simulator/create-simulator.ts';
import { createBacktestVenue } from './backtest-venue.ts';
import { BACKTEST_POLL_MS, type BacktestWorld } from './backtest-world.ts';
import { DayNotes, noDataNotes, unservedNotes } from './day-notes.ts';
import { earlierBars } from './earlier-bars.ts';
import { exchangeRulesFor, type FillChoice } from './fill-choice.ts';
import { keepListed } from './keep-listed.ts';
import { recordedFeed } from './play-recorded-sources.ts';
import { type DayFill, fillsOfDay } from './reckoning/day-fill.ts';
import { type TradedDay } from './reckoning/walk-day.ts';

/** What a day of a backtest is traded with. */
export interface TradeDayOptions {
  readonly date: string;
  readonly world: BacktestWorld;
  readonly strategies: readonly LoadedStrategy[];
  readonly stores: StrategyStores;
  readonly file: Pick<LogFile, 'write'>;
  readonly fills: FillChoice;
  readonly limits: Partial<EngineLimits>;
  /** What runs hold from earlier days. @default nothing */
  readonly carried?: CarriedOverNight;
  /** What earlier days of the week brought. @default null: nothing */
  readonly week?: WeekSoFar | null;
  /** Values of the strategies' own sources. @default these stay silent */
  readonly recorded?: RecordedSources | undefined;
  /** When the day's runs start, epoch milliseconds. @default 15 minutes before the open */
  readonly fromMs?: number;
  /** When the day is left, whatever is open then, epoch milliseconds. @default 2 minutes after the close */
  readonly untilMs?: number;
  /** Looks on, to tell what led to each order. @default no one does: it costs time */
  readonly witness?: DayWitness | undefined;
}

/** What happened on a day. */
export interface DayEvents {
  readonly fills: readonly DayFill[];
  /** Orders that reached the exchange. */
  readonly orders: number;
  /** Warnings and worse, and strategies that failed. */
  readonly notes: readonly DayNote[];
  readonly commandLogSha256: string;
  /** What the day leaves of its week. */
  readonly week: WeekLeft | null;
}

/** Runs of a backtest are paper runs. */
const BACKTEST_MODE = 'paper';

const ACCOUNT = 'backtest';
/** The day begins this long before the first session and ends this long after the last one. */
const BEFORE_OPEN_MS = 15 * 60_000;
const AFTER_CLOSE_MS = 2 * 60_000;

/** As in paper and live runs, but that the idle book is looked at as often as the busy one. */
const BACKTEST_LIMITS: Partial<EngineLimits> = {
  quotesPollMs: BACKTEST_POLL_MS,
  ordersWorkingPollMs: BACKTEST_POLL_MS,
  ordersIdlePollMs: BACKTEST_POLL_MS,
  quoteAgeMsMax: 2 * BACKTEST_POLL_MS,
};

/** Runs strategies through one day in virtual time, from before the open until after the close. */
export function tradeDay(options: TradeDayOptions): DayEvents {
  return options.witness === undefined ? traded(options) : markingMade(() => traded(options));
}

function traded(options: TradeDayOptions): DayEvents {
  const { date, file, witness, carried: overNight = NOTHING_CARRIED } = options;
  const { listing, carried } = keepListed({ ...options.world, carried: overNight }, date);
  const world = { ...options.world, listing };
  const { sessions } = world.knowledge.calendar.day(date);
  const closeMs = sessions.at(-1)?.endMs ?? 0;
  const { fromMs = (sessions[0]?.startMs ?? 0) - BEFORE_OPEN_MS } = options;
  const clock = new VirtualClock(fromMs);
  const simulator = simulatorOf({ ...options, world }, clock);
  const log = createCommandLog(file);
  const notes = new DayNotes(closeMs);
  const parts = partsOf(world, simulator, clock);
  const known = { prices: parts.prices, ...pastOf(world, date) };
  const day = new TradingDay({
    ...options,
    ...parts,
    day: world.knowledge.calendar.day(date),
    carried,
    ...known,
    ...witnessed(options, known),
    clock,
    log,
    limits: { ...BACKTEST_LIMITS, ...options.limits },
    onNotice: (notice) => {
      notes.takeNotice(notice);
    },
  });
  witness?.knowing(day);
  const { recorded = {}, untilMs = closeMs + AFTER_CLOSE_MS } = options;
  day.start({ sources: { recorded: Object.keys(recorded) } });
  driveFed(day.kernel, clock, { untilMs, feed: recordedFeed(day, recorded, date) });
  day.stop();
  const view = day.view();
  const told = notes.list(day.runs);
  const { exchange } = simulator;
  const orderOf = (orderId: string) => exchange.order(orderId);
  const directory = new ContractDirectory(listing);
  const contractOf = (symbol: string) => directory.find(symbol, date);
  const unserved = unservedNotes(exchange.unserved(), { view, orderOf });
  return {
    fills: fillsOfDay(exchange.fills(), { view, orderOf, contractOf }),
    orders: view.intents.filter(({ orders }) => orders.length > 0).length,
    notes: [...told, ...noDataNotes(view, told), ...unserved],
    commandLogSha256: log.sha256(),
    week: day.weekToCarry(),
  };
}

function pastOf(world: BacktestWorld, date: IstDate): Pick<TradingDayOptions, 'history'> {
  return world.isPastPolled === true ? {} : { history: earlierBars(world, date) };
}

/** A day's own host, with one who looks on. */
function witnessed(
  { strategies, witness }: Pick<TradeDayOptions, 'strategies' | 'witness'>,
  known: Pick<HostKnows, 'history' | 'prices'>,
): Pick<TradingDayOptions, 'host' | 'onStep'> {
  if (witness === undefined) return {};
  const { onCommand, onStep } = witness;
  const names = nameRuns(strategies);
  const loaded = new Map(strategies.map((one, place) => [names[place], one]));
  const host = createHost(({ header }) => loaded.get(runName(header.runId)), {
    ...known,
    onCommand,
  });
  return { host: witness.around(host), onStep };
}

function simulatorOf({ world, date, fills }: TradeDayOptions, clock: VirtualClock): Simulator {
  const { knowledge, market, listing, seed } = world;
  return createSimulator({
    clock,
    market,
    listing,
    calendar: knowledge.calendar,
    contractRules: knowledge.rules,
    seed: `${seed}/${date}`,
    exchangeRules: exchangeRulesFor(fills),
  });
}

function partsOf(world: BacktestWorld, simulator: Simulator, clock: VirtualClock) {
  const { knowledge, market, listing } = world;
  const { exchange, positions, brokerId } = simulator;
  const { calendar } = knowledge;
  const prices = createMarketFeed({ market, listing, calendar });
  const venue = createBacktestVenue({
    name: 'recorded prices',
    market,
    listing,
    clock,
    book: createPaperBook({ exchange, clock }),
    nextEventMs: () => exchange.nextEventMs(),
    positions: createLocalPaperPositions({ positions, calendar, clock }),
  });
  return {
    knowledge,
    venue,
    prices,
    underlyings: world.underlyings,
    seed: world.seed,
    mode: BACKTEST_MODE,
    account: ACCOUNT,
    brokerId,
    requests: 'at-once',
  } as const;
}

/** A day of a world with its fills, as it is reckoned. */
export function tradedDay(
  { knowledge, market }: Pick<BacktestWorld, 'knowledge' | 'market'>,
  date: IstDate,
  fills: readonly DayFill[],
): TradedDay {
  const { calendar, rules, tables } = knowledge;
  return { day: calendar.day(date), mode: BACKTEST_MODE, fills, market, rules, tables };
}
