import { afterAll, expect, it } from 'vitest';

import { Desk } from '../../../../test/e2e/in-process.ts';
import { minuteBars } from '../../../../test/support/minute-bars.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

desk.write('nifty.csv', minuteBars('2025-04-15'));
desk.write(
  'deep.yaml',
  `name: deep
schemaVersion: 1
underlying: NIFTY
entry: '09:20'
exit: '09:30'
legs: {ce: {side: buy, type: CE, strike: premium ~5000}, pe: {side: buy, type: PE, strike: delta 0.4}}
`,
);

it('a premium that no quoted strike comes near is a warning of the day, before its figures', async () => {
  const { out, code } = await desk.sauda('backtest', 'deep.yaml', '--prices', 'nifty.csv');
  const told = out.indexOf(
    'Chose far off: asked for CE of NIFTY 2025-04-17 with a premium near 5000',
  );
  expect(told).toBeGreaterThan(out.indexOf('Before you read on'));
  expect(told).toBeLessThan(out.indexOf('Totals of'));
  expect(out).not.toContain('a delta near');
  expect(code).toBe(0);
});
