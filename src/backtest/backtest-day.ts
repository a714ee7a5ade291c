import { noticeOf } from '../notices/notice.ts';
import { weekInto } from '../model/runs/week-so-far.ts';
import { type BacktestDay, type DayNote, type IndexLine } from '../results/backtest-result.ts';
import { type DataDay } from './backtest-days.ts';
import { type BacktestOptions } from './backtest-options.ts';
import { dayNote } from './day-notes.ts';
import { emptyDay, indexPoints, PackedEquity, type RanDay } from './ran-day.ts';
import { type Account } from './reckoning/account.ts';
import { type LegHolding } from './reckoning/holding.ts';
import { reckonDay, type ReckonedDay } from './reckoning/reckon-day.ts';
import { type DayEvents, tradeDay, type TradeDayOptions, tradedDay } from './trade-day.ts';
import { notesOfWorthless } from './worthless-notes.ts';

/** What a day of a backtest is run with. */
export interface BacktestDayOptions extends Omit<
  TradeDayOptions,
  'date' | 'carried' | 'week' | 'witness'
> {
  /** What is carried from day to day. */
  readonly account: Account;
  /** Whether the day's money is all that is wanted of it; see `TradedDay`. @default false */
  readonly isBrief?: boolean | undefined;
  /** See `BacktestOptions`. */
  readonly witnessOf?: BacktestOptions['witnessOf'] | undefined;
}

/** Runs one day and reckons it, or says why it was not run. */
export function runBacktestDay(data: DataDay, options: BacktestDayOptions): RanDay {
  const { world, account, isBrief = false } = options;
  const { date, verdict } = data;
  const day = world.knowledge.calendar.day(date);
  if (verdict.kind !== 'run') {
    return emptyDay(data, day, { status: verdict.kind, reason: verdict.reason });
  }
  let events: DayEvents;
  try {
    const carried = account.carriedInto(date);
    const week = weekInto(account.week, date);
    events = tradeDay({ ...options, date, carried, week, witness: options.witnessOf?.(date) });
  } catch (error) {
    // Nothing of the day has entered the account yet, so that the others still add up.
    const reason = `Stopped by a fault: ${String(error)}`;
    return emptyDay(data, day, { status: 'failed', reason });
  }
  account.week = events.week;
  const reckoned = reckonDay(account, {
    ...tradedDay(world, date, events.fills),
    isBrief,
  });
  const { optimistic, pessimistic, turnoverPaise } = reckoned;
  const figures = shownDay(data, events, reckoned);
  const equity = new PackedEquity(reckoned.equity);
  const [first = ''] = world.underlyings;
  const traded = new Set(events.fills.map(({ contract }) => contract.underlying));
  const others = world.underlyings.filter((each) => each !== first && traded.has(each));
  const shown: BacktestDay = {
    ...figures,
    sessions: day.sessions,
    // These are made at every look: kept for years of days they would be most of the memory.
    get equity() {
      return equity.points();
    },
    get index() {
      return indexPoints(world.indexBars(first, date));
    },
  };
  if (others.length > 0) {
    const lineOf = (underlying: string): IndexLine => ({
      underlying,
      points: indexPoints(world.indexBars(underlying, date)),
    });
    Object.defineProperty(shown, 'otherIndexes', {
      enumerable: true,
      get: () => others.map(lineOf),
    });
  }
  return { day: shown, optimistic, pessimistic, turnoverPaise };
}

/** Notes that make a day one with problems. */
const PROBLEMS: ReadonlySet<DayNote['kind']> = new Set(['prices', 'strategy-failed', 'trouble']);

function shownDay(
  { date, bars, verdict }: DataDay,
  { fills, orders, notes, commandLogSha256 }: DayEvents,
  reckoned: ReckonedDay,
): Omit<BacktestDay, 'sessions' | 'equity' | 'index' | 'otherIndexes'> {
  const problem = verdict.kind === 'run' ? verdict.problem : null;
  const told = [
    ...(problem === null
      ? []
      : [dayNote('prices', noticeOf('prices-doubtful', null, { detail: problem }))]),
    ...notesOfWorthless(notes, new Set(reckoned.worthless)),
    ...reckoned.settledLate,
    ...reckoned.leftOpen.map(leftOpen),
  ];
  const reasons = told.filter(({ kind }) => PROBLEMS.has(kind)).map(({ message }) => message);
  const { grossPaise, costsPaise, netPaise, costs, legs, trades, marginPaiseMax } = reckoned;
  const worstFillsNetPaise = reckoned.pessimistic.netPaise;
  return {
    date,
    status: reasons.length === 0 ? 'ok' : 'ran-with-problems',
    ...(reasons.length === 0 ? {} : { reason: [...new Set(reasons)].join('; ') }),
    ...(told.length === 0 ? {} : { notes: told }),
    bars,
    orders,
    trades,
    grossPaise,
    costsPaise,
    netPaise,
    worstFillsNetPaise,
    costs,
    fills: fills.map(({ shown }) => shown),
    marginPaiseMax,
    legs,
    commandLogSha256,
  };
}

/** What was for the day only and is open at its end. */
function leftOpen({ of, netUnits, lastPaise }: LegHolding): DayNote {
  const { leg, contract } = of;
  const facts = { leg, symbol: contract.symbol, netUnits, lastPaise };
  return dayNote('trouble', noticeOf('left-open', null, facts));
}
