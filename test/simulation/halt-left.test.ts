import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { of } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ControlDirectory } from '../../src/daemon/control/control-directory.ts';
import { runDay } from '../../src/daemon/run-day.ts';
import { type OperatorRequest } from '../../src/model/orders/operator-request.ts';
import { toldText } from '../../src/notices/told-notice.ts';
import { settingsFromText } from '../../src/settings/load-settings.ts';
import { alert } from '../../src/strategy/commands.ts';
import { defineStrategy } from '../../src/strategy/define-strategy.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const HALT = { action: 'halt', state: 'halted', reason: 'prices look wrong' } as const;
const RESUME = { action: 'resume', reason: 'they were right' } as const;
const BEGUN = 'the run has begun';
const CONFIGURATION = 'mode: paper\nsimulator: {at: 2026-10-30T09:14, speed: max, seed: test}';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sauda-halt-left-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** What was told before the first run began on a day for which these requests were left, in order. */
async function toldBefore(left: readonly OperatorRequest[]): Promise<readonly string[]> {
  const journalPath = join(root, 'a.paper.journal');
  const directory = new ControlDirectory(journalPath);
  for (const [index, request] of left.entries()) directory.leave(String(index), request);
  const settings = settingsFromText(CONFIGURATION, {
    environment: {},
    workingDirectory: root,
    file: null,
    shownFile: 'test',
  });
  const early = defineStrategy({ name: 'early', run: () => of(alert('info', BEGUN)) });
  const done = new AbortController();
  const told: string[] = [];
  const ran = await runDay({
    settings: valueOf(settings),
    strategies: await loadAll([early]),
    journalPath,
    signal: done.signal,
    onNotice: (notice) => {
      const message = toldText(notice);
      if (message.includes(BEGUN)) done.abort();
      if (!done.signal.aborted) told.push(message);
    },
  });
  expect(ran.ok).toBe(true);
  expect(done.signal.aborted).toBe(true);
  return told;
}

describe('of what was left while no program ran, before any run begins', () => {
  it.each([
    { what: 'a halt holds', left: [HALT] },
    { what: 'a halt after a resume holds', left: [RESUME, HALT] },
    { what: 'the last of two halts holds', left: [{ ...HALT, reason: 'first' }, HALT] },
  ])('$what', async ({ left }) => {
    expect((await toldBefore(left)).join('\n')).toContain(HALT.reason);
  });

  it('a halt that was taken back does not hold', async () => {
    expect((await toldBefore([HALT, RESUME])).join('\n')).not.toContain(HALT.reason);
  });
});
