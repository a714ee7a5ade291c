import { type FigureUnit } from '../figures.ts';
import {
  type RankName,
  type SampleFigures,
  type SweepVariant,
  type VariantDay,
} from './sweep-result.ts';

/** A figure by which variants are ranked. */
export interface Rank {
  readonly title: string;
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

/** What an order of variants goes by. */
export interface Ranked {
  readonly index: number;
  readonly figures: SampleFigures;
}

/** Negative where the first is the better one. */
export type Comparator<Item> = (one: Item, other: Item) => number;

/**
 * Best first: the best figure of a rank, those without one last; then the highest Sharpe ratio; then the highest net;
 * then the order of the variants, so that there is always one answer.
 */
export function bestFirst(rank: RankName): Comparator<Ranked> {
  return (one, other) =>
    descending(scoreOf(rank, one.figures), scoreOf(rank, other.figures)) ||
    descending(one.figures.sharpe, other.figures.sharpe) ||
    descending(one.figures.netPaise, other.figures.netPaise) ||
    one.index - other.index;
}

/** Variants for a table: whole ones first, those that failed on some day after those that did not; then the best first. */
export function wholeAndBestFirst(rank: RankName): Comparator<SweepVariant> {
  const order = bestFirst(rank);
  return (one, other) => {
    const done = Number(other.status === 'done') - Number(one.status === 'done');
    if (done !== 0) return done;
    const failed = Number(isFailing(one)) - Number(isFailing(other));
    if (failed !== 0) return failed;
    const [left, right] = [one.inSample, other.inSample];
    if (left === null || right === null) {
      return Number(left === null) - Number(right === null) || one.index - other.index;
    }
    return order({ index: one.index, figures: left }, { index: other.index, figures: right });
  };
}

/** Two without a figure are equal. */
function descending(one: number | null, other: number | null): number {
  if (one === other) return 0;
  return (other ?? -Infinity) - (one ?? -Infinity);
}

/** On how many of its days a variant's strategy failed, and why the first time; null when it never did. */
export function failedDaysText(days: readonly VariantDay[]): string | null {
  const failed = days.filter(({ failure }) => failure !== null);
  const [first] = failed;
  if (first === undefined) return null;
  const of = `${String(days.length)} ${days.length === 1 ? 'day' : 'days'}`;
  return `failed on ${String(failed.length)} of ${of}, first on ${first.date}: ${first.failure ?? ''}`;
}

/** Whether a variant's strategy failed on none of its days: only such a one can be best or go on. */
export function isUnfailing(days: readonly VariantDay[]): boolean {
  return days.every(({ failure }) => failure === null);
}

/** Whether the strategy of a variant that was judged failed on any day. */
export function isFailing({ whole }: Pick<SweepVariant, 'whole'>): boolean {
  return whole !== null && whole.daysFailed > 0;
}
