import { type BacktestResult } from '../../results/backtest-result.ts';
import { daysRun, scenariosThatRan } from '../../results/backtest-totals.ts';
import { NO_DAY_RAN, whyNoDayRan } from '../../results/caveats/day-caveats.ts';
import { pricingSentence } from '../../results/caveats/pricing-sentence.ts';
import { type Performance } from '../../results/performance.ts';
import { withoutFewDays } from '../../results/statistics/of-few-days.ts';
import { countedText } from '../amounts.ts';
import { equityChart } from '../chart/equity-chart.ts';
import { histogram } from '../chart/histogram.ts';
import { sentenceList } from '../elements.ts';
import { type PageSection, pageShell } from '../page-shell.ts';
import { benchmarkPart } from './benchmark-part.ts';
import { breakdowns, costsSplit } from './breakdowns.ts';
import { assumptions, caveats } from './caveats.ts';
import { dayReplay } from './day-replay.ts';
import { allDays, allTrades, worstDays } from './days-and-trades.ts';
import { headline } from './headline.ts';
import { heatMap } from './heat-map.ts';
import { rollingChart, yearTable } from './over-time.ts';
import { scenarios } from './scenarios.ts';
import { statistics } from './statistics.ts';
import { tradeScatter } from './trade-scatter.ts';

/**
 * A backtest as one HTML file that opens offline. Any text of the result is shown as text, whatever it holds. The
 * same result gives the same page.
 */
export function resultPage(whole: BacktestResult, reckoned: Performance): string {
  const { result, performance } = withoutFewDays({ result: whole, performance: reckoned });
  const { strategies, underlyings, days, schemaVersion } = result;
  const names = strategies.map(({ name }) => name).join(', ');
  const sentence = pricingSentence(result);
  const dates = `${days[0]?.date ?? 'no date'} to ${days.at(-1)?.date ?? 'no date'}`;
  return pageShell({
    title: `Backtest: ${names}`,
    about: [
      ...(sentence === null ? [] : [sentence]),
      `${underlyings.join(', ')}, ${dates}: ${countedText(daysRun(result).length, 'day')} ran of ${countedText(days.length, 'date')}. Times are IST.`,
    ],
    sections: [
      ...caveats(result),
      ...figureSections(result, performance),
      ...tableSections(result),
    ],
    footer: `Result schema ${String(schemaVersion)}. This file holds everything it shows and asks nothing of any network.`,
  });
}

function figureSections(result: BacktestResult, performance: Performance): readonly PageSection[] {
  const came = scenariosThatRan(result);
  if (came === null) {
    return [{ id: 'headline', title: NO_DAY_RAN, content: sentenceList(whyNoDayRan(result)) }];
  }
  const nets = daysRun(result).map(({ netPaise }) => netPaise);
  return [
    { id: 'headline', title: 'Headline', content: headline(result, performance, came) },
    { id: 'equity', title: 'Equity and drawdown', content: equityChart(performance) },
    {
      id: 'benchmark',
      title: 'Beside buy and hold',
      content: benchmarkPart(result, performance),
    },
    { id: 'rolling', title: 'Rolling Sharpe ratio', content: rollingChart(performance) },
    { id: 'months', title: 'Months', content: yearTable(performance.years) },
    { id: 'calendar', title: 'Days', content: heatMap(result.days) },
    { id: 'replay-of-a-day', title: 'A day replayed', content: dayReplay(result) },
    { id: 'scenarios', title: 'Fills and sensitivity', content: scenarios(result, came) },
    {
      id: 'spread',
      title: 'Trades and days',
      content: [tradeScatter(result), histogram(nets)],
    },
    { id: 'worst', title: 'Worst and best', content: worstDays(performance) },
    { id: 'breakdowns', title: 'Breakdowns', content: breakdowns(performance) },
    { id: 'costs', title: 'Costs', content: costsSplit(result) },
    { id: 'statistics', title: 'All figures', content: statistics(performance) },
  ];
}

function tableSections(result: BacktestResult): readonly PageSection[] {
  return [
    { id: 'assumptions', title: 'Assumptions and data', content: assumptions(result) },
    { id: 'all-days', title: 'All dates', content: allDays(result.days), look: 'tall' },
    { id: 'all-trades', title: 'All trades', content: allTrades(result), look: 'tall' },
  ];
}
