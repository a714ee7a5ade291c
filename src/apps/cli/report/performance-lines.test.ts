import { describe, expect, it } from 'vitest';

import { performanceOf } from '../../../results/performance-of.ts';
import { aResult } from '../../../results/testing/a-result.ts';
import { plainResult } from '../../../results/testing/plain-result.ts';
import { type BacktestResult } from '../../../results/backtest-result.ts';
import { paintLine } from '../view/span.ts';
import { performanceLines } from './performance-lines.ts';

function textOf(result: BacktestResult): readonly string[] {
  const lines = performanceLines(performanceOf(result, { tradingDaysAYear: 250 }));
  return lines.map((line) => paintLine(line, { columns: Infinity, color: false }).trimEnd());
}

describe('statistics for people', () => {
  it('say what they assume, and what came of the days', () => {
    // By hand: mean 175 rupees, deviation 713.56 of the sample; of the moments 0.0822 and 1.4656.
    const text = textOf(plainResult([100_000, -60_000, 50_000, -20_000]));
    expect(text.slice(0, 12)).toEqual([
      'Statistics  after costs, on a capital of ₹2,50,000.00, not compounded, 250 days a year',
      '  return           0.28 %; 17.50 % a year with volatility 4.51 %',
      '  Sharpe           3.88 (66.55 % chance that it is above 0); skewness 0.08, kurtosis 1.47',
      '  Sortino, Calmar  8.75, 72.92',
      '  drawdown         ₹600.00 (0.24 % of the peak), 2024-01-01 to 2024-01-02, not made good after 3 days',
      '    within days    none',
      '    time in it     75.00 % of days',
      '  exposure         0.00 % of session time',
      '  turnover         ₹0.00, ₹0.00 a day; costs are – of it',
      '  days             2 won, 2 lost (50.00 %); ₹175.00 on average, ₹750.00 and -₹400.00; profit factor 1.88; in a row 1 and 1',
      '  trades           0 won, 0 lost (–); – on average, – and –; profit factor –; in a row 0 and 0',
      '  MAE, MFE         – and – on average; those that won went to – first, those that lost to –; by closes of minutes and own fills, before costs',
    ]);
    expect(text.slice(-3)).toEqual([
      'Worst days         net',
      '  2024-01-02  -₹600.00',
      '  2024-01-04  -₹200.00',
    ]);
  });

  it('count days that came to nothing beside those that were won and lost', () => {
    const text = textOf(plainResult([100_000, 0, -60_000, 0])).join('\n');
    expect(text).toContain('  1 won, 1 lost, 2 came to nothing (25.00 % of 4 won); ');
  });

  it('show a dash and never a NaN for what is not defined', () => {
    const text = textOf(plainResult([0])).join('\n');
    expect(text).toContain('Sharpe           – (– chance that it is above 0)');
    expect(text).not.toMatch(/NaN|Infinity|null|undefined/);
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
