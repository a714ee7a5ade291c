import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

import { map, of, timer } from 'rxjs';
import { alert, defineStrategy, z } from 'sauda';

/** What it tried, while its module was loaded: outside of every run. */
const tried = [];

async function attempt(what, make) {
  try {
    await make();
    tried.push(`${what}: done`);
  } catch (error) {
    tried.push(`${what}: ${error.code ?? error.cause?.code ?? error.name}`);
  }
}

const parent = `/proc/${process.ppid}`;
await attempt('fetch', () => fetch('http://127.0.0.1:9999/'));
await attempt('socket', () => {
  const { promise, resolve, reject } = Promise.withResolvers();
  connect(9999, '127.0.0.1').on('connect', resolve).on('error', reject);
  return promise;
});
await attempt('datagram', () => {
  const { promise, resolve, reject } = Promise.withResolvers();
  createSocket('udp4')
    .on('error', reject)
    .send('x', 9999, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
  return promise;
});
await attempt('read', () => readFileSync('/etc/hostname'));
await attempt('write', () => writeFileSync(new URL('left-behind.txt', import.meta.url), 'x'));
await attempt('child', () => spawnSync(process.execPath, ['--version']));
await attempt('worker', () => new Worker('', { eval: true }));
await attempt('environ', () => readFileSync(`${parent}/environ`));
await attempt('own environ', () => readFileSync('/proc/self/environ'));
await attempt('memory', () => readFileSync(`${parent}/mem`));
await attempt('signal', () => process.kill(process.ppid, 'SIGTERM'));
await attempt('exit', () => process.exit(3));

const hoard = [];
const ACTS = {
  tell: () => alert('info', JSON.stringify({ tried, names: Object.keys(process.env) })),
  loop: () => {
    for (;;);
  },
  hoard: () => {
    for (;;) hoard.push(new Array(100_000).fill(hoard.length));
  },
};

export default defineStrategy({
  name: 'hostile-process',
  params: z.object({
    act: z.enum(['tell', 'wait']),
    then: z.enum(Object.keys(ACTS)).default('tell'),
  }),
  run: ({ params: { act, then } }) =>
    (act === 'tell' ? of('tell') : timer(5).pipe(map(() => then))).pipe(
      map((what) => ACTS[what]()),
    ),
});
