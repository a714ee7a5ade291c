import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { SdNotify } from './sd-notify.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-notify-'));
const heard = join(directory, 'heard');
const program = join(directory, 'systemd-notify');
writeFileSync(heard, '');
writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${heard}\n`, { mode: 0o755 });
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

function lines(): readonly string[] {
  return readFileSync(heard, 'utf8').split('\n').slice(0, -1);
}

async function untilHeard(line: string): Promise<void> {
  if (lines().includes(line)) return;
  await new Promise<void>((resolve) => {
    const watcher = watch(heard, () => {
      if (!lines().includes(line)) return;
      watcher.close();
      resolve();
    });
  });
}

it('tells one thing at a time, and of what waits the last of each kind', async () => {
  const notify = new SdNotify({ socket: '/run/fake', program, onTrouble: () => undefined });
  notify.tell('READY');
  for (const minute of ['one', 'two', 'three\nfour']) notify.tell('STATUS', minute);
  notify.tell('STOPPING');
  await untilHeard('/run/fake STOPPING=1');
  expect(lines()).toEqual([
    '/run/fake READY=1',
    '/run/fake STATUS=three four',
    '/run/fake STOPPING=1',
  ]);
});

it('says once that systemd cannot be reached, and harms nothing', async () => {
  const troubles: string[] = [];
  await new Promise<void>((resolve) => {
    const notify = new SdNotify({
      socket: '/run/fake',
      program: join(directory, 'missing'),
      onTrouble: (detail) => {
        troubles.push(detail);
        notify.tell('WATCHDOG');
        resolve();
      },
    });
    notify.tell('READY');
  });
  expect(troubles).toEqual([expect.stringContaining('ENOENT')]);
});
