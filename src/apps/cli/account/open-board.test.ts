import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { settingsFromText } from '../../../settings/load-settings.ts';
import { apiSocketOf, apiTokenFileOf } from '../../../daemon/api/api-place.ts';
import { valueOf } from '../../../../test/support/simulated-day.ts';
import { controlPathOf } from '../../../day/journal/open-day-journal.ts';
import { type ShownNotice, shownNotice, type ToldNotice } from '../../../notices/told-notice.ts';
import { openBoard, type OpenBoard } from './open-board.ts';

let directory: string;
let opened: OpenBoard;
let open: (configuration: string) => Promise<OpenBoard>;
const told: ShownNotice[] = [];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-b-'));
  const environment = {};
  const about = { environment, workingDirectory: directory, file: null, shownFile: 'test' };
  const journalPath = join(directory, 'j');
  // As the lock of the account makes it.
  mkdirSync(controlPathOf(journalPath), { mode: 0o700 });
  const logDirectory = join(directory, 'logs');
  told.length = 0;
  const onNotice = (notice: ToldNotice): void => void told.push(shownNotice(notice));
  open = async (text) => {
    const read = valueOf(settingsFromText(text, about));
    return openBoard(read, { journalPath, logDirectory, environment, onNotice });
  };
  opened = await open('');
});

afterEach(async () => {
  await opened.close();
  rmSync(directory, { recursive: true, force: true });
});

function asked(path: string): Promise<{ readonly status: number; readonly body: string }> {
  const journalPath = join(directory, 'j');
  const token = readFileSync(apiTokenFileOf(journalPath), 'utf8').trim();
  const headers = { host: 'localhost', authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: apiSocketOf(journalPath), path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

it('serves probes of the account, and logs it', async () => {
  const { board } = opened;
  board.stand({ state: 'opening', sinceMs: 1, date: null, opensAtMs: null, detail: 'logs in' });
  // The API listens once the account stands.
  await expect
    .poll(() =>
      asked('/healthz').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  const ready = await asked('/readyz');
  expect(ready).toEqual({ status: 503, body: '{"ok":false,"reasons":["opening: logs in"]}' });
  board.stand({ state: 'waiting', sinceMs: 2, date: null, opensAtMs: 3_000, detail: null });
  expect((await asked('/readyz')).status).toBe(200);
  const { body } = await asked('/metrics');
  expect(body).toContain('sauda_next_open_timestamp_seconds 3\n');
  await opened.close();
  const [log = ''] = readdirSync(join(directory, 'logs'));
  const text = readFileSync(join(directory, 'logs', log), 'utf8');
  expect(text).toContain('"state":"waiting"');
});

it('reports before a day is open that its port is taken, and answers by its socket', async () => {
  await opened.close();
  const other = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  opened = await open(`api: {port: ${String(port)}}`);
  opened.board.stand({ state: 'waiting', sinceMs: 1, date: null, opensAtMs: null, detail: null });
  await expect.poll(() => told).toHaveLength(1);
  expect(told).toMatchObject([{ code: 'api-fails', facts: { what: 'port', port } }]);
  expect(told[0]?.message).toContain(`lsof -i :${String(port)}`);
  expect((await asked('/healthz')).status).toBe(200);
  other.close();
});
