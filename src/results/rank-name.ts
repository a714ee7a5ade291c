/** Names of the figures that variants can be ranked by, as `--rank` takes them; the usual one first. */
export const RANK_NAMES = [
  'sharpe',
  'sortino',
  'calmar',
  'profit-factor',
  'net',
  'drawdown',
] as const;

/** Name of a figure that variants can be ranked by. */
export type RankName = (typeof RANK_NAMES)[number];

/** What the best is best by unless asked otherwise. */
export const USUAL_RANK: RankName = 'sharpe';
