import { type Money } from './backtest-result.ts';
import { type Outcomes, outcomesOf } from './outcomes.ts';

/** Days or trades that have something in common, and what they came to. */
export interface Group extends Money {
  /** What they have in common: `Tuesday`, `2024-03`, a name. */
  readonly key: string;
  readonly outcomes: Outcomes;
}

/** Groups of items by key, in the order in which the keys first came. */
export function groupsBy<Item extends Money>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Group[] {
  return [...Map.groupBy(items, keyOf)].map(([key, members]) => ({
    key,
    ...sumOfMoney(members),
    outcomes: outcomesOf(members.map(({ netPaise }) => netPaise)),
  }));
}

/** Sum of amounts of money. */
export function sumOfMoney(items: readonly Money[]): Money {
  const sum = (of: (item: Money) => number): number =>
    items.reduce((total, item) => total + of(item), 0);
  return {
    grossPaise: sum((item) => item.grossPaise),
    costsPaise: sum((item) => item.costsPaise),
    netPaise: sum((item) => item.netPaise),
  };
}
