import { type SampleFigures } from './sweep-result.ts';

/** A figure by which variants are ranked. */
export interface Rank {
  /** What people call it. */
  readonly title: string;
  /** Higher is better; null where it is not defined. */
  readonly of: (figures: SampleFigures) => number | null;
}

/** Figures that variants can be ranked by, by the name that `--rank` takes. */
export const RANKS = {
  sharpe: { title: 'Sharpe ratio', of: ({ sharpe }) => sharpe },
  sortino: { title: 'Sortino ratio', of: ({ sortino }) => sortino },
  calmar: { title: 'Calmar ratio', of: ({ calmar }) => calmar },
  'profit-factor': { title: 'profit factor', of: ({ profitFactor }) => profitFactor },
  net: { title: 'net', of: ({ netPaise }) => netPaise },
  drawdown: { title: 'shallowest drawdown', of: ({ drawdownPaise }) => -drawdownPaise },
} as const satisfies Readonly<Record<string, Rank>>;

/** Name of a figure that variants can be ranked by. */
export type RankName = keyof typeof RANKS;

/** Every name, the usual one first. */
export const RANK_NAMES = Object.keys(RANKS) as readonly RankName[];

/** What the best is best by unless asked otherwise. */
export const USUAL_RANK: RankName = 'sharpe';
