import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { type StrategyDay } from '../../src/drill/exposure/strategy-tally.ts';

interface Told {
  readonly points: number;
  readonly days: number;
  readonly runs: readonly StrategyDay[];
  readonly broken: readonly object[];
  readonly untraded: readonly (readonly { readonly ordinal: number; readonly verdict: string }[])[];
}

const PROGRAM = fileURLToPath(new URL('hostile-days.ts', import.meta.url));
const FAILURES = {
  hostile: /read only property 'filledUnits'/,
  'hostile#2': /read only property 'units'/,
  'hostile#3': /read only property 'lotSizeUnits'/,
  'hostile#4': /A promise was rejected that nothing handles: RangeError/,
  'hostile#5': /read only property 'filter'/,
  'hostile#6': /read only property 'round'/,
  'module-timer': /outside of its turns: TypeError: a timer of the module/,
};

it(
  'a day beside hostile strategies ends flat, wherever its process ends and starts again',
  { timeout: 300_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM]);
    const { points, days, runs, broken, untraded } = JSON.parse(stdout) as Told;
    expect(points).toBeGreaterThanOrEqual(30);
    expect(days).toBeGreaterThanOrEqual(100);
    for (const [name, failure] of Object.entries(FAILURES)) {
      expect(runs.find(({ strategy }) => strategy === name)?.failure).toMatch(failure);
    }
    expect(broken).toEqual([]);
    // Entries that were written down and may have left are looked for, and not sent again: one moment of all.
    const [written, sending, ...others] = new Set(
      untraded.map(([first]) => `${String(first?.ordinal)} ${String(first?.verdict)}`),
    );
    expect([written, sending]).toEqual([
      expect.stringContaining('crash-after'),
      expect.stringContaining('crash-before'),
    ]);
    expect(others).toEqual([]);
  },
);
