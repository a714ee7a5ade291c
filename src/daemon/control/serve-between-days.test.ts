import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { type AccountStanding } from '../account-board.ts';
import { askDaemon, type Asked } from './ask-daemon.ts';
import { ControlDirectory } from './control-directory.ts';
import { type ControlRequest } from './control-request.ts';
import { serveBetweenDays } from './serve-between-days.ts';
import { askedBefore } from './waiting-requests.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-waiting-'));
const journalPath = join(directory, 'account.journal');
const standing: AccountStanding = {
  state: 'waiting',
  sinceMs: 1,
  date: '2026-11-02',
  opensAtMs: Date.UTC(2026, 10, 2, 2, 30),
  detail: null,
};
const stop = serveBetweenDays({
  directory: new ControlDirectory(journalPath),
  notOurs: () => null,
  standing: () => standing,
  status: () => null,
  onProblem: () => undefined,
});
let asks = 0;
afterEach(() => {
  asks += 1;
  if (asks < 3) return;
  stop();
  rmSync(directory, { recursive: true, force: true });
});

function ask(request: ControlRequest): Promise<Asked> {
  const id = `${String(Date.now()).padStart(15, '0')}-${String(asks)}`;
  return askDaemon(journalPath, { id, request });
}

it('says that it waits, and until when', async () => {
  expect(await ask({ action: 'status' })).toMatchObject({
    kind: 'answered',
    answer: { told: [], status: null, standing },
  });
});

it('keeps a halt for the day that opens next, and says so', async () => {
  const asked = await ask({ action: 'halt', state: 'halted', reason: 'enough' });
  expect(asked).toMatchObject({
    kind: 'answered',
    answer: { told: [{ code: 'request-kept', facts: { opensAtMs: standing.opensAtMs } }] },
  });
  expect(askedBefore({ journalPath }, false)).toEqual([
    { action: 'halt', state: 'halted', reason: 'enough' },
  ]);
});

it('refuses what needs a day, and does not keep it', async () => {
  const asked = await ask({ action: 'flatten', runId: null, reason: 'out' });
  expect(asked).toMatchObject({
    kind: 'answered',
    answer: { told: [{ code: 'request-refused', facts: { why: 'no-day', action: 'flatten' } }] },
  });
  expect(askedBefore({ journalPath }, false)).toHaveLength(1);
  expect(existsSync(journalPath)).toBe(false);
});
