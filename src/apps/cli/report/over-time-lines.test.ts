import { expect, it } from 'vitest';

import { performanceOf } from '../../../results/performance.ts';
import { benchmarkOf } from '../../../results/statistics/benchmark.ts';
import { yearsOf } from '../../../results/statistics/over-time.ts';
import { plainResult } from '../../../../test/support/results/plain-result.ts';
import { type Line, paintLine } from '../view/span.ts';
import { benchmarkLines, yearLines } from './over-time-lines.ts';

function text(lines: readonly Line[]): readonly string[] {
  return lines.map((line) => paintLine(line, { columns: Infinity, color: false }).trimEnd());
}

it('months stand beside each other in thousands of rupees, years below each other', () => {
  const years = yearsOf([
    { date: '2024-12-31', netPaise: 12_345_600 },
    { date: '2025-02-03', netPaise: -2_000 },
    { date: '2025-03-03', netPaise: -126_000 },
  ]);
  expect(text(yearLines(years))).toEqual([
    '',
    'Net, ₹ thousand  Jan  Feb   Mar  Apr  May  Jun  Jul  Aug  Sep  Oct  Nov     Dec   total',
    '  2024                                                                   +123.5  +123.5',
    '  2025                0.0  -1.3                                                    -1.3',
  ]);
  expect(yearLines([])).toEqual([]);
});

it('the index that is held stands beside what was traded, or why there is none', () => {
  // 2,50,000 rupees: traded +1,000 and -600; held from 100 to 101 and 99: +2,500 and -5,000. Its mean is -1,250, s is
  // 3,750 · √2 = 5,303.30: -1,250 / 5,303.30 · √250 = -3.73. The fall is 5,000 of 2,52,500.
  const days = [
    { date: '2024-01-01', openPaise: 10_000, closePaise: 10_100 },
    { date: '2024-01-02', openPaise: 10_100, closePaise: 9_900 },
  ];
  const none = days.map(({ date }) => ({ date, openPaise: null, closePaise: null }));
  const benchmarks = [
    benchmarkOf({ underlying: 'NIFTY', days }, 25_000_000),
    benchmarkOf({ underlying: 'SENSEX', days: none }, 25_000_000),
  ];
  const result = plainResult([100_000, -60_000], { benchmarks });
  const lines = text(benchmarkLines(result, performanceOf(result)));
  expect(lines.map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual([
    '',
    'Beside buy and hold  net  return  a year  Sharpe  drawdown  of its peak',
    '  traded  +₹400.00  0.16 %  20.00 %  2.80  ₹600.00  0.24 %',
    '  NIFTY, buy and hold  -₹2,500.00  -1.00 %  -125.00 %  -3.73  ₹5,000.00  1.98 %',
    '  SENSEX: none. The prices hold no minute of the SENSEX index on a day that ran',
  ]);
});

it('nothing is said of a result that has no benchmarks, or in which no day ran', () => {
  expect(benchmarkLines({}, performanceOf(plainResult([100])))).toEqual([]);
  const empty = plainResult([]);
  expect(benchmarkLines(empty, performanceOf(empty))).toEqual([]);
});
