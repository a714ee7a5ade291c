import { seededRandom } from '../../../src/base/random.ts';
import { NO_COSTS } from '../../../src/model/money/costs.ts';
import { addDays, type IstDate, weekday } from '../../../src/model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestFill,
  type BacktestResult,
  type Money,
} from '../../../src/results/backtest-result.ts';
import { daysRun, moneyThatRan, NO_MONEY, totalsOf } from '../../../src/results/backtest-totals.ts';
import { benchmarkOf } from '../../../src/results/statistics/benchmark.ts';
import { yearsOf } from '../../../src/results/statistics/over-time.ts';
import { aDay, type MadeDay, sessionOf } from './a-day.ts';

/** What a made-up result may differ in; anything else may be overridden as it is. */
export interface ResultChoice extends Partial<BacktestResult> {
  /** Weekdays from `from` on. @default 160 */
  readonly dates?: number;
  /** @default '2024-01-01' */
  readonly from?: IstDate;
  /** @default 'short-straddle' */
  readonly strategy?: string;
}

/** Days that are not as they should be, by their place among the dates. */
const ODD_DAYS: Readonly<Record<number, readonly [BacktestDay['status'], string]>> = {
  18: ['missing', 'Trading day without a row'],
  46: ['ran-with-problems', 'line 17,251: row out of order'],
  60: ['skipped', 'No session is known for the day'],
  97: ['failed', 'The strategy did not settle within 10,000 turns'],
};

/** A result of a short straddle over made-up days: the same for the same choice, and its sums agree. */
export function aResult(choice: ResultChoice = {}): BacktestResult {
  const { dates = 160, from = '2024-01-01', strategy = 'short-straddle', ...overrides } = choice;
  const random = seededRandom(overrides.seed ?? 'sample');
  const made: MadeDay[] = [];
  let openPaise = 2_172_700;
  let date = from;
  while (made.length < dates) {
    if (weekday(date) >= 1 && weekday(date) <= 5) {
      const whole = aDay({ date, openPaise, random: random.fork(date), strategy });
      made.push(oddDay(whole, made.length));
      openPaise = Math.round(whole.closePaise * (1 + random.normal() * 0.003));
    }
    date = addDays(date, 1);
  }
  const days = made.map(({ day }) => day);
  const whole = { ...frame(strategy), ...sums(made), days };
  return { ...whole, ...besides(whole), ...overrides };
}

function oddDay(made: MadeDay, place: number): MadeDay {
  const odd = ODD_DAYS[place];
  if (odd === undefined) return made;
  const [status, reason] = odd;
  if (status === 'ran-with-problems') return { ...made, day: { ...made.day, status, reason } };
  const { date, commandLogSha256 } = made.day;
  const nothing = { bars: 0, orders: 0, trades: 0, marginPaiseMax: 0, ...NO_MONEY };
  const empty = { fills: [], equity: [], index: [], legs: [], costs: NO_COSTS };
  const sessions = sessionOf(date);
  const day: BacktestDay = {
    date,
    status,
    reason,
    sessions,
    ...nothing,
    ...empty,
    commandLogSha256,
  };
  return { day, trades: [], turnoverPaise: 0, closePaise: made.closePaise };
}

function besides({
  days,
  capitalPaise,
}: Pick<BacktestResult, 'days' | 'capitalPaise'>): Pick<BacktestResult, 'years' | 'benchmarks'> {
  const run = daysRun({ days });
  const index = run.map((day) => ({
    date: day.date,
    openPaise: day.index[0]?.closePaise ?? null,
    closePaise: day.index.at(-1)?.closePaise ?? null,
  }));
  const benchmark = benchmarkOf({ underlying: 'NIFTY', days: index }, capitalPaise);
  return { years: yearsOf(run), benchmarks: [benchmark] };
}

function sums(made: readonly MadeDay[]): Pick<BacktestResult, 'trades' | 'totals' | 'scenarios'> & {
  readonly sensitivity: BacktestResult['sensitivity'];
} {
  const trades = made
    .flatMap(({ trades: ofDay }) => ofDay)
    .toSorted((left, right) => (left.closedAtMs ?? 0) - (right.closedAtMs ?? 0));
  const totals = totalsOf(
    made.map(({ day }) => day),
    made.reduce((total, { turnoverPaise }) => total + turnoverPaise, 0),
  );
  const { grossPaise, costsPaise, netPaise } = moneyThatRan(totals) ?? NO_MONEY;
  const fills = made.flatMap(({ day }) => day.fills);
  const gain = (of: (fill: BacktestFill) => number): number =>
    fills.reduce((sum, fill) => sum + Math.abs(of(fill) - fill.pricePaise) * fill.units, 0);
  const moved = (paise: number): Money => ({
    ...{ grossPaise: grossPaise + paise, costsPaise, netPaise: netPaise + paise },
  });
  return {
    trades,
    totals,
    scenarios: {
      optimistic: moved(gain(({ bestPaise }) => bestPaise)),
      default: moved(0),
      pessimistic: moved(-gain(({ worstPaise }) => worstPaise)),
    },
    sensitivity: [
      { name: 'one-minute-later', trades: totals.trades, ...moved(-10_725 * totals.daysRun) },
      { name: 'one-tick-worse', trades: totals.trades, ...moved(-250 * fills.length) },
    ],
  };
}

function frame(
  strategy: string,
): Omit<BacktestResult, 'days' | 'trades' | 'totals' | 'scenarios' | 'sensitivity'> {
  const source = 'prices/nifty-2024.csv';
  return {
    schemaVersion: 2,
    strategies: [
      {
        name: strategy,
        sourceHash: '5f0c'.repeat(16),
        params: { underlying: 'NIFTY', entry: '09:20', stopPercent: 30, exit: '15:10', lots: 1 },
      },
    ],
    underlyings: ['NIFTY'],
    prices: [
      { source, sha256: 'a3c9'.repeat(16), underlyings: ['NIFTY'], contracts: 0, rows: 58_127 },
    ],
    seed: 'sample',
    capitalPaise: 25_000_000,
    assumptions: [
      'Option prices are modelled from the index: Black-76, volatility 13.5 % with a smile, ticks of 5 paise',
      'worse-side-of-bar: an order fills at the worse side of the minute in which it could first trade',
      'stop-gapped: a stop that is passed between two minutes fills where the next minute opens',
      'Orders reach the exchange 120 to 400 ms after the decision',
    ],
    problems: [
      {
        file: source,
        line: 17_251,
        date: '2024-03-05',
        kind: 'out-of-order',
        detail: 'Row of 10:41 after the row of 10:42; put in its place',
      },
    ],
    problemCounts: { 'out-of-order': 1 },
    daysNotReached: 0,
  };
}
