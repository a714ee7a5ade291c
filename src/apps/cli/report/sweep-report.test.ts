import { expect, it } from 'vitest';

import { formatPaise } from '../../../model/money.ts';
import { aSweptResult } from '../../../results/testing/a-swept-result.ts';
import { sweepReportText } from './sweep-report.ts';

it('tells drawdowns as depths, as the tables and the page do', () => {
  const swept = aSweptResult({ kind: 'walk-forward', chooseDays: 60, judgeDays: 20 });
  const drawdownPaise = swept.walkForward?.outOfSample.drawdownPaise ?? 0;
  expect(drawdownPaise).toBeGreaterThan(0);
  const text = sweepReportText(swept, { columns: Infinity, color: false, isVerbose: false });
  expect(text).toMatch(new RegExp(`, drawdown ${formatPaise(drawdownPaise)}$`, 'm'));
});

it('says day of one day', () => {
  const swept = aSweptResult();
  const span = { from: '2026-06-01', to: '2026-06-01', days: 1 };
  const text = sweepReportText(
    { ...swept, span },
    { columns: Infinity, color: false, isVerbose: false },
  );
  expect(text.split('\n')[0]).toBe(
    'Sweep of short-straddle: 48 of 48 combinations tried, 1 day 2026-06-01 to 2026-06-01',
  );
});

it('shows what variants are ranked by, in the table, of the best and of windows', () => {
  const split = { kind: 'walk-forward', chooseDays: 60, judgeDays: 20 } as const;
  const swept = { ...aSweptResult(split), rank: 'calmar' } as const;
  const told = { columns: Infinity, color: false, isVerbose: false };
  const text = sweepReportText(swept, told);
  const chosen = swept.variants.find(({ index }) => index === swept.best?.index);
  const calmar = (chosen?.inSample?.calmar ?? NaN).toFixed(2);
  expect(text).toMatch(/Sharpe +drawdown +Calmar/);
  expect(text).toMatch(new RegExp(`Best by Calmar ratio: #.*\n.*\n  Calmar ratio +${calmar}\n`));
  expect(text).toContain('in Calmar');
  const usual = sweepReportText(aSweptResult(split), told);
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
  const text = sweepReportText(result, { columns: Infinity, color: false, isVerbose: false });
  expect(text).toMatch(/No day ran .* failed on 2 of 2 days/);
});
