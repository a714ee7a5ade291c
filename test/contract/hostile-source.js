import { spawn } from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';

import { concat, from, NEVER, of, timer } from 'rxjs';
import { defineSource, defineStrategy, z } from 'sauda';

/** Where it may connect, where it may not, and what it does: written beside it by the test. */
const { allowed, denied, act, size } = JSON.parse(
  readFileSync(new URL('hostile-source.json', import.meta.url), 'utf8'),
);

const failing = (emitter) => {
  const { promise, resolve, reject } = Promise.withResolvers();
  for (const name of ['connect', 'secureConnect', 'listening', 'online']) emitter.on(name, resolve);
  emitter.on('error', reject);
  return promise;
};
const answered = (ask) =>
  new Promise((resolve, reject) => {
    ask((error) => (error ? reject(error) : resolve()));
  });

/** The bytes by which this program asks for a connection, made by hand. */
function openFrame(address) {
  const payload = Buffer.from(address);
  const head = Buffer.alloc(9);
  head.writeUInt32BE(77, 1);
  head.writeUInt32BE(payload.length, 5);
  return Buffer.concat([head, payload]);
}

const [host, port] = denied.split(':');
/** A socket whose own methods are those of Node again. */
function pristine() {
  const socket = new net.Socket();
  const handle = socket._handle ?? null;
  return failing(Object.assign(socket, { _handle: handle }).connect({ host, port: Number(port) }));
}

const WAYS = {
  fetch: () => fetch(`http://${denied}/`),
  socket: () => failing(net.connect(Number(port), host)),
  tls: () => failing(tls.connect(Number(port), host)),
  http2: () => {
    const session = http2.connect(`http://${denied}`);
    const { promise, resolve, reject } = Promise.withResolvers();
    session.on('error', reject).request().on('response', resolve).on('error', reject);
    return promise;
  },
  'socket of its own': pristine,
  'socket of this machine': () => failing(net.connect('/tmp/api.sock')),
  datagram: () => failing(dgram.createSocket('udp4').bind(0)),
  'look-up': () => answered((done) => dns.lookup('example.test', done)),
  'name server': () => answered((done) => dns.resolve4('example.test', done)),
  'by the pipe': async () => {
    writeSync(3, openFrame(denied));
    throw new RangeError('asked');
  },
  read: async () => readFileSync('/etc/hostname'),
  write: async () => writeFileSync(new URL('left-behind.txt', import.meta.url), 'x'),
  child: () => failing(spawn('/bin/true')),
  worker: () => failing(new Worker('1', { eval: true })),
  signal: async () => process.kill(process.ppid, 'SIGUSR2'),
  binding: async () => process.binding('tcp_wrap'),
};

async function tried() {
  const results = {};
  for (const [what, make] of Object.entries(WAYS)) {
    const late = new Promise((_, reject) => setTimeout(reject, 2_000, new RangeError('late')));
    try {
      await Promise.race([make(), late]);
      results[what] = 'done';
    } catch (error) {
      results[what] = String(error.code ?? error.cause?.code ?? error.name);
    }
  }
  return { tried: results, environment: Object.keys(process.env) };
}

const ACTS = {
  asks: () => from(fetch(`http://${allowed}/`).then((answer) => answer.text())),
  tries: () => from(tried()),
  throws: () => {
    setTimeout(() => {
      throw new RangeError('outside');
    }, 20);
    return NEVER;
  },
  loops: () => {
    setTimeout(() => {
      for (;;);
    }, 20);
    return NEVER;
  },
  floods: () => from(Array.from({ length: 5_000 }, (_, place) => place)),
  hoards: () => {
    const kept = [];
    setInterval(() => kept.push(new Array(5_000_000).fill(Math.random())), 5);
    return NEVER;
  },
  forges: () => {
    writeSync(1, '{"source":"another","value":1}\n');
    return NEVER;
  },
  'breaks the pipe': () => {
    writeSync(3, Buffer.alloc(64, 0xff));
    return NEVER;
  },
  serves: () => {
    net.createServer().listen(0, '127.0.0.1');
    return NEVER;
  },
  fails: () => {
    throw new RangeError('not today');
  },
  says: () => of({ price: 1 }, { price: 2 }),
  'says much': () => of('x'.repeat(size)),
  stays: () => concat(timer(0), NEVER),
  'says odd': () => of({ price: 1, more: 2 }, { price: -1 }, 'x', { price: NaN }, { price: 3 }),
  lies: () => {
    writeSync(1, '{"source":"values","value":{"price":"x"}}\n');
    writeSync(
      1,
      '{"source":"values","value":{"price":4,"note":"aaaaaaaaaaaaaaaaaaaaaaaaaaaa!"}}\n',
    );
    return of({ price: 5 });
  },
  accuses: () => {
    writeSync(1, '{"fault":{"source":"another","what":"unfit","detail":"x"}}\n');
    return NEVER;
  },
};

/** Reads what another process says, or harms it. */
const values = defineSource({
  name: 'values',
  hosts: [allowed],
  ...(['says odd', 'lies'].includes(act) && { schema: z.object({ price: z.number().positive() }) }),
  open: () => ACTS[act](),
});

export default defineStrategy({ name: 'listens', sources: [values], run: () => NEVER });
