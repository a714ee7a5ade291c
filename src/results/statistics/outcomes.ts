import { weekday, WEEKDAY_NAMES } from '../../model/time/ist.ts';
import { type BacktestDay, type LegDay, type Money, type Trade } from '../backtest-result.ts';
import { moneyOf } from '../backtest-totals.ts';

/** How a series of nets (of days, of trades) was won and lost. Amounts in paise, means to the nearest paisa. */
export interface Outcomes {
  readonly count: number;
  readonly wins: number;
  readonly losses: number;
  readonly flat: number;
  /** Wins among all, 0 to 1; null for none. */
  readonly hitRate: number | null;
  /** Sum of wins over sum of losses; null without a loss. */
  readonly profitFactor: number | null;
  /** Mean of all; null for none. */
  readonly expectancyPaise: number | null;
  readonly averageWinPaise: number | null;
  /** Below 0; null without a loss. */
  readonly averageLossPaise: number | null;
  /** Mean win over mean loss; null without a win or without a loss. */
  readonly payoffRatio: number | null;
  readonly largestWinPaise: number | null;
  /** Below 0; null without a loss. */
  readonly largestLossPaise: number | null;
  /** Most wins in a row. */
  readonly winStreak: number;
  /** Most losses in a row; a flat result ends the streak. */
  readonly lossStreak: number;
}

/** Outcomes of nets in the order in which they came. Formulas: `docs/results.md`. */
export function outcomesOf(netPaise: readonly number[]): Outcomes {
  const wins = netPaise.filter((net) => net > 0);
  const losses = netPaise.filter((net) => net < 0);
  const won = sum(wins);
  const lost = sum(losses);
  const hasBoth = wins.length > 0 && losses.length > 0;
  return {
    count: netPaise.length,
    wins: wins.length,
    losses: losses.length,
    flat: netPaise.length - wins.length - losses.length,
    hitRate: netPaise.length === 0 ? null : wins.length / netPaise.length,
    profitFactor: losses.length === 0 ? null : won / -lost,
    expectancyPaise: roundedMean(sum(netPaise), netPaise.length),
    averageWinPaise: roundedMean(won, wins.length),
    averageLossPaise: roundedMean(lost, losses.length),
    payoffRatio: hasBoth ? won / wins.length / (-lost / losses.length) : null,
    largestWinPaise: wins.length === 0 ? null : wins.reduce((most, net) => Math.max(most, net)),
    largestLossPaise:
      losses.length === 0 ? null : losses.reduce((most, net) => Math.min(most, net)),
    winStreak: longestRow(netPaise, (net) => net > 0),
    lossStreak: longestRow(netPaise, (net) => net < 0),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function longestRow(values: readonly number[], counts: (value: number) => boolean): number {
  let row = 0;
  let longest = 0;
  for (const value of values) {
    row = counts(value) ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  return longest;
}

/** Mean of whole paise, nearest paisa, halves away from zero; null for none. */
export function roundedMean(sumPaise: number, count: number): number | null {
  if (count === 0) return null;
  const size = Math.abs(sumPaise);
  const rest = size % count;
  const rounded = (size - rest) / count + (2 * rest >= count ? 1 : 0);
  return sumPaise < 0 && rounded > 0 ? -rounded : rounded;
}

/** Days or trades that have something in common, and what they came to. */
export interface Group extends Money {
  /** What they have in common: `Tuesday`, `2024-03`, a name. */
  readonly key: string;
  readonly outcomes: Outcomes;
}

/** Groups of items by key, in the order in which the keys first came. */
function groupsBy<Item extends Money>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Group[] {
  return [...Map.groupBy(items, keyOf)].map(([key, members]) => ({
    key,
    ...moneyOf(members),
    outcomes: outcomesOf(members.map(({ netPaise }) => netPaise)),
  }));
}

/** The same money, divided in several ways. Each division but `byDaysToExpiry` adds up to the net of the days. */
export interface Breakdown {
  /** Days by day of the week, Monday first; only those that occur. */
  readonly byWeekday: readonly Group[];
  /** Days by month, `2024-03`, in order of time. */
  readonly byMonth: readonly Group[];
  /** Trades by calendar days from entry to expiry, fewest first. */
  readonly byDaysToExpiry: readonly Group[];
  /** Days of each strategy, by name; only days on which it had a leg. */
  readonly byStrategy: readonly Group[];
  /** Days of each leg, `strategy / leg`, by name. */
  readonly byLeg: readonly Group[];
}

/** Divides what days and trades came to. */
export function breakdownOf(days: readonly BacktestDay[], trades: readonly Trade[]): Breakdown {
  const mondayFirst = days.toSorted((one, other) => fromMonday(one) - fromMonday(other));
  const soonestFirst = trades.toSorted((one, other) => one.daysToExpiry - other.daysToExpiry);
  return {
    byWeekday: groupsBy(mondayFirst, ({ date }) => WEEKDAY_NAMES[weekday(date)] ?? ''),
    byMonth: groupsBy(days, ({ date }) => date.slice(0, 7)),
    byDaysToExpiry: groupsBy(soonestFirst, ({ daysToExpiry }) => String(daysToExpiry)),
    byStrategy: byName(days, ({ strategy }) => strategy),
    byLeg: byName(days, ({ strategy, leg }) => `${strategy} / ${leg}`),
  };
}

function fromMonday({ date }: BacktestDay): number {
  return (weekday(date) + 6) % 7;
}

/** A day's legs of one name are one outcome: a leg that changed its contract at noon had one day, not two. */
function byName(days: readonly BacktestDay[], nameOf: (leg: LegDay) => string): readonly Group[] {
  const perDay = days.flatMap(({ legs }) =>
    [...Map.groupBy(legs, nameOf)].map(([name, ofName]): Money & { name: string } => ({
      name,
      ...moneyOf(ofName),
    })),
  );
  return groupsBy(perDay, ({ name }) => name).toSorted((one, other) =>
    one.key < other.key ? -1 : 1,
  );
}
