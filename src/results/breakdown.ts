import { weekday } from '../model/ist.ts';
import { type BacktestDay, type LegDay, type Money, type Trade } from './backtest-result.ts';
import { type Group, groupsBy, sumOfMoney } from './group.ts';

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

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Divides what days and trades came to. */
export function breakdownOf(days: readonly BacktestDay[], trades: readonly Trade[]): Breakdown {
  const mondayFirst = days.toSorted((one, other) => fromMonday(one) - fromMonday(other));
  const soonestFirst = trades.toSorted((one, other) => one.daysToExpiry - other.daysToExpiry);
  return {
    byWeekday: groupsBy(mondayFirst, ({ date }) => WEEKDAYS[weekday(date)] ?? ''),
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
      ...sumOfMoney(ofName),
    })),
  );
  return groupsBy(perDay, ({ name }) => name).toSorted((one, other) =>
    one.key < other.key ? -1 : 1,
  );
}
