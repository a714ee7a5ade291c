import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { formatPaise } from '../../model/money.ts';
import { createSimulator } from '../../simulator/create-simulator.ts';
import { createPaperBook } from '../../simulator/paper-book.ts';
import { createPaperPositions } from '../../simulator/paper-positions.ts';
import { type BacktestDay } from './backtest-result.ts';
import { createBacktestVenue } from './backtest-venue.ts';
import { BACKTEST_POLL_MS, type BacktestWorld } from './backtest-world.ts';
import { type DataDay } from './backtest-days.ts';
import { createCommandLog, type LogFile } from '../command-log.ts';
import { driveVirtual } from '../drive-virtual.ts';
import { type LoadedStrategy } from '../load-strategy.ts';
import { type StrategyStores } from '../strategy-stores.ts';
import { TradingDay } from '../trading-day.ts';
import { VirtualClock } from '../virtual-clock.ts';

/** What a day of a backtest is run with. */
export interface BacktestDayOptions {
  readonly world: BacktestWorld;
  readonly strategies: readonly LoadedStrategy[];
  readonly stores: StrategyStores;
  readonly file: LogFile;
  readonly limits?: Partial<EngineLimits>;
}

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

/** Runs one day in virtual time, from before the open until after the close. */
export function runBacktestDay(
  { date, bars, verdict }: DataDay,
  options: BacktestDayOptions,
): BacktestDay {
  const { world, file } = options;
  const { sessions } = world.knowledge.calendar.day(date);
  const startMs = (sessions[0]?.startMs ?? 0) - BEFORE_OPEN_MS;
  const endMs = (sessions.at(-1)?.endMs ?? 0) + AFTER_CLOSE_MS;
  const clock = new VirtualClock(startMs);
  const log = createCommandLog(file);
  const troubles: string[] =
    verdict.kind === 'run' && verdict.problem !== null ? [verdict.problem] : [];
  const day = new TradingDay({
    ...options,
    ...partsOf(world, clock, date),
    clock,
    log,
    limits: { ...BACKTEST_LIMITS, ...options.limits },
    onNotice: ({ severity, message }) => {
      if (severity !== 'info') troubles.push(message);
    },
  });
  day.start({ sources: 'left-closed' });
  driveVirtual(day.kernel, clock, endMs);
  day.stop();
  const view = day.view();
  const result = day.reckon(view);
  troubles.push(...leftOpen(view));
  return {
    date,
    status: troubles.length === 0 ? 'ok' : 'ran-with-problems',
    ...(troubles.length === 0 ? {} : { reason: [...new Set(troubles)].join('; ') }),
    bars,
    orders: view.intents.filter(({ orders }) => orders.length > 0).length,
    trades: result.trades,
    grossPaise: result.grossPaise,
    costsPaise: result.costs.totalPaise,
    netPaise: result.netPaise,
    commandLogSha256: log.sha256(),
  };
}

function partsOf(world: BacktestWorld, clock: VirtualClock, date: string) {
  const { knowledge, market, listing } = world;
  const { calendar, rules } = knowledge;
  const seed = `${world.seed}/${date}`;
  const simulator = createSimulator({
    clock,
    market,
    listing,
    calendar,
    contractRules: rules,
    seed,
  });
  const { exchange, positions, brokerId } = simulator;
  const venue = createBacktestVenue({
    name: 'recorded prices',
    market,
    listing,
    clock,
    book: createPaperBook({ exchange, clock }),
    nextEventMs: () => exchange.nextEventMs(),
    positions: createPaperPositions({ positions, calendar, clock }),
  });
  return {
    knowledge,
    venue,
    underlyings: world.underlyings,
    seed: world.seed,
    day: calendar.day(date),
    mode: 'paper',
    account: ACCOUNT,
    brokerId,
    requests: 'at-once',
  } as const;
}

/** What a day left open, for people. */
function leftOpen(view: EngineView): readonly string[] {
  return view.positions
    .filter(({ netUnits }) => netUnits !== 0)
    .map(({ leg, contract, netUnits, lastPaise }) => {
      const price = lastPaise === null ? 'without a price' : `at ${formatPaise(lastPaise)}`;
      return `Left open: ${String(netUnits)} ${contract.symbol} (${leg}) ${price}`;
    });
}
