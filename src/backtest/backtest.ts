import { yieldToMachine } from '../adapters/system/machine-time.ts';
import { takeRejections } from '../adapters/system/uncaught.ts';
import { defined } from '../base/json.ts';
import { type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { openLogFile } from '../day/command-log.ts';
import { createStrategyStores } from '../day/strategy-stores.ts';
import { lineOfPromise } from '../host/globals/promises.ts';
import { describeStrategyFailure } from '../host/strategy-failure.ts';
import { WorldViolation } from '../host/world.ts';
import { nameRuns } from '../loading/planned-run.ts';
import { loadPrices } from '../loading/prices/load-prices.ts';
import { type PricingModel } from '../market/option-pricing/pricing-model.ts';
import { problemsWithin } from '../market/price-files/recorded-prices.ts';
import { type BacktestDay, type BacktestResult, type DayNote } from '../results/backtest-result.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { runBacktestDay } from './backtest-day.ts';
import { daysOf } from './backtest-days.ts';
import {
  type BacktestOptions,
  type BacktestRunOptions,
  type PreparedBacktest,
} from './backtest-options.ts';
import { noDays, noValues, refusalsOf, unusableFiles } from './backtest-refusals.ts';
import { type BacktestWorld, createBacktestWorld } from './backtest-world.ts';
import { noSourceValues } from './play-recorded-sources.ts';
import { type RanDay } from './ran-day.ts';
import { Account } from './reckoning/account.ts';
import {
  BAND_RUNS,
  decidedLater,
  SENSITIVITY_RUNS,
  sensitivityOf,
  volatilityBandOf,
} from './reruns.ts';
import { resultOf } from './result-of.ts';

export {
  type BacktestOptions,
  type BacktestProgress,
  type BacktestRunOptions,
  type PreparedBacktest,
} from './backtest-options.ts';

/** Runs strategies over every trading day of files of prices, in virtual time. No day is dropped without a word. */
export async function backtest(
  options: BacktestOptions,
): Promise<Result<BacktestResult, readonly Problem[]>> {
  const isRunAgain = options.isBandAsked === true || options.isSensitivityAsked === true;
  const prepared = await prepareBacktest({ ...options, isRunAgain });
  if (!prepared.ok) return prepared;
  return ok(await runAll(prepared.value, options));
}

/** Runs the days, and again as often as was asked for. */
async function runAll(
  prepared: PreparedBacktest,
  { logPath, onLogTrouble, onProgress, witnessOf, ...options }: BacktestOptions,
): Promise<BacktestResult> {
  const { isSensitivityAsked = false, isBandAsked = false } = options;
  const sensitivityRuns = isSensitivityAsked ? SENSITIVITY_RUNS : 0;
  const courses = 1 + sensitivityRuns + (isBandAsked ? BAND_RUNS : 0);
  const course = (place: number): Pick<BacktestRunOptions, 'onProgress'> => ({
    onProgress: ({ done, total, date }) =>
      onProgress?.({ done: place * total + done, total: courses * total, date }),
  });
  const log = logPath === undefined ? {} : { logPath, onLogTrouble };
  const first = { ...log, ...defined({ witnessOf }), ...course(0) };
  const result = await runBacktest(prepared, { ...options, ...first });
  const sensitivity = isSensitivityAsked
    ? await sensitivityOf(options.fills ?? {}, (fills, place) =>
        runBacktest(prepared, { ...options, ...course(place + 1), fills, isBrief: true }),
      )
    : null;
  const volatilityBand = isBandAsked
    ? await volatilityBandOf(result, (volatilityScale, place) => {
        const { listing } = prepared.world;
        const pricing = { ...options.pricing, volatilityScale };
        const world = worldOf(prepared.prices, { ...options, listing }, pricing);
        const at = course(place + 1 + sensitivityRuns);
        return runBacktest({ ...prepared, world }, { ...options, ...at, isBrief: true });
      })
    : undefined;
  return { ...result, sensitivity, ...(volatilityBand === undefined ? {} : { volatilityBand }) };
}

interface WorldOptions extends Pick<BacktestOptions, 'seed' | 'calendar'> {
  /** Whether its days are to be run several times. @default false */
  readonly isRunAgain?: boolean;
  /** What the days list, where it is known. */
  readonly listing?: BacktestWorld['listing'] | undefined;
}

/** The market of prices that were read, with other parameters of the modelled ones. */
export function worldOf(
  prices: PreparedBacktest['prices'],
  { seed = 'sauda', calendar, isRunAgain, listing }: WorldOptions,
  pricing: Partial<PricingModel> = {},
): PreparedBacktest['world'] {
  const knowledge = loadMarketKnowledge(calendar);
  return createBacktestWorld({ knowledge, prices, seed, pricing, isRunAgain, listing });
}

/** Reads the prices of a backtest and says which days are to be run. */
export async function prepareBacktest(
  options: Pick<
    BacktestOptions,
    'prices' | 'from' | 'to' | 'seed' | 'calendar' | 'strategies' | 'pricing' | 'recorded'
  > &
    Pick<WorldOptions, 'isRunAgain'>,
): Promise<Result<PreparedBacktest, readonly Problem[]>> {
  const knowledge = loadMarketKnowledge(options.calendar);
  const read = await loadPrices(options.prices, knowledge);
  if (!read.ok) return read;
  const prices = read.value;
  const refused = refusalsOf(options, Object.keys(prices.indexes));
  if (refused.length > 0) return fail(refused);
  const days = daysOf(prices, { ...options, ...knowledge });
  if (days.every(({ verdict }) => verdict.kind !== 'run')) {
    return noDays(prices, days, { ...options, calendar: knowledge.calendar });
  }
  const unusable = unusableFiles(prices);
  if (unusable.length > 0) return fail(unusable);
  const unvalued = [
    ...noValues(prices, days, knowledge.calendar),
    ...noSourceValues(options.recorded, days, knowledge.calendar),
  ];
  if (unvalued.length > 0) return fail(unvalued);
  const world = worldOf(prices, options, options.pricing);
  return ok({ prices: { ...prices, ...problemsWithin(prices, options) }, days, world });
}

/** Runs strategies over days that were prepared; they can be run again. */
export async function runBacktest(
  prepared: PreparedBacktest,
  options: BacktestRunOptions,
): Promise<BacktestResult> {
  const { days, world } = prepared;
  const { signal, fills = {}, limits = {}, recorded, isBrief, witnessOf } = options;
  const strategies = decidedLater(options.strategies, fills.decidedLaterMs ?? 0);
  const shared = { world, fills, limits, recorded, isBrief, witnessOf };
  const stores = createStrategyStores();
  const account = new Account();
  const ran: RanDay[] = [];
  const file = openLogFile(options.logPath);
  const stray = new StrayRejections(nameRuns(strategies));
  try {
    for (const day of days) {
      options.onProgress?.({ done: ran.length, total: days.length, date: day.date });
      if (signal?.aborted === true) break;
      const done = runBacktestDay(day, { ...shared, account, strategies, stores, file });
      await yieldToMachine();
      ran.push(stray.notedOn(done));
    }
  } finally {
    stray.close();
    file.close();
  }
  const trouble = file.trouble();
  if (trouble !== null) options.onLogTrouble?.(trouble);
  return resultOf(prepared, options, { ran, trades: account.trades() });
}

/**
 * Rejected promises of strategies that nobody handles. Instead of ending the process they are failures of the day after
 * which they came to light: nothing but strategies makes promises while days are run.
 */
class StrayRejections {
  readonly #notes: DayNote[] = [];
  readonly #stop: () => void;

  /** From now on until `close`. A strategy that runs alone is named. */
  constructor(strategies: readonly string[]) {
    const [only = null, ...others] = strategies;
    const strategy = others.length === 0 ? only : null;
    this.#stop = takeRejections(({ reason, promise }) => {
      // Its run has failed for it already, and has said so.
      if (reason instanceof WorldViolation) return;
      const message = `The strategy failed: a promise was rejected and not handled: ${describeStrategyFailure(reason, lineOfPromise(promise))}`;
      this.#notes.push({ kind: 'strategy-failed', strategy, atMs: null, message, times: 1 });
    });
  }

  notedOn(ran: RanDay): RanDay {
    const notes = this.#notes.splice(0);
    if (notes.length === 0) return ran;
    return { ...ran, day: withNotes(ran.day, notes) };
  }

  close(): void {
    this.#stop();
  }
}

function withNotes(day: BacktestDay, notes: readonly DayNote[]): BacktestDay {
  const { status, reason, notes: before = [] } = day;
  const told = notes.map(({ message }) => message);
  return {
    ...day,
    status: status === 'ok' ? 'ran-with-problems' : status,
    reason: [...(reason === undefined ? [] : [reason]), ...told].join('; '),
    notes: [...before, ...notes],
  };
}
