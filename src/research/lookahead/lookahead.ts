import { yieldToMachine } from '../../adapters/system/machine-time.ts';
import { type BacktestOptions, type BacktestProgress } from '../../backtest/backtest-options.ts';
import { prepareBacktest } from '../../backtest/backtest.ts';
import { Account } from '../../backtest/reckoning/account.ts';
import { reckonDay } from '../../backtest/reckoning/reckon-day.ts';
import { tradedDay } from '../../backtest/trade-day.ts';
import { type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { createStrategyStores } from '../../day/strategy-stores.ts';
import { type EngineLimits } from '../../engine/engine-limits.ts';
import { weekInto } from '../../model/runs/week-so-far.ts';
import { nameRuns } from '../../loading/planned-run.ts';
import { type StrategyRead } from '../../results/backtest-result.ts';
import { checkDay, type CheckDayOptions, type CheckedDay } from './check-day.ts';
import { type LookaheadFinding, type LookaheadResult } from './lookahead-result.ts';

/** What is looked for a look ahead, over what. */
interface LookaheadOptions extends Pick<
  BacktestOptions,
  'strategies' | 'recorded' | 'prices' | 'from' | 'to' | 'seed' | 'calendar' | 'fills'
> {
  /** How often each day is cut, 1 or more. */
  readonly cuts: number;
  readonly limits?: Partial<EngineLimits>;
  /** What the strategies have read by themselves so far. @default not watched */
  readonly reads?: () => readonly StrategyRead[];
  /** Told of the prices of each course before it is run, for what strategies are fed besides. */
  readonly onCourse?: CheckDayOptions['onCourse'];
  readonly onProgress?: (progress: BacktestProgress) => void;
  /** Ends the search after the day under way. */
  readonly signal?: AbortSignal;
}

/**
 * Runs each day whole, then again with prices replaced after many moments: decisions before such a moment must be the
 * same. The first that is not ends the search.
 */
export async function lookahead(
  options: LookaheadOptions,
): Promise<Result<LookaheadResult, readonly Problem[]>> {
  const prepared = await prepareBacktest(options);
  if (!prepared.ok) return prepared;
  const { strategies, signal, onProgress, reads = () => [] } = options;
  const { days, prices, world } = prepared.value;
  const usual = { fills: {}, limits: {}, recorded: {}, onCourse: () => undefined };
  const given = { ...usual, ...options, prices, world, stores: createStrategyStores() };
  const notChecked: LookaheadResult['notChecked'][number][] = [];
  const checkedDays: CheckedDay[] = [];
  const account = new Account();
  let done = 0;
  for (const { date, verdict } of days) {
    if (signal?.aborted === true || foundIn(checkedDays) !== null) break;
    onProgress?.({ done, total: days.length, date });
    done += 1;
    if (verdict.kind !== 'run') {
      notChecked.push({ date, reason: verdict.reason });
      continue;
    }
    const carried = account.carriedInto(date);
    const week = weekInto(account.week, date);
    const checked = tryDay(() => checkDay({ ...given, date, carried, week }));
    await yieldToMachine();
    if (typeof checked === 'string') notChecked.push({ date, reason: checked });
    else {
      account.week = checked.week;
      // What it holds over night, the next day begins with.
      reckonDay(account, tradedDay(world, date, checked.fills));
      checkedDays.push(checked);
    }
  }
  const sum = (of: 'cuts' | 'decisions'): number =>
    checkedDays.reduce((total, checked) => total + checked[of], 0);
  return ok({
    schemaVersion: 1,
    strategies: nameRuns(strategies),
    prices: prices.sources,
    seed: world.seed,
    ...{ days: checkedDays.length, cuts: sum('cuts'), decisions: sum('decisions') },
    failures: checkedDays.flatMap(({ failures }) => failures),
    finding: foundIn(checkedDays),
    reads: reads(),
    notChecked,
    daysNotReached: days.length - done,
  });
}

/** A finding ends the search. */
function foundIn(checked: readonly CheckedDay[]): LookaheadFinding | null {
  return checked.at(-1)?.finding ?? null;
}

/** What a day showed, or why it could not be run. */
function tryDay(check: () => CheckedDay): CheckedDay | string {
  try {
    return check();
  } catch (error) {
    return `Stopped by a fault: ${String(error)}`;
  }
}
