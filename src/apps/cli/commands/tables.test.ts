import { afterAll, expect, it } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';
import { minuteBars } from '../../../../test/support/minute-bars.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

desk.write('nifty.csv', minuteBars('2025-04-15'));
desk.write(
  'pair.yaml',
  `name: pair
schemaVersion: 1
underlying: NIFTY
entry: '09:20'
exit: '09:30'
legs: {ce: {side: sell, type: CE, strike: ATM}}
`,
);
const tables = (lots: string): string =>
  `schemaVersion: 1\nsource: x\nconfidence: T\ntables: {lots: ${lots}}\n`;
desk.write('good.yaml', tables('{verifiedThrough: 2099-06-30}'));
desk.write(
  'old.yaml',
  tables(
    '{verifiedThrough: 2025-01-01, lots: {NIFTY: [{fromExpiry: 2025-04-17, cycle: weekly, units: 5}]}}',
  ),
);
desk.write('desk.yaml', 'state: {directory: desk-state}\n');
const CONFIG = ['--config', 'desk.yaml'];

it('a file of tables that changes the past says so, and results name it', async () => {
  const backtest = ['backtest', 'pair.yaml', '--prices', 'nifty.csv', ...CONFIG];
  await desk.sauda(...backtest, '--out', 'before.json');
  const good = await desk.sauda('tables', 'update', 'good.yaml', ...CONFIG);
  expect(good.out).not.toContain('warning');
  const old = await desk.sauda('tables', 'update', 'old.yaml', ...CONFIG);
  expect(old.err).toBe('');
  expect(old.out).toContain('  lots NIFTY, from 2025-04-17: cycle weekly, units 5\n');
  expect(old.out).toContain(
    'lots: checked through 2099-06-30 as before, though the file says 2025-01-01',
  );
  expect(old.out).toMatch(/This changes the past: 1 row from 2025-04-17 on, so backtests/);
  const shown = await desk.sauda('tables', ...CONFIG);
  expect(shown.out).toMatch(/^lots +2099-06-30 .* 0001-good\.yaml, rows of 0002-old\.yaml/m);
  await desk.sauda(...backtest, '--out', 'after.json');
  const { out } = await desk.sauda('compare', 'before.json', 'after.json');
  expect(out).toMatch(/rows of 0002-old\.yaml, SHA-256 [0-9a-f]{12}/);
});
