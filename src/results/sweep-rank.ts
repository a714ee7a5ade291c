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
  /** Whether tables of variants show it whatever the rank. */
  readonly isAlwaysShown: boolean;
}

const RATIO = { unit: 'ratio', best: 'highest' } as const;

/** Figures that variants can be ranked by, by the name that `--rank` takes. */
export const RANKS = {
  sharpe: {
    ...RATIO,
    ...{ title: 'Sharpe ratio', head: 'Sharpe', of: ({ sharpe }) => sharpe, isAlwaysShown: true },
  },
  sortino: {
    ...RATIO,
    ...{ title: 'Sortino ratio', head: 'Sortino', of: ({ sortino }) => sortino },
    isAlwaysShown: false,
  },
  calmar: {
    ...RATIO,
    ...{ title: 'Calmar ratio', head: 'Calmar', of: ({ calmar }) => calmar, isAlwaysShown: false },
  },
  'profit-factor': {
    ...RATIO,
    ...{ title: 'profit factor of days', head: 'profit factor' },
    of: ({ profitFactor }) => profitFactor,
    isAlwaysShown: false,
  },
  net: {
    ...{ title: 'net', head: 'net', unit: 'paise', best: 'highest' },
    of: ({ netPaise }) => netPaise,
    isAlwaysShown: true,
  },
  drawdown: {
    ...{ title: 'drawdown', head: 'drawdown', unit: 'paise', best: 'lowest' },
    of: ({ drawdownPaise }) => drawdownPaise,
    isAlwaysShown: true,
  },
} as const satisfies Readonly<Record<RankName, Rank>>;

/** A rank's figure turned so that higher is better; null where it is not defined. */
export function scoreOf(name: RankName, figures: SampleFigures): number | null {
  const { of, best }: Rank = RANKS[name];
  const value = of(figures);
  return value === null || best === 'highest' ? value : 0 - value;
}
