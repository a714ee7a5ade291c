import childProcess, { execSync, spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { lookup } from 'node:dns';
import fs, { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import http, { get } from 'node:http';
import inspector from 'node:inspector';
import asyncHooks from 'node:async_hooks';
import { createRequire, findPackageJSON } from 'node:module';
import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import v8 from 'node:v8';
import vm, { runInNewContext } from 'node:vm';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

import { EMPTY, of, tap } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import { ist } from '../testing/inputs.ts';
import { runOf } from '../testing/scripted-run.ts';
import { refuseOutside } from './refuse-outside.ts';

refuseOutside();

const HERE = import.meta.filename;
const database = new DatabaseSync(':memory:');
const statement = database.prepare('select 1');
const open = fs.openSync(HERE, 'r');
const held = fs.readFileSync;
const kept = new vm.Script('Date.now()');
const session = new inspector.Session();
const { queryObjects } = v8 as unknown as { queryObjects: (made: unknown) => number };
const required = createRequire(import.meta.url)('node:fs') as typeof fs;
afterAll(() => {
  fs.closeSync(open);
  database.close();
});

describe('a run fails that', () => {
  it.each<readonly [what: string, called: string, use: () => unknown]>([
    ['reads a file', 'fs.readFileSync', () => fs.readFileSync(HERE)],
    ['reads it by an imported name', 'fs.readFileSync', () => readFileSync(HERE)],
    ['reads it by a name it kept', 'fs.readFileSync', () => held(HERE)],
    ['reads it by what it requires', 'fs.readFileSync', () => required.readFileSync(HERE)],
    ['promises to read it', 'fs.promises.readFile', () => void readFile(HERE)],
    ['reads what is open', 'fs.readSync', () => fs.readSync(open, Buffer.alloc(1))],
    ['streams it', 'fs.createReadStream', () => fs.createReadStream(HERE)],
    ['streams it by the class', 'fs.ReadStream', () => streamOf(HERE)],
    ['asks for a part of a function', 'fs.realpathSync', () => fs.realpathSync.native(HERE)],
    ['asks whether there is one', 'fs.existsSync', () => fs.existsSync(HERE)],
    [
      'writes one',
      'fs.writeFileSync',
      () => {
        fs.writeFileSync(`${HERE}.none/none`, '');
      },
    ],
    ['starts a program', 'child_process.execSync', () => execSync('true')],
    ['starts one beside it', 'child_process.spawn', () => spawn('true')],
    [
      'promises to start one',
      'child_process.exec',
      () => void promisify(childProcess.exec)('true'),
    ],
    ['starts one by the class', 'child_process.ChildProcess.spawn', () => startByClass()],
    ['starts a thread', 'worker_threads.Worker', () => new Worker('', { eval: true })],
    [
      'asks what a thread posted',
      'worker_threads.receiveMessageOnPort',
      () => receiveMessageOnPort(new MessageChannel().port1),
    ],
    ['asks a database', 'sqlite.DatabaseSync.prepare', () => database.prepare('select 1')],
    ['asks by a statement it kept', 'sqlite.StatementSync.get', () => statement.get()],
    ['connects', 'net.Socket.connect', () => connect(1)],
    ['requests', 'net.Socket.connect', () => get('http://127.0.0.1:1')],
    ['sends', 'dgram.Socket.bind', () => dgram.createSocket('udp4').bind(0)],
    [
      'looks up a name',
      'dns.lookup',
      () => {
        lookup('localhost', () => undefined);
      },
    ],
    ['makes a require', 'module.createRequire', () => createRequire(import.meta.url)],
    [
      'inspects itself',
      'inspector.Session.connect',
      () => {
        new inspector.Session().connect();
      },
    ],
    ['makes another realm', 'vm.runInNewContext', () => runInNewContext('Date.now()') as unknown],
    [
      'makes it by a script it kept',
      'vm.Script.runInNewContext',
      () => kept.runInNewContext() as unknown,
    ],
    ['looks for objects in memory', 'v8.queryObjects', () => queryObjects(Int32Array)],
    ['copies memory', 'v8.getHeapSnapshot', () => v8.getHeapSnapshot()],
    ['writes memory down', 'v8.writeHeapSnapshot', () => v8.writeHeapSnapshot()],
    [
      'opens the inside of V8',
      'v8.setFlagsFromString',
      () => {
        v8.setFlagsFromString('--allow-natives-syntax');
      },
    ],
    [
      'takes coverage',
      'v8.takeCoverage',
      () => {
        v8.takeCoverage();
      },
    ],
    [
      'hears of promises of the program',
      'v8.promiseHooks.onInit',
      () => v8.promiseHooks.onInit(() => undefined),
    ],
    ['hears of its resources', 'async_hooks.createHook', () => asyncHooks.createHook({})],
    ['runs a text', 'vm.runInThisContext', () => vm.runInThisContext('1') as unknown],
    ['compiles a text', 'vm.compileFunction', () => vm.compileFunction('')],
    ['makes a script', 'vm.Script', () => new vm.Script('1')],
    ['reports on the process', 'process.report.getReport', () => process.report.getReport()],
    [
      'asks a session it kept',
      'inspector.Session.post',
      () => {
        session.post('Runtime.enable');
      },
    ],
    ['finds a file', 'module.findPackageJSON', () => findPackageJSON(import.meta.url)],
    ['measures the machine', 'perf_hooks.monitorEventLoopDelay', () => monitorEventLoopDelay()],
    ['opens a web socket', 'new WebSocket', () => new WebSocket('ws://127.0.0.1:1')],
  ])('%s', (_, called, use) => {
    const run = runOf(() => of(null).pipe(tap(use)) as never);
    expect(run.start(ist('09:00'))).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining(
        `A strategy cannot call ${called}(): what it brings`,
      ) as unknown,
    });
  });

  it('does so and catches what is thrown', () => {
    const run = runOf(() => {
      try {
        readFileSync(HERE);
      } catch {
        // Goes on as if nothing had happened.
      }
      return EMPTY;
    });
    expect(run.start(ist('09:00'))).toMatchObject({ state: 'failed' });
  });
});

it('a run may look whether there is a way to connect, and print', () => {
  const run = runOf(() => {
    if (typeof WebSocket === 'function') process.stdout.write('');
    return EMPTY;
  });
  expect(run.start(ist('09:00')).state).toBe('completed');
});

it('a run finds nothing in memory that Node has not cleared', () => {
  const found: number[] = [];
  const run = runOf(() => {
    found.push(Buffer.from('a').buffer.byteLength);
    for (const made of [Buffer.allocUnsafe(4_096), Buffer.allocUnsafeSlow(65_536)]) {
      found.push(made.reduce((sum, byte) => sum + byte, 0));
    }
    return EMPTY;
  });
  Buffer.allocUnsafe(4_096).fill(7);
  expect(run.start(ist('09:00')).state).toBe('completed');
  expect(found).toEqual([1, 0, 0]);
});

it('outside of runs all is as it was', async () => {
  expect(readFileSync(HERE, 'utf8')).toBe(await readFile(HERE, 'utf8'));
  expect((streamOf(HERE) as fs.ReadStream).destroy()).toBeInstanceOf(fs.ReadStream);
  const { stdout } = await promisify(childProcess.exec)('echo told');
  expect(stdout).toBe('told\n');
  expect(statement.get()).toEqual({ 1: 1 });
});

function startByClass(): unknown {
  const { ChildProcess } = childProcess as unknown as {
    ChildProcess: new () => { spawn: (options: object) => unknown };
  };
  return new ChildProcess().spawn({ file: 'true', args: ['true'] });
}

/** The types of Node say that the class takes no path. */
function streamOf(path: string): unknown {
  return Reflect.construct(fs.ReadStream, [path]);
}

it('outside of runs a web socket is what Node has', () => {
  expect(WebSocket).toBe(http.WebSocket);
});
