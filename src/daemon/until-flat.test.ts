import { expect, test } from 'vitest';

import { unknownRun } from './drive-day.ts';

const DAY = { runs: [{ runId: 'straddle@2026-11-20/live' }] } as never;

test('a run that the journal does not know is a slip of the command', () => {
  const refused = unknownRun({ flatten: { runId: 'nosuch' } }, DAY);
  expect(refused?.error).toMatchObject({ kind: 'usage', problems: [{ found: 'nosuch' }] });
  expect(unknownRun({ flatten: { runId: null } }, DAY)).toBeNull();
  expect(unknownRun({ flatten: { runId: 'straddle' } }, DAY)).toBeNull();
});
