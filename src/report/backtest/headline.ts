import { type BacktestResult } from '../../results/backtest-result.ts';
import { type ScenariosThatRan } from '../../results/backtest-totals.ts';
import { stampSentences } from '../../results/caveats/stamp-sentences.ts';
import { type Performance } from '../../results/performance.ts';
import { RATIO_DAYS_MIN } from '../../results/statistics/of-few-days.ts';
import { count, countedText, moneySpan, percentText, ratio, rupeesText } from '../amounts.ts';
import { dayLink, type Tile, tiles } from '../elements.ts';
import { type Markup, markup, type Part } from '../markup.ts';
import { volatilityTiles } from '../volatility-tiles.ts';

/** The figures that a reader looks for first, each with what it leaves out. */
export function headline(
  result: BacktestResult,
  performance: Performance,
  came: ScenariosThatRan,
): Markup {
  const shown = [
    ...profitTiles(result, performance, came),
    ...riskTiles(performance),
    ...tradeTiles(result, performance),
  ];
  return markup`${tiles(shown)}<p class="note">${assumed(performance)} ${stampSentences(result.prices).join(' ')}</p>`;
}

function tile(name: string, value: Part, told: Part): Tile {
  return { name, value, told };
}

function profitTiles(
  result: BacktestResult,
  performance: Performance,
  came: ScenariosThatRan,
): readonly Tile[] {
  const { volatilityBand, pricing } = result;
  const { pessimistic, optimistic } = came;
  const { netPaise, grossPaise, costsPaise } = came.default;
  const { returnOnCapital, capitalPaise } = performance;
  return [
    tile(
      'Net profit',
      moneySpan(netPaise),
      `${percentText(returnOnCapital)} of ${rupeesText(capitalPaise)}; gross ${rupeesText(grossPaise)}, costs ${rupeesText(costsPaise)}`,
    ),
    tile(
      'Could have been',
      markup`${moneySpan(pessimistic.netPaise)} to ${moneySpan(optimistic.netPaise)}`,
      'net, with every fill at its worst or its best possible price: bounds, not expectations',
    ),
    ...volatilityTiles(
      { netPaise, worstFillsNetPaise: pessimistic.netPaise, band: volatilityBand },
      pricing,
    ),
  ];
}

function riskTiles(performance: Performance): readonly Tile[] {
  const { days, drawdown, drawdownIntraday, sharpe, sortino, calmar, probabilisticSharpe } =
    performance;
  const intraday =
    drawdownIntraday === null ? '' : `; intraday ${rupeesText(drawdownIntraday.depthPaise)}`;
  return [
    tile(
      'Max drawdown',
      drawdown === null ? 'none' : rupeesText(drawdown.depthPaise),
      drawdown === null
        ? `on closes${intraday}`
        : `${percentText(drawdown.depthOfPeak)}, lowest ${drawdown.lowDate}${intraday}`,
    ),
    tile(
      'Sharpe ratio',
      ratio(sharpe),
      days < RATIO_DAYS_MIN
        ? `needs ${count(RATIO_DAYS_MIN)} days; ${count(days)} ran`
        : `of a year; Sortino ${ratio(sortino)}, Calmar ${ratio(calmar)}; above 0 with probability ${percentText(probabilisticSharpe)}`,
    ),
  ];
}

function tradeTiles({ totals }: BacktestResult, performance: Performance): readonly Tile[] {
  const { ofDays, ofTrades, worstDays, exposure } = performance;
  const [worst] = worstDays;
  return [
    tile(
      'Days won',
      percentText(ofDays.hitRate),
      `${count(ofDays.wins)} of ${count(ofDays.count)}; longest losing streak ${count(ofDays.lossStreak)}`,
    ),
    tile(
      'Profit factor',
      ratio(ofDays.profitFactor),
      `won over lost, by days; ${rupeesText(ofDays.expectancyPaise)} a day on average`,
    ),
    tile(
      'Worst day',
      worst === undefined ? 'none lost' : moneySpan(worst.netPaise),
      worst === undefined ? null : dayLink(worst),
    ),
    tile(
      'Trades',
      count(totals.trades),
      `${percentText(ofTrades.hitRate)} won; ${countedText(totals.orders, 'order')}; a position open ${percentText(exposure)} of the time`,
    ),
  ];
}

function assumed({ days, tradingDaysAYear, riskFreeRate, capitalPaise }: Performance): string {
  return [
    `Made of ${countedText(days, 'day')} that ran.`,
    `Returns are on ${rupeesText(capitalPaise)} throughout, not compounded.`,
    `A year has ${count(tradingDaysAYear)} trading days; the risk-free rate is ${percentText(riskFreeRate)}.`,
    'The more variants you tried on these days, the more of this is luck. The assumptions are below.',
  ].join(' ');
}
