import { expect, it } from 'vitest';

import { formatPaise, formatSignedPaise } from '../../../model/money/money.ts';
import { type VolatilityBand } from '../../../results/backtest-result.ts';
import { type SweepResult } from '../../../results/sweep/sweep-result.ts';
import { withBands } from '../../../results/sweep/sweep-summary.ts';
import { aSweptResult } from '../../../../test/support/results/a-sweep.ts';
import { paintLines } from '../view/span.ts';
import { sweepLines } from './sweep-report.ts';

function reported(swept: SweepResult): string {
  return paintLines(sweepLines(swept, false), { color: false });
}

it('tells drawdowns as depths, as the tables and the page do', () => {
  const swept = aSweptResult({ kind: 'walk-forward', chooseDays: 60, judgeDays: 20 });
  const drawdownPaise = swept.walkForward?.outOfSample.drawdownPaise ?? 0;
  expect(drawdownPaise).toBeGreaterThan(0);
  const text = reported(swept);
  expect(text).toMatch(new RegExp(`, drawdown ${formatPaise(drawdownPaise)}$`, 'm'));
});

it('says day of one day', () => {
  const swept = aSweptResult();
  const span = { from: '2026-06-01', to: '2026-06-01', days: 1 };
  const text = reported({ ...swept, span });
  expect(text.split('\n')[0]).toBe(
    'Sweep of short-straddle: 48 of 48 combinations tried, 1 day 2026-06-01 to 2026-06-01',
  );
});

it('shows what variants are ranked by, in the table, of the best and of windows', () => {
  const split = { kind: 'walk-forward', chooseDays: 60, judgeDays: 20 } as const;
  const swept = { ...aSweptResult(split), rank: 'calmar' } as const;
  const text = reported(swept);
  const chosen = swept.variants.find(({ index }) => index === swept.best?.index);
  const calmar = (chosen?.inSample?.calmar ?? NaN).toFixed(2);
  expect(text).toMatch(/Sharpe +drawdown +Calmar/);
  expect(text).toMatch(
    new RegExp(`Best by Calmar ratio over all days: #.*\n.*\n  Calmar ratio +${calmar}\n`),
  );
  expect(text).toContain('in Calmar');
  const usual = reported(aSweptResult(split));
  expect(usual).not.toContain('Calmar');
});

it('says of a variant of which no day ran that there is no net', () => {
  const swept = aSweptResult();
  const variants = swept.variants.slice(0, 1).map((variant) => {
    const none = { grossPaise: null, costsPaise: null, netPaise: null };
    const inSample = variant.inSample === null ? null : { ...variant.inSample, ...none };
    return { ...variant, inSample, problem: 'failed on 2 of 2 days' };
  });
  const result = { ...swept, variants, best: null };
  const text = reported(result);
  expect(text).toMatch(/No day ran .* failed on 2 of 2 days/);
});

function aBand(netPaise: number): VolatilityBand {
  const money = { grossPaise: netPaise, costsPaise: 0, netPaise, trades: 1 };
  const run = { ...money, worstFillsNetPaise: netPaise - 1 };
  return { share: 0.2, lower: run, higher: run };
}

it('shows worst fills and other volatilities of a walk forward, of the best and out of sample', () => {
  const swept = aSweptResult({ kind: 'walk-forward', chooseDays: 60, judgeDays: 20 });
  const text = reported(withBands(swept, { best: aBand(-111), walked: aBand(-222) }));
  expect(text).toMatch(/Net of all days .*: worst fills [^\n]*\n {2}Run again .* lower: -₹1\.11, /);
  const worst = formatSignedPaise(swept.walkForward?.worstFillsNetPaise ?? NaN);
  expect(text).toContain(` (worst fills ${worst}), Sharpe `);
  expect(text).toMatch(
    /Out of sample in all: .*\nRun again .* lower: -₹2\.22, .*\nWorst of the three volatilities: -₹2\.23 /,
  );
});

it('calls no figure of all days of a walk forward in-sample', () => {
  const swept = aSweptResult({ kind: 'walk-forward', chooseDays: 60, judgeDays: 20 });
  const [best = ''] = reported(swept).split('\nWalk forward\n');
  expect(best).toMatch(/^Best over all days: #/m);
  expect(best).not.toContain('in-sample');
});

it('shows no ratio of fewer than 20 days', () => {
  const swept = aSweptResult({ kind: 'walk-forward', chooseDays: 19, judgeDays: 10 });
  const text = reported(swept);
  const windows = text.split('\n').filter((line) => /^19 days .* 10 days /.test(line));
  expect(windows.length).toBeGreaterThan(1);
  for (const line of windows) expect(line).toMatch(/ – .* –$/);
  expect(text).toContain('Each window chooses on 19 days: too few');
  const few = { kind: 'holdout', inSamplePercent: 5 } as const;
  const short = reported(aSweptResult(few));
  expect(short).toMatch(/Sharpe ratio +–\n.*by luck +–\n.*deflated Sharpe +not defined/);
});
