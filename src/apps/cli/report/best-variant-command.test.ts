import { expect, it } from 'vitest';

import { paramText } from '../../../results/csv/sweep-csv.ts';
import { aSweptResult } from '../../../../test/support/results/a-sweep.ts';
import { bestVariantCommand } from './best-variant-command.ts';

const SWEPT = aSweptResult();
const best = SWEPT.variants.find(({ index }) => index === SWEPT.best?.index);
const chosen = Object.entries(best?.params ?? {})
  .map(([name, value]) => `--param ${name}=${paramText(value)}`)
  .join(' ');

it('names the best parameters, and all that the sweep was asked', () => {
  const command = bestVariantCommand(SWEPT, 'my straddle.ts', {
    prices: ["bank's.csv", 'nifty.csv'],
    timeZone: 'UTC',
    strict: true,
    from: '2024-01-01',
    fills: 'touch',
    capital: 25_000_050,
    config: 'sauda.yaml',
  });
  expect(command).toBe(
    `sauda backtest 'my straddle.ts' ${chosen} --prices 'bank'\\''s.csv' nifty.csv --time-zone UTC ` +
      '--strict --from 2024-01-01 --fills touch --config sauda.yaml --capital 250000.50',
  );
});

it('quotes values with blanks, and is not there where no variant is best', () => {
  const params = { ...best?.params, entry: '40 points' };
  const variants = SWEPT.variants.map((variant) =>
    variant === best ? { ...variant, params } : variant,
  );
  const made = bestVariantCommand({ ...SWEPT, variants }, 'a.ts', { generate: '7' });
  expect(made).toContain(`--param 'entry=40 points' --param stopPercent=`);
  expect(bestVariantCommand({ ...SWEPT, best: null }, 'a.ts', {})).toBeNull();
});
