import { AsyncResource } from 'node:async_hooks';
import dgram from 'node:dgram';
import dns from 'node:dns';
import {
  chmodSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import os from 'node:os';
import { kill } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import tls from 'node:tls';

import { of } from 'rxjs';
import { alert, defineStrategy, z } from 'sauda';

/** What it tried while its module was loaded, and what came of it. */
const tried = {};

async function attempt(what, make) {
  const late = new Promise((_, reject) => {
    setTimeout(reject, 400, new RangeError('late'));
  });
  try {
    await Promise.race([make(), late]);
    tried[what] = 'done';
  } catch (error) {
    tried[what] = String(error.code ?? error.cause?.code ?? error.name);
  }
}

const parent = process.ppid;
const failing = (emitter) => {
  const { promise, resolve, reject } = Promise.withResolvers();
  for (const name of ['connect', 'listening', 'message']) emitter.on(name, resolve);
  emitter.on('error', reject);
  return promise;
};
const answered = (ask) =>
  new Promise((resolve, reject) => {
    ask((error) => (error ? reject(error) : resolve()));
  });
const SIGNAL = 'SIGUSR2';

// By the network.
await attempt('net: a socket of this machine', () => failing(net.connect('/tmp/api.sock')));
await attempt('net: tls', () => failing(tls.connect(9, '127.0.0.1')));
await attempt('net: http2', () => failing(http2.connect('http://127.0.0.1:9')));
await attempt('net: dgram', () => failing(dgram.createSocket('udp4').bind(0)));
await attempt('net: a name', () => answered((done) => dns.lookup('localhost', done)));
await attempt('net: a name server', () => answered((done) => dns.resolve4('example.test', done)));
await attempt('net: a server', () => failing(net.createServer().listen(0, '127.0.0.1')));
await attempt('net: WebSocket', () => {
  const { promise, resolve, reject } = Promise.withResolvers();
  const socket = new WebSocket('ws://127.0.0.1:9');
  socket.onopen = resolve;
  socket.onerror = ({ error, message }) => reject(error ?? new Error(message));
  return promise;
});
await attempt('inspector: open', async () => (await import('node:inspector')).open(0));
await attempt('inspector: session', async () => {
  const { Session } = await import('node:inspector');
  new Session().connect();
});

// By files.
await attempt('file: of its project, written as one outside', () =>
  readFileSync(new URL('../../../../../etc/hostname', import.meta.url)),
);
await attempt('file: above its project', () => readdirSync('/etc'));
await attempt('file: known to be there', () => statSync('/etc/hostname'));
await attempt('file: a link of its own', () =>
  symlinkSync('/etc/hostname', new URL('own-link', import.meta.url)),
);
await attempt('file: a hard link', () =>
  linkSync(new URL(import.meta.url), new URL('own-hard-link', import.meta.url)),
);
await attempt('file: removed', () => unlinkSync(new URL('nothing.txt', import.meta.url)));
await attempt('file: opened to others', () => chmodSync(new URL(import.meta.url), 0o777));
await attempt(
  'file: a database',
  () => new DatabaseSync(new URL('hostile.db', import.meta.url).pathname),
);
await attempt('file: a report', () =>
  process.report.writeReport(new URL('hostile.json', import.meta.url).pathname),
);
await attempt('file: of environment', () => process.loadEnvFile('/etc/environment'));
for (const name of ['mem', 'maps', 'environ', 'cmdline', 'fd', 'root/etc/hostname']) {
  for (const of of ['self', parent]) {
    await attempt(`proc: ${of === parent ? 'parent' : of}/${name}`, () =>
      openSync(`/proc/${of}/${name}`, 'r'),
    );
  }
}

// By the inside of Node.
await attempt('inside: flags of the machine', async () =>
  (await import('node:v8')).setFlagsFromString('--trace-turbo'),
);
await attempt('inside: binding', () => process.binding('process_wrap'));
await attempt('inside: linked binding', () => process._linkedBinding('any'));
await attempt('inside: native code', () => process.dlopen({ exports: {} }, '/tmp/x.node'));
await attempt('inside: another program', () => process.execve('/bin/true', ['true'], {}));
await attempt('inside: debug the parent', () => process._debugProcess(parent));
await attempt('inside: cluster', async () => (await import('node:cluster')).default.fork());
await attempt(
  'inside: wasi',
  async () => new (await import('node:wasi')).WASI({ version: 'preview1' }),
);

// By signals: as it is called, and called by others, on whose stack nothing of it stands.
await attempt('signal: kill', () => process.kill(parent, SIGNAL));
await attempt('signal: kill by name', () => kill(parent, SIGNAL));
await attempt('signal: _kill', () => process._kill(parent, 12));
await attempt('signal: priority', () => os.setPriority(parent, 19));
const shot = (how) => attempt(`signal: ${how.name}`, how);
const gun = () => process.kill.bind(process, parent, SIGNAL);
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
await shot(async function timer() {
  setTimeout(process.kill, 1, parent, SIGNAL);
  await soon();
});
await shot(async function immediate() {
  setImmediate(process.kill, parent, SIGNAL);
  await soon();
});
await shot(async function microtask() {
  queueMicrotask(gun());
  await soon();
});
await shot(async function promise() {
  await Promise.resolve().then(gun());
});
await shot(async function tick() {
  process.nextTick(gun());
  await soon();
});
await shot(async function listener() {
  process.on('warning', gun());
  process.emitWarning('x');
  await soon();
});
await shot(async function resource() {
  new AsyncResource('x', { triggerAsyncId: 0 }).runInAsyncScope(gun());
});
await shot(async function input() {
  process.stdin.once('data', gun());
  await soon();
});

/** Reports what came of it. */
export default defineStrategy({
  name: 'hostile-machine',
  params: z.object({}),
  run: () => of(alert('info', JSON.stringify({ tried, environment: { ...process.env } }))),
});
