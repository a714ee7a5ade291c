import { counted } from '../base/counted.ts';
import { formatPaise } from '../model/money/money.ts';
import { type Performance } from './performance.ts';

/** What a figure counts: how it is written and read. `share` is 0 to 1 for nothing to all, and may lie outside. */
export type FigureUnit = 'paise' | 'share' | 'ratio' | 'days' | 'count';

/** One number of a performance with a name for programs and a label for people. */
export interface Figure {
  readonly name: string;
  readonly label: string;
  readonly unit: FigureUnit;
  /** Null where it is not defined. */
  readonly value: number | null;
}

/** The numbers of a performance worth a line each, most asked for first. */
export function figuresOf(performance: Performance): readonly Figure[] {
  return FIGURES.map(([name, label, unit, read]) => ({
    ...{ name, label, unit },
    value: read(performance),
  }));
}

type Reader = (performance: Performance) => number | null;

const FIGURES: readonly (readonly [string, string, FigureUnit, Reader])[] = [
  ['days', 'days that ran', 'count', (of) => of.days],
  ['gross', 'gross', 'paise', (of) => of.grossPaise],
  ['costs', 'costs', 'paise', (of) => of.costsPaise],
  ['net', 'net', 'paise', (of) => of.netPaise],
  ['returnOnCapital', 'return on capital', 'share', (of) => of.returnOnCapital],
  ['annualReturn', 'return a year', 'share', (of) => of.annualReturn],
  ['volatility', 'volatility a year', 'share', (of) => of.volatility],
  ['sharpe', 'Sharpe ratio', 'ratio', (of) => of.sharpe],
  ['probabilisticSharpe', 'chance that it is above 0', 'share', (of) => of.probabilisticSharpe],
  ['sortino', 'Sortino ratio', 'ratio', (of) => of.sortino],
  ['calmar', 'Calmar ratio', 'ratio', (of) => of.calmar],
  ['skewness', 'skewness of days', 'ratio', (of) => of.skewness],
  ['kurtosis', 'kurtosis of days', 'ratio', (of) => of.kurtosis],
  ['drawdown', 'max drawdown', 'paise', (of) => of.drawdown?.depthPaise ?? null],
  ['drawdownOfPeak', 'of its peak', 'share', (of) => of.drawdown?.depthOfPeak ?? null],
  ['drawdownDays', 'from peak to recovery', 'days', (of) => of.drawdown?.days ?? null],
  ['drawdownIntraday', 'max intraday', 'paise', (of) => of.drawdownIntraday?.depthPaise ?? null],
  ['timeInDrawdown', 'days in drawdown', 'share', (of) => of.timeInDrawdown],
  ['exposure', 'time with a position', 'share', (of) => of.exposure],
  ['turnover', 'turnover', 'paise', (of) => of.turnoverPaise],
  ['costsOfTurnover', 'costs of turnover', 'share', (of) => of.costsOfTurnover],
  ['hitRateOfDays', 'days won', 'share', (of) => of.ofDays.hitRate],
  ['profitFactorOfDays', 'profit factor of days', 'ratio', (of) => of.ofDays.profitFactor],
  ['winStreakOfDays', 'days won in a row', 'count', (of) => of.ofDays.winStreak],
  ['lossStreakOfDays', 'days lost in a row', 'count', (of) => of.ofDays.lossStreak],
  ['trades', 'trades', 'count', (of) => of.ofTrades.count],
  ['hitRate', 'trades won', 'share', (of) => of.ofTrades.hitRate],
  ['profitFactor', 'profit factor', 'ratio', (of) => of.ofTrades.profitFactor],
  ['expectancy', 'expectancy of a trade', 'paise', (of) => of.ofTrades.expectancyPaise],
  ['averageWin', 'average win', 'paise', (of) => of.ofTrades.averageWinPaise],
  ['averageLoss', 'average loss', 'paise', (of) => of.ofTrades.averageLossPaise],
  ['payoffRatio', 'average win over loss', 'ratio', (of) => of.ofTrades.payoffRatio],
  ['largestWin', 'largest win', 'paise', (of) => of.ofTrades.largestWinPaise],
  ['largestLoss', 'largest loss', 'paise', (of) => of.ofTrades.largestLossPaise],
  ['lossStreak', 'trades lost in a row', 'count', (of) => of.ofTrades.lossStreak],
  ['averageMae', 'average MAE of a trade', 'paise', (of) => of.excursions.averageMaePaise],
  ['averageMfe', 'average MFE of a trade', 'paise', (of) => of.excursions.averageMfePaise],
];

/** A figure for people: `₹1,200.00`, `12.50 %`, `1.84`, `3 days`; a dash where it is not defined. */
export function figureText({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  if (value === null) return '–';
  switch (unit) {
    case 'paise':
      return formatPaise(value);
    case 'share':
      return `${decimals(value * 100)} %`;
    case 'ratio':
      return decimals(value);
    case 'days':
      return counted(value, 'day');
    case 'count':
      return String(value);
  }
}

/** Two decimals, and no `-0.00`. */
function decimals(value: number): string {
  const text = value.toFixed(2);
  return Number(text) === 0 ? '0.00' : text;
}
