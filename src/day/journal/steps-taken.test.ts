import { expect, it } from 'vitest';

import { type JournalEntry } from '../../ports/journal.ts';
import { StepsTaken } from './steps-taken.ts';

function adopted(runId: string, atMs: number): JournalEntry {
  const request = { action: 'release', runId, how: 'adopt', reason: 'seen' };
  return { kind: 'event', atMs, event: { kind: 'operator-asked', request, atMs } };
}

it('comes to what was due while a run was held when the operator lets it go on, and for other runs when it looked', () => {
  const looks = [1_000, 2_000, 3_000, 4_000].map((atMs): JournalEntry => {
    return { kind: 'event', atMs, event: 0 };
  });
  const steps = new StepsTaken();
  const entries = [...looks.slice(0, 3), adopted('held', 3_500), ...looks.slice(3)];
  expect([...steps.note(entries)]).toEqual(entries);
  expect([500, 1_500, 3_400, 3_600].map(steps.cameToFor('held'))).toEqual([
    3_500, 3_500, 3_500, 4_000,
  ]);
  expect([500, 1_500].map(steps.cameToFor('other'))).toEqual([1_000, 2_000]);
});
