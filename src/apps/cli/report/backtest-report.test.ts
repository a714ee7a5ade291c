import { expect, test } from 'vitest';

import { type BacktestResult } from '../../../runtime/backtest/backtest-result.ts';
import { backtestReportText } from './backtest-report.ts';

const SOUND: BacktestResult = {
  schemaVersion: 1,
  strategies: ['straddle'],
  days: [],
  totals: {
    days: 0,
    daysRun: 0,
    daysSkipped: 0,
    daysWithProblems: 0,
    trades: 0,
    grossPaise: 0,
    costsPaise: 0,
    netPaise: 0,
    winningDays: 0,
    losingDays: 0,
    worstDay: null,
    bestDay: null,
  },
  assumptions: [],
  problems: [],
  problemsUnlisted: 0,
};

type FileProblem = BacktestResult['problems'][number];

function malformed(line: number, date: string | null = null): FileProblem {
  return { line, date, kind: 'malformed', detail: `Cannot read "row ${String(line)}"` };
}

function reported(change: Partial<BacktestResult>): string {
  return backtestReportText({ ...SOUND, ...change }, { columns: Infinity, color: false });
}

test('tells how many problems the file has, and those that no day can tell', () => {
  const problems = [malformed(7), malformed(9, '2024-03-01'), malformed(12)];
  expect(reported({ problems })).toContain(
    [
      'Problems of the price file',
      '  3 in all, 2 without a date',
      '  line 7: Cannot read "row 7"',
      '  line 12: Cannot read "row 12"',
      'Totals of straddle',
    ].join('\n'),
  );
});

test('cuts a long list and says so', () => {
  const problems = Array.from({ length: 1_000 }, (_, row) => malformed(row + 2));
  const text = reported({ problems, problemsUnlisted: 500 });
  expect(text).toContain('  1500 in all, 1000 or more without a date\n');
  expect(text.match(/^ {2}line /gm)).toHaveLength(10);
  expect(text).toContain('  and 990 or more without a date\n');
});

test('says nothing of a sound file', () => {
  expect(reported({})).not.toContain('Problems');
});
