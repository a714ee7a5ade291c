import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

const read = (name: string): string =>
  readFileSync(new URL(`../../config/daemon/${name}`, import.meta.url), 'utf8');

/** Keys of a unit by section; of one that is given twice, the last. */
function unit(): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let section = '';
  for (const line of read('sauda.service').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const heading = /^\[(\w+)\]$/.exec(line)?.[1];
    const at = line.indexOf('=');
    if (heading !== undefined) section = heading;
    if (at > 0) keys.set(`${section}.${line.slice(0, at)}`, line.slice(at + 1));
  }
  return keys;
}

it('has a unit that starts the daemon again, gives a stop its time and shuts all that it needs not', () => {
  expect(Object.fromEntries(unit())).toMatchObject({
    'Service.Type': 'notify',
    // systemd-notify is another process.
    'Service.NotifyAccess': 'all',
    'Service.Restart': 'on-failure',
    'Service.NoNewPrivileges': 'yes',
    'Service.ProtectSystem': 'strict',
    'Unit.StartLimitIntervalSec': '0',
  });
  const seconds = (key: string): number => Number(unit().get(key));
  expect(seconds('Service.TimeoutStopSec')).toBeGreaterThan(10);
  // A driver looks once a second, and a machine may be busy.
  expect(seconds('Service.WatchdogSec')).toBeGreaterThanOrEqual(30);
  expect(unit().get('Service.ExecStart')).toMatch(/sauda daemon --config \S+$/);
  expect(unit().get('Service.ExecStart')).toContain('node --disable-sigusr1 ');
});

it('has a container that runs as a user of its own, with its state in a volume', () => {
  const lines = read('Containerfile').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'USER sauda',
      'VOLUME /state',
      'STOPSIGNAL SIGTERM',
      'ENTRYPOINT ["sauda", "daemon"]',
    ]),
  );
  // With a read-only root the lock of the login must be in the volume, too: test/e2e/read-only-root.test.ts.
  expect(lines.find((line) => line.startsWith('ENV '))).toContain('XDG_STATE_HOME=/state');
  const run = lines.filter((line) => line.startsWith('#')).join('\n');
  for (const option of ['--read-only', '--init', '--stop-timeout 20', '--restart on-failure']) {
    expect(run).toContain(option);
  }
  expect(run).toContain('-v sauda-state:/state');
});
