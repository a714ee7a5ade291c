import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { StageLedger, type StageRecord } from './stage-ledger.ts';

let directory = '';
let ledger: StageLedger;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-stages-'));
  ledger = new StageLedger(join(directory, 'state', 'main.live.journal.stages'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

function day(date: string): StageRecord {
  const code = { name: 'a', sourceHash: 's', paramsHash: 'p', platform: 'x' };
  return { kind: 'day', date, ...code, stage: 'shadow', fills: 2, why: null };
}

it('keeps what is added, for its owner alone', () => {
  expect(ledger.read()).toEqual({ records: [], damage: null });
  ledger.add([day('2026-11-02')]);
  new StageLedger(ledger.path).add([day('2026-11-03')]);
  expect(ledger.read()).toEqual({ records: [day('2026-11-02'), day('2026-11-03')], damage: null });
  expect(statSync(ledger.path).mode & 0o777).toBe(0o600);
});

it('loses a line that a crash cut, and nothing else', () => {
  ledger.add([day('2026-11-02')]);
  appendFileSync(ledger.path, '{"kind":"day","date":"2026-11-03"');
  expect(ledger.read()).toEqual({ records: [day('2026-11-02')], damage: null });
  ledger.add([day('2026-11-04')]);
  expect(ledger.read()).toEqual({ records: [day('2026-11-02'), day('2026-11-04')], damage: null });
});

it('is not relied on where a line is broken, or where others may write it', () => {
  ledger.add([day('2026-11-02')]);
  chmodSync(ledger.path, 0o620);
  expect(ledger.read().damage).toContain('only its owner');
  chmodSync(ledger.path, 0o600);
  expect(ledger.read().damage).toBeNull();
  appendFileSync(ledger.path, '{"kind":"set","to":"full"}\n');
  expect(ledger.read()).toEqual({ records: [], damage: 'line 2 cannot be read' });
});

const HALF = join(import.meta.dirname, '../../../test/support/write-half-a-record.ts');

it('waits while another process writes a line, and cuts it once that one has died with it', async () => {
  ledger.add([day('2026-11-02')]);
  const writes = spawn(process.execPath, [HALF, ledger.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(writes.stdout, 'data');
  const half = statSync(ledger.path).size;
  const inUse = expect.objectContaining({
    detail: expect.stringContaining('in use by another process') as string,
    next: expect.stringContaining('Repeat it in a few seconds') as string,
  }) as object;
  expect(ledger.add([day('2026-11-03')])).toEqual({ ok: false, error: inUse });
  expect(statSync(ledger.path).size).toBe(half);
  writes.kill('SIGKILL');
  await once(writes, 'exit');
  ledger.add([day('2026-11-03')]);
  expect(ledger.read()).toEqual({ records: [day('2026-11-02'), day('2026-11-03')], damage: null });
}, 20_000);
