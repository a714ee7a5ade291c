import { type Excursion, type Trade } from '../backtest-result.ts';
import { roundedMean } from './outcomes.ts';

/** A trade of which it is known how far it went either way. */
export type SeenTrade = Trade & Required<Pick<Trade, 'mae' | 'mfe'>>;

/** How far trades went against their entries and in their favour before they ended; amounts in paise, before costs. */
export interface Excursions {
  readonly count: number;
  /** Mean of `mae.grossPaise`, at most 0; null where no trade tells it. */
  readonly averageMaePaise: number | null;
  /** Mean of `mfe.grossPaise`, at least 0; null where no trade tells it. */
  readonly averageMfePaise: number | null;
  /** Mean MAE of trades that won after costs: what had to be sat through. Null without one. */
  readonly maeOfWinsPaise: number | null;
  /** Mean MFE of trades that lost after costs: what was there and was given back. Null without one. */
  readonly mfeOfLossesPaise: number | null;
  /** At most five, deepest MAE in rupees first; none that never was below its entry. */
  readonly deepest: readonly SeenTrade[];
}

const LISTED_MAX = 5;

/** Sums up how far trades went either way. Trades of older results, which do not tell it, are left out. */
export function excursionsOf(trades: readonly Trade[]): Excursions {
  const seen = trades.filter((trade): trade is SeenTrade => {
    return trade.mae !== undefined && trade.mfe !== undefined;
  });
  const won = seen.filter(({ netPaise }) => netPaise > 0);
  const lost = seen.filter(({ netPaise }) => netPaise < 0);
  return {
    count: seen.length,
    averageMaePaise: mean(seen.map(({ mae }) => mae)),
    averageMfePaise: mean(seen.map(({ mfe }) => mfe)),
    maeOfWinsPaise: mean(won.map(({ mae }) => mae)),
    mfeOfLossesPaise: mean(lost.map(({ mfe }) => mfe)),
    deepest: seen
      .filter(({ mae }) => mae.grossPaise < 0)
      .toSorted((one, other) => one.mae.grossPaise - other.mae.grossPaise)
      .slice(0, LISTED_MAX),
  };
}

function mean(all: readonly Excursion[]): number | null {
  const sum = all.reduce((total, { grossPaise }) => total + grossPaise, 0);
  return roundedMean(sum, all.length);
}
