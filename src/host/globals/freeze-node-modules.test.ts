import { globSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { tellUnrefused, toldBy } from '../../../test/support/program-of.ts';
import { NODE_MODULES } from './freeze-node-modules.ts';

/** In a process of its own: this one's test runner is at work on the same modules. */
function inFrozen(body: string): unknown {
  const program = `
import { freezeBuiltIns } from ${JSON.stringify(new URL('freeze-built-ins.ts', import.meta.url).href)};
import { freezeNodeModules, NODE_MODULES } from ${JSON.stringify(new URL('freeze-node-modules.ts', import.meta.url).href)};
import { createRequire, syncBuiltinESMExports } from 'node:module';
freezeBuiltIns();
freezeNodeModules();
const of = (name) => process.getBuiltinModule('node:' + name);
const require = createRequire(${JSON.stringify(import.meta.url)});
${body}`;
  return toldBy(import.meta.dirname, program);
}

it('nothing of them can be overwritten', () => {
  const overwrites = [
    'of("fs").writeSync = () => 0',
    'of("fs").fdatasyncSync = () => 0',
    'of("fs").promises = {}',
    'of("fs/promises").readFile = () => ""',
    'delete of("fs").fsyncSync',
    'Object.defineProperty(of("fs"), "renameSync", { value: () => 0 })',
    'of("crypto").createHash = () => 0',
    'of("crypto").Hash.prototype.update = () => 0',
    'of("events").prototype.emit = () => false',
    'of("events").once = () => 0',
    'of("stream").Writable.prototype.write = () => true',
    'of("net").Socket.prototype.write = () => true',
    'of("net").connect = () => 0',
    'of("dns").lookup = () => 0',
    'of("tls").connect = () => 0',
    'of("http").Server.prototype.listen = () => 0',
    'of("sqlite").DatabaseSync.prototype.exec = () => 0',
    'of("sqlite").StatementSync.prototype.run = () => 0',
    'of("worker_threads").Worker.prototype.postMessage = () => 0',
    'of("worker_threads").MessagePort.prototype.postMessage = () => 0',
    'of("async_hooks").AsyncLocalStorage.prototype.getStore = () => 0',
    'of("timers").setTimeout = () => 0',
    'of("path").join = () => ""',
    'of("url").fileURLToPath = () => ""',
    'of("util").inspect = () => ""',
    'of("module").syncBuiltinESMExports = () => 0',
    'Object.getPrototypeOf(setImmediate(() => 0)).unref = () => 0',
    'Object.getPrototypeOf(setTimeout(() => 0)).unref = () => 0',
    'Buffer.from = () => 0',
    'Buffer.prototype.toString = () => ""',
    'URL.prototype.toString = () => ""',
    'globalThis.URL = class {}',
    'globalThis.Buffer = class {}',
    'globalThis.process = {}',
    'globalThis.performance = {}',
    'globalThis.console = null',
    'AbortSignal.any = () => 0',
    'AbortController.prototype.abort = () => 0',
    'EventTarget.prototype.dispatchEvent = () => 0',
    'TextEncoder.prototype.encode = () => 0',
    'TextDecoder.prototype.decode = () => ""',
    'encodeURIComponent = () => ""',
    'structuredClone = () => 0',
    'queueMicrotask = () => 0',
    'crypto.getRandomValues = () => 0',
    'WebAssembly.Instance = class {}',
  ];
  expect(inFrozen(tellUnrefused(overwrites))).toEqual([]);
});

it('Node and packages work with them as before', () => {
  const body = `
process.removeAllListeners('warning');
const seen = [];
for (const name of NODE_MODULES) for (const key of Reflect.ownKeys(of(name))) Reflect.get(of(name), key);
syncBuiltinESMExports();
const { once, EventEmitter } = of('events');
const { Readable, Transform } = of('stream');
const { createServer } = of('http');
const { pipeline } = of('stream/promises');
// Methods of one object, as of old.
const mine = new EventEmitter();
mine.emit = () => 'mine';
seen.push(mine.emit('x'), Object.keys(mine).includes('emit'));
function Old() { EventEmitter.call(this); }
of('util').inherits(Old, EventEmitter);
Old.prototype.on = function (...args) { return EventEmitter.prototype.on.apply(this, args); };
const old = new Old();
old.on('x', (value) => seen.push(value));
old.emit('x', 'old');
const copied = Object.assign({}, EventEmitter.prototype);
seen.push(typeof copied.emit);
const chunks = [];
await pipeline(
  Readable.from(['a', 'b']),
  new Transform({ transform: (chunk, _, done) => done(null, String(chunk).toUpperCase()) }),
  async (from) => { for await (const chunk of from) chunks.push(String(chunk)); },
);
seen.push(chunks.join(''));
const server = createServer((request, response) => response.end('answered')).listen(0, '127.0.0.1');
await once(server, 'listening');
const { Agent } = require('undici');
const agent = new Agent();
const answer = await agent.request({ origin: 'http://127.0.0.1:' + server.address().port, path: '/', method: 'GET', signal: AbortSignal.timeout(5_000) });
seen.push(await answer.body.text());
await agent.close();
const worker = new (of('worker_threads').Worker)('require("node:worker_threads").parentPort.postMessage(7)', { eval: true, execArgv: [] });
seen.push((await once(worker, 'message'))[0]);
const child = of('child_process').spawn(process.execPath, ['--version']);
seen.push((await once(child, 'close'))[0]);
const gone = new (of('sqlite').DatabaseSync)(':memory:');
seen.push(gone.prepare('SELECT 5 AS five').get().five);
server.close();
const fs = require('graceful-fs');
seen.push(typeof fs.readFileSync(${JSON.stringify(import.meta.filename)}, 'utf8'));
tell(seen);`;
  expect(inFrozen(body)).toEqual([
    'mine',
    true,
    'old',
    'function',
    'AB',
    'answered',
    7,
    0,
    5,
    'string',
  ]);
});

it('none that the program imports is left out', () => {
  const root = new URL('../../', import.meta.url);
  const imported = globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(new URL(file, root), 'utf8').matchAll(/from 'node:([a-z_/]+)'/gu),
    ])
    .map(([, name]) => name);
  // Its doors are asked, and its state changes.
  const named: readonly unknown[] = [...NODE_MODULES, 'process'];
  expect([...new Set(imported)].filter((name) => !named.includes(name))).toEqual([]);
});
