import { formatPaise } from '../../../model/money/money.ts';
import { istClock, istDate } from '../../../model/time/ist.ts';
import { figureText } from '../../../results/figures.ts';
import { type Performance } from '../../../results/performance.ts';
import { type Drawdown, type IntradayDrawdown } from '../../../results/statistics/drawdowns.ts';
import { RATIO_DAYS_MIN } from '../../../results/statistics/of-few-days.ts';
import { type Group, type Outcomes } from '../../../results/statistics/outcomes.ts';
import { type Cell, type Line, profit, signedPaise, span, tableLines } from '../view/span.ts';
import { yearLines } from './over-time-lines.ts';
import { deepestLines, excursionsText } from './trade-lines.ts';

/** Statistics of a result for people: what they assume, the ratios, and the net divided in several ways. */
export function performanceLines(performance: Performance): readonly Line[] {
  const { byWeekday, byDaysToExpiry, byMonth, byStrategy, byLeg } = performance;
  if (performance.days === 0) return [];
  return [
    [span('Statistics', 'bold'), span(`  ${assumedText(performance)}`, 'dim')],
    ...tableLines(
      [],
      rowsOf(performance).map(([label, text]) => [`  ${label}`, text]),
    ),
    ...groupLines('By weekday', 'days', byWeekday),
    ...groupLines('By days to expiry', 'trades', byDaysToExpiry),
    ...groupLines('By month', 'days', byMonth),
    ...yearLines(performance.years),
    ...(byStrategy.length > 1 ? groupLines('By strategy', 'days', byStrategy) : []),
    ...groupLines('By leg', 'days', byLeg),
    ...deepestLines(performance.excursions),
    ...worstLines(performance),
  ];
}

function assumedText({ capitalPaise, tradingDaysAYear, riskFreeRate }: Performance): string {
  const without = riskFreeRate === 0 ? '' : `, risk-free rate ${share(riskFreeRate)} a year`;
  const year = `${String(tradingDaysAYear)} days a year`;
  return `after costs, on a capital of ${formatPaise(capitalPaise)}, not compounded, ${year}${without}`;
}

function rowsOf(of: Performance): readonly (readonly [string, string])[] {
  const { drawdown, drawdownIntraday, openTrades } = of;
  const open = openTrades === 0 ? '' : `; ${String(openTrades)} open, at the last known price`;
  return [
    ...ratioRows(of),
    ['drawdown', drawdown === null ? 'none' : drawdownText(drawdown)],
    ['  intraday', drawdownIntraday === null ? 'none' : intradayText(drawdownIntraday)],
    ['  time in it', `${share(of.timeInDrawdown)} of days`],
    ['exposure', `${share(of.exposure)} of session time`],
    [
      'turnover',
      `${formatPaise(of.turnoverPaise)}, ${paise(of.turnoverPerDayPaise)} a day; costs are ${share(of.costsOfTurnover)} of it`,
    ],
    ['days', outcomesText(of.ofDays)],
    ['trades', `${outcomesText(of.ofTrades)}${open}`],
    ['MAE, MFE', excursionsText(of.excursions)],
  ];
}

function ratioRows(of: Performance): readonly (readonly [string, string])[] {
  if (of.days < RATIO_DAYS_MIN) {
    return [
      ['return', share(of.returnOnCapital)],
      ['ratios, a year', `need ${String(RATIO_DAYS_MIN)} days; ${String(of.days)} ran`],
    ];
  }
  const chance = `${share(of.probabilisticSharpe)} chance that it is above 0`;
  return [
    [
      'return',
      `${share(of.returnOnCapital)}; ${share(of.annualReturn)} a year, volatility ${share(of.volatility)}`,
    ],
    [
      'Sharpe',
      `${ratio(of.sharpe)} (${chance}); skewness ${ratio(of.skewness)}, kurtosis ${ratio(of.kurtosis)}`,
    ],
    ['Sortino, Calmar', `${ratio(of.sortino)}, ${ratio(of.calmar)}`],
  ];
}

function drawdownText(of: Drawdown): string {
  const from = of.peakDate ?? 'the beginning';
  const end =
    of.recoveredDate === null
      ? `not recovered after ${figureText({ value: of.days, unit: 'days' })}`
      : `recovered on ${of.recoveredDate} after ${figureText({ value: of.days, unit: 'days' })}`;
  const depth = `${formatPaise(of.depthPaise)} (${share(of.depthOfPeak)} of the peak)`;
  return `${depth}, ${from} to ${of.lowDate}, ${end}`;
}

function intradayText({ depthPaise, peakAtMs, lowAtMs }: IntradayDrawdown): string {
  const at = (instantMs: number): string => `${istDate(instantMs)} ${istClock(instantMs)}`;
  const from = peakAtMs === null ? 'the beginning' : at(peakAtMs);
  return `${formatPaise(depthPaise)}, ${from} to ${at(lowAtMs)}`;
}

function outcomesText(of: Outcomes): string {
  const isAnyFlat = of.flat > 0;
  const flat = isAnyFlat ? `, ${String(of.flat)} flat` : '';
  const among = isAnyFlat ? ` of ${String(of.count)} won` : '';
  const won = `${String(of.wins)} won, ${String(of.losses)} lost${flat} (${share(of.hitRate)}${among})`;
  const means = `average ${paise(of.expectancyPaise)}, win ${paise(of.averageWinPaise)}, loss ${paise(of.averageLossPaise)}`;
  const rows = `longest streaks ${String(of.winStreak)} won, ${String(of.lossStreak)} lost`;
  return `${won}; ${means}; profit factor ${ratio(of.profitFactor)}; ${rows}`;
}

function groupLines(title: string, counted: string, groups: readonly Group[]): Line[] {
  if (groups.length === 0) return [];
  const titles = ['won', 'gross', 'costs', 'net', 'on average'].map((name) => `>${name}`);
  const columns = [title, `>${counted}`, ...titles];
  return [[], ...tableLines(columns, groups.map(groupRow))];
}

function groupRow({ key, grossPaise, costsPaise, netPaise, outcomes }: Group): Cell[] {
  return [
    `  ${key}`,
    String(outcomes.count),
    share(outcomes.hitRate),
    signedPaise(grossPaise),
    signedPaise(-costsPaise),
    profit(netPaise),
    profit(outcomes.expectancyPaise),
  ];
}

function worstLines({ worstDays }: Performance): Line[] {
  if (worstDays.length === 0) return [];
  const rows = worstDays.map(({ date, netPaise }) => [`  ${date}`, profit(netPaise)]);
  return [[], ...tableLines(['Worst days', '>net'], rows)];
}

function share(value: number | null): string {
  return figureText({ value, unit: 'share' });
}

function ratio(value: number | null): string {
  return figureText({ value, unit: 'ratio' });
}

function paise(value: number | null): string {
  return figureText({ value, unit: 'paise' });
}
