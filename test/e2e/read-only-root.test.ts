import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { shipped } from '../support/simulated-day.ts';

const MAIN = fileURLToPath(new URL('../../src/apps/cli/main.ts', import.meta.url));

/** As a container engine starts it with a read-only root: all that is not the volume refuses writes, /tmp too. */
const READ_ONLY = `set -e
mount --bind "$STATE" "$STATE"
mount --bind / /
mount -o remount,ro,bind /
cd "$STATE/.."
if touch refused 2>/dev/null; then exit 99; fi
exec "$NODE" "$@"`;

/** Only root has mounts of its own here. */
const canMount =
  spawnSync('unshare', ['-m', 'sh', '-c', 'mount --bind / / && mount -o remount,ro,bind /'])
    .status === 0;

test.skipIf(!canMount)(
  'a daemon needs no more than its volume to write: a day, its report and its pack, and a start after it',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sauda-container-'));
    const state = join(directory, 'state');
    spawnSync('mkdir', ['-m', '0700', state]);
    writeFileSync(
      join(directory, 'sauda.yaml'),
      `state: {directory: ${state}}\nevidence: on\nengine: {quotesPoll: 1m, ordersPollWorking: 1m, ordersPollIdle: 1m, quotesStale: 2m, ordersStale: 3m}\nstrategies: [${shipped('short-straddle.yaml')}]\n`,
    );
    const journal = join(state, 'default.paper.journal');
    const environment = { STATE: state, NODE: process.execPath, XDG_STATE_HOME: state };
    const started = async (at: string): Promise<string> => {
      const args = [MAIN, 'daemon', '--journal', journal, '--at', at, '--speed', 'max'];
      const { stdout, stderr } = await promisify(execFile)(
        'unshare',
        ['-m', 'sh', '-c', READ_ONLY, 'sh', ...args, '--days', '1'],
        { env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...environment } },
      );
      return stdout + stderr;
    };
    try {
      const said = await started('2026-10-30T09:00');
      expect(said).not.toMatch(/EROFS|read-only/i);
      await started('2026-11-02T09:00');
      const reports = readdirSync(join(state, 'reports')).filter((name) => name.endsWith('.txt'));
      expect(reports).toEqual(['default.paper.2026-10-30.txt', 'default.paper.2026-11-02.txt']);
      expect(existsSync(join(state, 'evidence', 'default.paper.2026-11-02.tar.gz'))).toBe(true);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
  120_000,
);
