import { expect, it } from 'vitest';

import { type ToldNotice } from '../notices/told-notice.ts';
import { strayTaker } from './stray-runs.ts';

/** A day whose runs are over. Its methods need it, as those of a trading day do. */
class Day {
  readonly planned = [];
  readonly told: ToldNotice[] = [];
  readonly kernel = { failRun: () => false };

  note(notice: ToldNotice): void {
    this.told.push(notice);
  }

  view(): { readonly atMs: number } {
    return { atMs: 7 + this.told.length };
  }
}

it('what is thrown again and again after its run is over is told once', () => {
  const day = new Day();
  const take = strayTaker(day);
  const failure = { owner: { kind: 'run', runId: 'a@2026-11-20/paper' }, message: 'mine' } as const;
  take(failure);
  take(failure);
  expect(day.told).toEqual([
    {
      atMs: 7,
      severity: 'warning',
      runId: 'a@2026-11-20/paper',
      code: 'strategy-threw-after-run',
      facts: { detail: 'mine' },
    },
  ]);
});
