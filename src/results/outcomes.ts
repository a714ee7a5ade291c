import { roundedMean } from './rounded-mean.ts';

/** How a series of nets (of days, of trades) was won and lost. Amounts in paise, means to the nearest paisa. */
export interface Outcomes {
  readonly count: number;
  readonly wins: number;
  readonly losses: number;
  /** Those that came to nothing. */
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
  /** Most losses in a row; what came to nothing ends a row. */
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
