import { expect, test } from 'vitest';

import { type BacktestResult } from '../../../results/backtest-result.ts';
import { plainResult } from '../../../results/testing/plain-result.ts';
import { backtestReportText } from './backtest-report.ts';

type FileProblem = BacktestResult['problems'][number];

function malformed(line: number, date: string | null = null): FileProblem {
  return { file: 'nifty.csv', line, date, kind: 'fields', detail: `Row is "row ${String(line)}"` };
}

function reported(change: Partial<BacktestResult>): string {
  return backtestReportText(plainResult([], change), { columns: Infinity, color: false });
}

test('tells how many problems the prices have, and those that no day can tell', () => {
  const problems = [malformed(7), malformed(9, '2024-03-01'), malformed(12)];
  expect(reported({ problems, problemCounts: { fields: 3 } })).toContain(
    [
      'Problems of the prices',
      '  3 in all: fields 3',
      '  nifty.csv:7: Row is "row 7"',
      '  nifty.csv:12: Row is "row 12"',
      'Totals of short-straddle',
    ].join('\n'),
  );
});

test('cuts a long list and says so', () => {
  const problems = Array.from({ length: 1_000 }, (_, row) => malformed(row + 2));
  const text = reported({ problems, problemCounts: { fields: 1_500 } });
  expect(text).toContain('  1500 in all: fields 1500\n');
  expect(text.match(/^ {2}nifty\.csv:/gm)).toHaveLength(10);
  expect(text).toContain('  and 990 or more without a date\n');
});

test('says nothing of sound prices', () => {
  expect(reported({})).not.toContain('Problems');
});

test('shows what the same fills would have come to elsewhere in their minutes', () => {
  const money = (netPaise: number) => ({ grossPaise: netPaise, costsPaise: 0, netPaise });
  const scenarios = { optimistic: money(20_000), default: money(5_000), pessimistic: money(-100) };
  expect(reported({ scenarios })).toMatch(
    /optimistic +\+₹200\.00.*\n +default +\+₹50\.00.*\n +pessimistic +-₹1\.00/,
  );
});
