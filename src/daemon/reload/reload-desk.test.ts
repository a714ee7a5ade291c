import { expect, it } from 'vitest';

import { type Stage } from '../../model/runs/stage.ts';
import { ReloadDesk, type ReloadDeskOptions } from './reload-desk.ts';

const RUN_ID = 'straddle@2026-11-27/live';

/** A desk of one running live run, where live runs may be reloaded; nothing of a day is behind it. */
function liveDesk(goal: Stage | null): ReloadDesk {
  const planned = [
    { header: { runId: RUN_ID, strategy: 'straddle' }, loaded: { path: 'straddle.js', goal } },
  ];
  const trading = {
    planned,
    view: () => ({ runs: [{ runId: RUN_ID, state: 'running' }] }),
    reloads: { areOffered: true },
    kernel: { write: () => expect.unreachable() },
    note: () => undefined,
  };
  const options = { trading, mode: 'live', isAllowed: true, clock: { nowMs: () => 0 } };
  return new ReloadDesk(options as unknown as ReloadDeskOptions);
}

it('leaves a live run with a stage its source, as no other has earned that stage', async () => {
  const asked = { runId: RUN_ID, by: 'save', attempt: null, sourceHash: null } as const;
  const outcome = await liveDesk('full').reload({ ...asked, mayDiffer: true });
  expect(outcome).toMatchObject({ code: 'reload-refused', facts: { why: 'live' } });
});
