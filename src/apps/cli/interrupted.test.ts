import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { Desk } from '../../../test/e2e/in-process.ts';
import { minuteBars } from '../../../test/support/minute-bars.ts';
import { shipped } from '../../../test/support/simulated-day.ts';

const desk = new Desk();
const straddle = shipped('short-straddle.yaml');
beforeAll(() => {
  desk.write('nifty.csv', minuteBars('2025-04-15'));
});
afterAll(() => {
  desk.close();
});

it.each([
  ['backtest', ['--out', 'result.json'], 'result.json'],
  ['sweep', ['--param', 'stop=20%', '--no-cache', '--report', 'sweep.html'], 'sweep.html'],
  ['lookahead', [], 'nifty.csv'],
])(
  '%s that a signal ends is told from one that is done, and writes',
  async (command, asked, file) => {
    const args = [command, straddle, '--prices', 'nifty.csv', '--json', ...asked];
    const ended = await desk.until(AbortSignal.abort(), () => undefined, args);
    expect(ended.code).toBe(10);
    expect(JSON.parse(ended.out)).toHaveProperty('prices');
    expect(existsSync(join(desk.directory, file))).toBe(true);
  },
);
