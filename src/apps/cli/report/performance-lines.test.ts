import { describe, expect, it } from 'vitest';

import { type BacktestResult } from '../../../results/backtest-result.ts';
import { performanceOf } from '../../../results/performance.ts';
import { aResult } from '../../../../test/support/results/a-result.ts';
import { plainResult } from '../../../../test/support/results/plain-result.ts';
import { paintLine } from '../view/span.ts';
import { performanceLines } from './performance-lines.ts';

function textOf(result: BacktestResult): readonly string[] {
  const lines = performanceLines(performanceOf(result, { tradingDaysAYear: 250 }));
  return lines.map((line) => paintLine(line, { columns: Infinity, color: false }).trimEnd());
}

describe('statistics for people', () => {
  it('say what they assume, and what came of the days', () => {
    // Four days of docs/results.md five times: mean 175 rupees; squares 5 · 1,527,500 over 19, deviation 634.02 of the sample.
    const four = [100_000, -60_000, 50_000, -20_000];
    const text = textOf(plainResult([...four, ...four, ...four, ...four, ...four]));
    expect(text.slice(0, 12)).toEqual([
      'Statistics  after costs, on a capital of ₹2,50,000.00, not compounded, 250 days a year',
      '  return           1.40 %; 17.50 % a year, volatility 4.01 %',
      '  Sharpe           4.36 (88.72 % chance that it is above 0); skewness 0.08, kurtosis 1.47',
      '  Sortino, Calmar  8.75, 72.92',
      '  drawdown         ₹600.00 (0.24 % of the peak), 2024-01-01 to 2024-01-02, recovered on 2024-01-05 after 4 days',
      '    intraday       none',
      '    time in it     75.00 % of days',
      '  exposure         0.00 % of session time',
      '  turnover         ₹0.00, ₹0.00 a day; costs are – of it',
      '  days             10 won, 10 lost (50.00 %); average ₹175.00, win ₹750.00, loss -₹400.00; profit factor 1.88; longest streaks 1 won, 1 lost',
      '  trades           0 won, 0 lost (–); average –, win –, loss –; profit factor –; longest streaks 0 won, 0 lost',
      '  MAE, MFE         average – and –; MAE of winners –, MFE of losers –; by minute closes and own fills, before costs',
    ]);
    expect(text.slice(-6, -4)).toEqual(['Worst days         net', '  2024-01-02  -₹600.00']);
  });

  it('count flat days beside those that were won and lost', () => {
    const text = textOf(plainResult([100_000, 0, -60_000, 0])).join('\n');
    expect(text).toContain('  1 won, 1 lost, 2 flat (25.00 % of 4 won); ');
  });

  it('show a dash and never a NaN for what is not defined', () => {
    const text = textOf(plainResult(Array.from({ length: 20 }, () => 0))).join('\n');
    expect(text).toContain('Sharpe           – (– chance that it is above 0)');
    expect(text).not.toMatch(/NaN|Infinity|null|undefined/);
  });

  it('have no ratio of fewer than 20 days, and say so', () => {
    const text = textOf(plainResult([100_000, -60_000]));
    expect(text.slice(1, 4)).toEqual([
      '  return          0.16 %',
      '  ratios, a year  need 20 days; 2 ran',
      expect.stringContaining('drawdown'),
    ]);
  });

  it('are none where no day ran', () => {
    expect(textOf(plainResult([]))).toEqual([]);
  });

  it('divide the net by weekday, days to expiry, month and leg', () => {
    const text = textOf(aResult({ dates: 30 }));
    for (const title of [
      'By weekday',
      'By days to expiry',
      'By month',
      'By leg',
      'Worst days',
      'Deepest MAE',
    ]) {
      expect(text.filter((line) => line.startsWith(title))).toHaveLength(1);
    }
    expect(text.some((line) => line.startsWith('By strategy'))).toBe(false);
  });
});
