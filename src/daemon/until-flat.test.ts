import { expect, test } from 'vitest';

import { unknownRun } from './drive-day.ts';

const DAY = { runs: [{ runId: 'straddle@2026-11-20/live' }] } as never;

const FLATTEN = { action: 'flatten', reason: 'enough' } as const;

test('a run that the journal does not know is a slip of the command', () => {
  const refused = unknownRun({ flatten: { ...FLATTEN, runId: 'nosuch' } }, DAY);
  expect(refused?.error).toMatchObject({ kind: 'usage', problems: [{ found: 'nosuch' }] });
  expect(unknownRun({ flatten: { ...FLATTEN, runId: null } }, DAY)).toBeNull();
  expect(unknownRun({ flatten: { ...FLATTEN, runId: 'straddle' } }, DAY)).toBeNull();
});
