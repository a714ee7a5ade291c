import { expect, test } from 'vitest';

import { fillAssumptions } from '../../../backtest/fill-choice.ts';
import { type BacktestDay, type BacktestResult } from '../../../results/backtest-result.ts';
import { totalsOf } from '../../../results/backtest-totals.ts';
import { aResult } from '../../../../test/support/results/a-result.ts';
import { plainDay, plainResult } from '../../../../test/support/results/plain-result.ts';
import { paintLines } from '../view/span.ts';
import { backtestLines } from './backtest-report.ts';

type FileProblem = BacktestResult['problems'][number];

function malformed(line: number, date: string | null = null): FileProblem {
  return { file: 'nifty.csv', line, date, kind: 'fields', detail: `Row is "row ${String(line)}"` };
}

function reported(change: Partial<BacktestResult>, isVerbose = false): string {
  return paintLines(backtestLines(plainResult([0], change), isVerbose), { color: false });
}

test('tells how many problems the prices have, and those that no day can tell', () => {
  const problems = [malformed(7), malformed(9, '2024-03-01'), malformed(12)];
  expect(reported({ problems, problemCounts: { fields: 3 } })).toContain(
    [
      'Problems of the prices',
      '  3 in all: fields 3',
      '  nifty.csv:7: Row is "row 7"',
      '  nifty.csv:12: Row is "row 12"',
      'Before you read on',
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
    /each at its best +\+₹200\.00.*\n +as filled +\+₹50\.00.*\n +each at its worst +-₹1\.00/,
  );
});

test('tells what was assumed in brief and how many sentences there are, or all of them', () => {
  const assumptions = ['Bars are those of NIFTY', ...fillAssumptions({})];
  const brief = reported({ assumptions });
  expect(brief).toMatch(
    /Assumed\n {2}Bars are those of NIFTY\n {2}Orders fill at the first price of their minute.*\n {2}In brief: --verbose, .* have all \d sentences\n$/,
  );
  const whole = assumptions.map((text) => `  ${text}\n`).join('');
  expect(reported({ assumptions }, true)).toMatch(/Assumed\n {2}Bars/);
  expect(reported({ assumptions }, true).endsWith(`Assumed\n${whole}`)).toBe(true);
});

test('says first what premiums rest on, then the net with its ranges', () => {
  const money = (netPaise: number) => ({ grossPaise: netPaise, costsPaise: 0, netPaise });
  const scenarios = { optimistic: money(20_000), default: money(0), pessimistic: money(-100) };
  const band = {
    share: 0.2,
    lower: { ...money(-700), trades: 1, worstFillsNetPaise: -900 },
    higher: { ...money(900), trades: 1, worstFillsNetPaise: -150 },
  };
  const fills = { modelledFills: 4, recordedFills: 0 };
  const own = { kind: 'own-days', source: null, ...fills } as const;
  expect(reported({ pricing: own, scenarios, volatilityBand: band })).toMatch(
    /^Premiums are modelled, not market prices: made from the index and the volatility of its own last days.*\nNet ₹0\.00: worst fills -₹1\.00, best \+₹200\.00\nRun again with volatility 20 % lower: -₹7\.00, higher: \+₹9\.00\nWorst of the three volatilities: -₹9\.00 \(worst fills, volatility 20 % lower\)\nThis bounds nothing: modelled at-the-money straddles/,
  );
  const above = { ...band, higher: band.lower };
  expect(reported({ pricing: own, scenarios, volatilityBand: above })).toContain(
    'higher: -₹7.00. The net lies above both: ',
  );
  const generated = { ...own, kind: 'generated' } as const;
  expect(reported({ pricing: generated, scenarios, volatilityBand: band })).not.toContain(
    'This bounds nothing',
  );
  const given = {
    kind: 'given',
    source: 'India VIX (vix.csv)',
    modelledFills: 1,
    recordedFills: 3,
  } as const;
  expect(reported({ pricing: given })).toMatch(
    /^Premiums of 1 of 4 fills are modelled.* India VIX \(vix\.csv\)\.\n/,
  );
  expect(reported({ pricing: { ...own, modelledFills: 0 } })).toMatch(/^Net /);
});

test('cuts long reasons and says where they are whole', () => {
  const reason = `line 2: ${'a minute without a row; '.repeat(20)}the end`;
  const days = [{ ...plainDay('2024-03-01', 0), status: 'ran-with-problems' as const, reason }];
  const brief = reported({ days });
  expect(brief).toMatch(/line 2: a minute .*…\n +Reasons that end with … are cut: --verbose/);
  expect(brief).not.toContain('the end');
  expect(reported({ days }, true)).toContain(reason);
  const short = [{ ...plainDay('2024-03-01', 0), reason: 'line 2' }];
  expect(reported({ days: short })).not.toContain('are cut');
});

test('tells doubts of whole files before the figures only', () => {
  const doubt = { ...malformed(2), kind: 'wrong-zone', detail: 'Times look like UTC' };
  const text = reported({ problems: [doubt], problemCounts: { 'wrong-zone': 1 } });
  expect(text.match(/Times look like UTC/g)).toHaveLength(1);
  expect(text).toContain('  1 in all: wrong-zone 1\nBefore you read on\n  nifty.csv:2: Times look');
});

test('lists every trade when asked for all, with how far it went either way', () => {
  const { trades } = aResult({ dates: 1 });
  const [first, second] = trades;
  if (first === undefined || second === undefined) {
    throw new TypeError('a made-up day has two trades');
  }
  const mae = { grossPaise: -351_375, perUnitPaise: -4_685 };
  const mfe = { grossPaise: 0, perUnitPaise: 0 };
  const { mae: low, mfe: high, ...older } = second;
  expect([low, high]).not.toContain(undefined);
  const told = [{ ...first, mae, mfe }, older];
  const [row = '', bare = ''] = (
    /\nTrades .*\n(.*)\n(.*)\n/.exec(reported({ trades: told }, true)) ?? []
  ).slice(1);
  expect(row).toMatch(/^ {2}2024-01-01 09:21:00 .* -₹3,513\.75 +-46\.85 +₹0\.00 +0\.00$/);
  expect(row).toContain(first.symbol);
  expect(bare).toMatch(/ – +– +– +–$/);
  expect(reported({ trades: told })).not.toContain('\nTrades ');
});

test('says in place of a net that no day ran, why, and what premiums rest on, and shows no figure', () => {
  const failed = (date: string): BacktestDay => ({
    ...plainDay(date, 0),
    status: 'failed',
    reason: 'Stopped by a fault: RangeError: a slip',
  });
  const closed = { ...plainDay('2024-01-03', 0), status: 'skipped', reason: 'A holiday' } as const;
  const days = [closed, failed('2024-01-04'), failed('2024-01-05')];
  const pricing = { kind: 'own-days', source: null, modelledFills: 0, recordedFills: 0 } as const;
  const result = plainResult([], { days, totals: totalsOf(days, 0), pricing });
  const text = paintLines(backtestLines(result, false), { color: false });
  expect(text.split('\n').slice(0, 4)).toEqual([
    'Premiums without recorded prices are modelled, not market prices: made from the index and the volatility of its own last days; --iv takes India VIX instead.',
    'No day ran',
    '  2024-01-04 and 1 more date: failed: Stopped by a fault: RangeError: a slip',
    '  2024-01-03: skipped: A holiday',
  ]);
  expect(text).not.toMatch(/^Net|Sharpe|each at its worst/m);
  expect(result.totals).toMatchObject({ grossPaise: null, costsPaise: null, netPaise: null });
});
