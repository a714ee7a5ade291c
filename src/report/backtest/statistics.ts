import { type Costs } from '../../model/money/costs.ts';
import { type BacktestResult } from '../../results/backtest-result.ts';
import { type Performance } from '../../results/performance.ts';
import { type Excursions } from '../../results/statistics/excursions.ts';
import { type Group, type Outcomes } from '../../results/statistics/outcomes.ts';
import { count, percentText, ratio, rupeesText } from '../amounts.ts';
import { barTable, moneyColumns, numeric, sortableTable } from '../tables.ts';
import { type Markup, markup } from '../markup.ts';

type Figure = readonly [name: string, value: string];

/** All figures that are not in the headline. */
export function statistics(performance: Performance): Markup {
  return markup`<div class="columns">${figures('Return and risk', returnFigures(performance))}${outcomesTable(performance)}</div>`;
}

function figures(caption: string, rows: readonly Figure[]): Markup {
  return sortableTable<Figure>({
    caption,
    rows,
    columns: [{ head: 'Figure', cell: ([name]) => name }, numeric('Value', ([, value]) => value)],
  });
}

function returnFigures(performance: Performance): readonly Figure[] {
  return [
    ['Return on capital', percentText(performance.returnOnCapital)],
    ['Return of a year', percentText(performance.annualReturn)],
    ['Volatility of a year', percentText(performance.volatility)],
    ['Sharpe ratio of a year', ratio(performance.sharpe)],
    ['Sharpe ratio of a day', ratio(performance.sharpePerDay, 3)],
    [
      'Probability that the true Sharpe ratio is above 0',
      percentText(performance.probabilisticSharpe),
    ],
    ['Sortino ratio of a year', ratio(performance.sortino)],
    ['Calmar ratio', ratio(performance.calmar)],
    ['Skewness of days', ratio(performance.skewness)],
    ['Kurtosis of days (normal: 3)', ratio(performance.kurtosis)],
    ['Days below an earlier close', percentText(performance.timeInDrawdown)],
    ['Time with an open position', percentText(performance.exposure)],
    ['Turnover', rupeesText(performance.turnoverPaise)],
    ['Turnover of a day', rupeesText(performance.turnoverPerDayPaise)],
    ['Costs of turnover', percentText(performance.costsOfTurnover, 3)],
    ['Trades still open', count(performance.openTrades)],
    ...excursionFigures(performance.excursions),
  ];
}

function excursionFigures(excursions: Excursions): readonly Figure[] {
  return [
    ['Average MAE of a trade', rupeesText(excursions.averageMaePaise)],
    ['Average MFE of a trade', rupeesText(excursions.averageMfePaise)],
    ['Average MAE of trades that won', rupeesText(excursions.maeOfWinsPaise)],
    ['Average MFE of trades that lost', rupeesText(excursions.mfeOfLossesPaise)],
  ];
}

const OUTCOME_ROWS: readonly (readonly [name: string, of: (outcomes: Outcomes) => string])[] = [
  ['Count', ({ count: all }) => count(all)],
  ['Won, lost, flat', ({ wins, losses, flat }) => [wins, losses, flat].map(count).join(', ')],
  ['Win rate', ({ hitRate }) => percentText(hitRate)],
  ['Profit factor', ({ profitFactor }) => ratio(profitFactor)],
  ['Expectancy', ({ expectancyPaise }) => rupeesText(expectancyPaise)],
  ['Average win', ({ averageWinPaise }) => rupeesText(averageWinPaise)],
  ['Average loss', ({ averageLossPaise }) => rupeesText(averageLossPaise)],
  ['Average win over average loss', ({ payoffRatio }) => ratio(payoffRatio)],
  ['Largest win', ({ largestWinPaise }) => rupeesText(largestWinPaise)],
  ['Largest loss', ({ largestLossPaise }) => rupeesText(largestLossPaise)],
  ['Longest winning streak', ({ winStreak }) => count(winStreak)],
  ['Longest losing streak', ({ lossStreak }) => count(lossStreak)],
];

function outcomesTable({ ofDays, ofTrades }: Performance): Markup {
  return sortableTable<(typeof OUTCOME_ROWS)[number]>({
    caption: 'Outcomes',
    rows: OUTCOME_ROWS,
    columns: [
      { head: 'Figure', cell: ([name]) => name },
      numeric('Days', ([, of]) => of(ofDays)),
      numeric('Trades', ([, of]) => of(ofTrades)),
    ],
  });
}

/** The same money by weekday, days to expiry, month, strategy and leg. */
export function breakdowns(performance: Performance): Markup {
  const { byWeekday, byDaysToExpiry, byMonth, byStrategy, byLeg } = performance;
  const ways = [
    groups('Weekday', 'Days', byWeekday),
    groups('Calendar days from entry to expiry', 'Trades', byDaysToExpiry),
    groups('Month', 'Days', byMonth),
    byStrategy.length > 1 ? groups('Strategy', 'Days', byStrategy) : null,
    groups('Leg', 'Days', byLeg),
  ];
  return markup`${ways}`;
}

function groups(by: string, of: string, rows: readonly Group[]): Markup {
  return barTable<Group>({
    caption: `${of} by ${by.toLowerCase()}`,
    rows,
    name: { head: by.startsWith('Calendar') ? 'To expiry' : by, cell: ({ key }) => key },
    bar: ({ netPaise }) => netPaise,
    columns: [
      numeric(of, ({ outcomes }) => count(outcomes.count)),
      numeric('Won', ({ outcomes }) => percentText(outcomes.hitRate)),
      numeric('Average', ({ outcomes }) => rupeesText(outcomes.expectancyPaise)),
      ...moneyColumns<Group>(),
    ],
  });
}

const CHARGES: readonly (readonly [keyof Costs, string])[] = [
  ['brokeragePaise', 'Brokerage'],
  ['sttPaise', 'STT'],
  ['exchangePaise', 'Exchange charge'],
  ['gstPaise', 'GST'],
  ['stampPaise', 'Stamp duty'],
  ['sebiPaise', 'SEBI fee'],
];

/** Where the costs went, in the lines of a contract note. */
export function costsSplit({ days, totals }: Pick<BacktestResult, 'days' | 'totals'>): Markup {
  const rows = CHARGES.map(([charge, name]) => ({
    name,
    paise: days.reduce((sum, { costs }) => sum + costs[charge], 0),
  }));
  const total = rows.reduce((sum, { paise }) => sum + paise, 0);
  return barTable<(typeof rows)[number]>({
    caption: `Costs: ${rupeesText(totals.costsPaise)} on a turnover of ${rupeesText(totals.turnoverPaise)}`,
    rows,
    name: { head: 'Charge', cell: ({ name }) => name },
    bar: ({ paise }) => paise,
    look: 'plain',
    columns: [
      numeric('Amount', ({ paise }) => rupeesText(paise)),
      numeric('Share', ({ paise }) => percentText(total === 0 ? null : paise / total)),
    ],
  });
}
