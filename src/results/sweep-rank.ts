import { type FigureUnit } from './figures.ts';
import { type RankName } from './rank-name.ts';
import { type SampleFigures } from './sweep-result.ts';

/** A figure by which variants are ranked. */
export interface Rank {
  /** What people call it. */
  readonly title: string;
  /** The same at the head of a column. */
  readonly head: string;
  readonly unit: Extract<FigureUnit, 'ratio' | 'paise'>;
  readonly best: 'highest' | 'lowest';
  /** As it is shown; null where it is not defined. */
  readonly of: (figures: SampleFigures) => number | null;
  /** Whether it divides by what was lost, and so is not defined where nothing was. */
  readonly isOverLosses: boolean;
  /** Whether tables of variants show it whatever the rank. */
  readonly isAlwaysShown: boolean;
  /** Whether it is a ratio of a year, which reports do not show of few days. */
  readonly isOfAYear: boolean;
}

const SHOWN = { isOverLosses: false, isAlwaysShown: true } as const;
const RATIO = { unit: 'ratio', best: 'highest', ...SHOWN, isOfAYear: true } as const;
const OVER_LOSSES = { ...RATIO, isOverLosses: true, isAlwaysShown: false } as const;
const MONEY = { unit: 'paise', ...SHOWN, isOfAYear: false } as const;

/** Figures that variants can be ranked by, by the name that `--rank` takes. */
export const RANKS = {
  sharpe: { title: 'Sharpe ratio', head: 'Sharpe', ...RATIO, of: ({ sharpe }) => sharpe },
  sortino: {
    title: 'Sortino ratio',
    head: 'Sortino',
    ...OVER_LOSSES,
    of: ({ sortino }) => sortino,
  },
  calmar: { title: 'Calmar ratio', head: 'Calmar', ...OVER_LOSSES, of: ({ calmar }) => calmar },
  'profit-factor': {
    ...{ title: 'profit factor of days', head: 'profit factor' },
    ...OVER_LOSSES,
    isOfAYear: false,
    of: ({ profitFactor }) => profitFactor,
  },
  net: { title: 'net', head: 'net', ...MONEY, best: 'highest', of: ({ netPaise }) => netPaise },
  drawdown: {
    ...{ title: 'drawdown', head: 'drawdown' },
    ...MONEY,
    best: 'lowest',
    // What never traded never fell: that is no merit.
    of: ({ drawdownPaise, trades }) => (trades === 0 ? null : drawdownPaise),
  },
} as const satisfies Readonly<Record<RankName, Rank>>;

/**
 * A rank's figure turned so that higher is better; null where it is not defined. What gained and lost nothing is above all
 * that lost: its ratio is not defined, and yet no other is better.
 */
export function scoreOf(name: RankName, figures: SampleFigures): number | null {
  const { of, best, isOverLosses }: Rank = RANKS[name];
  const value = of(figures);
  if (value === null) return isOverLosses && (figures.netPaise ?? 0) > 0 ? Infinity : null;
  return best === 'highest' ? value : 0 - value;
}
