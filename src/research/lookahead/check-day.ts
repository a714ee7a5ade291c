import { type BacktestWorld, createBacktestWorld } from '../../backtest/backtest-world.ts';
import { type DayFill } from '../../backtest/reckoning/day-fill.ts';
import { type DayEvents, type TradeDayOptions } from '../../backtest/trade-day.ts';
import { createStrategyStores, type StrategyStores } from '../../day/strategy-stores.ts';
import { nameRuns } from '../../loading/planned-run.ts';
import { type RecordedPrices } from '../../market/price-files/recorded-prices.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { cutInstants, cutPrices, REPLACEMENTS } from './cut-prices.ts';
import { type Decision, decisionsOfDay, firstDifference } from './first-difference.ts';
import { type LookaheadFinding, type StrategyFailure } from './lookahead-result.ts';

/** A day that is to be held against itself. */
export interface CheckDayOptions extends Omit<TradeDayOptions, 'file'> {
  readonly date: IstDate;
  readonly prices: RecordedPrices;
  readonly cuts: number;
  readonly onCourse: (prices: RecordedPrices) => void;
}

/** What a day showed. */
export interface CheckedDay {
  readonly cuts: number;
  readonly decisions: number;
  /** Of the whole course. */
  readonly fills: readonly DayFill[];
  readonly week: DayEvents['week'];
  readonly finding: LookaheadFinding | null;
  /** Strategies that failed: from then on nothing of theirs was tried. */
  readonly failures: readonly StrategyFailure[];
}

/** Runs a day whole, once more whole, then cut at many moments. `stores` are left as the first course left them. */
export function checkDay(options: CheckDayOptions): CheckedDay {
  const { date, world, stores, strategies } = options;
  const names = nameRuns(strategies);
  const before = copied(stores, names);
  const again = (cut: Pick<TradeDayOptions, 'world'> & { readonly untilMs?: number }) =>
    decisionsOfDay({ ...options, ...cut, stores: copied(before, names) }).decisions;
  options.onCourse(options.prices);
  const { decisions: whole, fills, week, failures: notes } = decisionsOfDay(options);
  const decisions = whole.length;
  const failures = notes.map(({ strategy, atMs, message }) => ({ date, strategy, atMs, message }));
  const course = { decisions, fills, week, failures };
  const repeated = firstDifference(whole, again({ world }), Infinity);
  if (repeated !== null) {
    return { ...course, cuts: 0, finding: { kind: 'not-repeatable', date, ...repeated } };
  }
  return { ...course, ...cutDay(options, whole, again) };
}

function cutDay(
  { date, world, prices, cuts, onCourse }: CheckDayOptions,
  whole: readonly Decision[],
  again: (course: { world: BacktestWorld; untilMs: number }) => readonly Decision[],
): Pick<CheckedDay, 'cuts' | 'finding'> {
  const { knowledge, seed } = world;
  const { sessions } = knowledge.calendar.day(date);
  const decidedAtMs = whole.map(({ atMs }) => atMs);
  const instants = cutInstants({ sessions, decidedAtMs, count: cuts });
  for (const [place, atMs] of instants.entries()) {
    const replacement = REPLACEMENTS[place % REPLACEMENTS.length] ?? 'reversed';
    const cut = { date, atMs, replacement };
    const known = cutPrices(prices, cut);
    onCourse(known);
    const cutWorld = createBacktestWorld({ knowledge, seed, prices: known });
    const parted = firstDifference(whole, again({ world: cutWorld, untilMs: atMs }), atMs);
    if (parted === null) continue;
    const finding = {
      kind: 'saw-the-future',
      date,
      cutAtMs: atMs,
      replacement,
      ...parted,
    } as const;
    return { cuts: place + 1, finding };
  }
  return { cuts: instants.length, finding: null };
}

function copied(stores: StrategyStores, names: readonly string[]): StrategyStores {
  const copy = createStrategyStores();
  for (const name of names) {
    for (const [key, value] of Object.entries(stores.of(name))) copy.put(name, { key, value });
  }
  return copy;
}
