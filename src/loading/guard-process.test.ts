import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EMPTY, of, tap } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { asCodeOfModule } from '../adapters/system/code-owner.ts';
import { ist } from '../host/testing/inputs.ts';
import { runOf } from '../host/testing/scripted-run.ts';
import { guardProcess, ProcessRefusal } from './guard-process.ts';
import { loadStrategy } from './load-strategy.ts';
import { importStrategyModule } from './strategy-modules.ts';

const directory = mkdtempSync(join(tmpdir(), 'guard-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});
beforeAll(guardProcess);

function write(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

it('what holds for all runs cannot be changed, once built-ins are protected', () => {
  // In a process of its own: that of the tests would be protected, too.
  const program = `
import { inspect } from 'node:util';
import { z } from ${JSON.stringify(import.meta.resolve('zod'))};
import { guardProcess, protectBuiltIns } from ${JSON.stringify(new URL('guard-process.ts', import.meta.url).href)};
protectBuiltIns();
guardProcess();
const changed = [['depth', inspect.defaultOptions], ['jitless', z.config()]].map(([key, options]) =>
  Reflect.set(options, key, 0));
process.stdout.write(JSON.stringify([...changed, inspect({ a: { b: { c: 1 } } })]));`;
  const args = ['--input-type=module', '--eval', program];
  const said = execFileSync(process.execPath, args, { encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual([false, false, '{ a: { b: { c: 1 } } }']);
});

it.each([
  'setTimeout(process.exit, 1, 0);',
  'setImmediate(process.exit, 0);',
  'queueMicrotask(process.exit.bind(process, 0));',
  'Promise.resolve(0).then(process.reallyExit.bind(process));',
  "process.nextTick(process.kill.bind(process, process.pid, 'SIGKILL'));",
])('a module cannot have others end the process: %s', (text) => {
  const path = write(`handed-${String(text.length)}.mjs`, `${text}\nexport default null;\n`);
  const of = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const program = `
import { guardProcess } from ${of('guard-process.ts')};
import { armStrayFailures, forgiveViolations } from ${of('stray-failures.ts')};
import { loadStrategy } from ${of('load-strategy.ts')};
guardProcess();
armStrayFailures();
forgiveViolations(() => {});
await loadStrategy(${JSON.stringify(path)});
setTimeout(() => { process.stdout.write('lives on'); }, 20);`;
  const args = ['--input-type=module', '--eval', program];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('lives on');
});

describe('a run', () => {
  it.each([
    ['exit', () => process.exit(0)],
    ['kill', () => process.kill(process.pid, 0)],
    [
      'chdir',
      () => {
        process.chdir('.');
      },
    ],
    ['binding', () => inside('binding')('fs')],
    ['_linkedBinding', () => inside('_linkedBinding')('fs')],
    ['getBuiltinModule', () => process.getBuiltinModule('node:fs')],
    [
      'loadEnvFile',
      () => {
        process.loadEnvFile('none');
      },
    ],
    [
      'dlopen',
      () => {
        process.dlopen({ exports: {} }, 'none.node');
      },
    ],
    ['removeAllListeners', () => process.removeAllListeners('SIGTERM')],
    ['emit', () => process.emit('SIGTERM')],
    ['on', () => process.on('unhandledRejection', () => undefined)],
    ['on', () => process.on('SIGTERM', () => undefined)],
    ['once', () => process.once('exit', () => undefined)],
    ['off', () => process.off('SIGTERM', () => undefined)],
    ['listeners', () => process.listeners('SIGTERM')],
  ])('fails by process.%s', (door, call) => {
    const run = runOf(() => of(null).pipe(tap(call)) as never);
    expect(run.start(ist('09:00'))).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining(`A strategy cannot call process.${door}()`) as unknown,
    });
  });

  it('fails, too, when the strategy catches what is thrown', () => {
    const run = runOf(() => {
      try {
        process.kill(process.pid, 0);
      } catch {
        // Goes on as if nothing had happened.
      }
      return EMPTY;
    });
    expect(run.start(ist('09:00')).failure).toContain('cannot call process.kill()');
  });
});

describe('a module', () => {
  it.each([
    ['process.exit(0);', 'exit'],
    ["process.on('exit', () => {});\nprocess.once('uncaughtException', () => {});", 'once'],
    ["process.on('exit', () => {});\nprocess.off('SIGTERM', () => {});", 'off'],
    ["process.prependListener('SIGUSR2', () => {});", 'prependListener'],
    ["const { open } = process.binding('fs');", 'binding'],
    ["process['_linked' + 'Binding']('fs');", '_linkedBinding'],
    ["process.rawListeners('SIGINT');", 'rawListeners'],
    ["process.on('newListener', () => {});", 'on'],
    ["import { chdir } from 'node:process';\n(() => chdir('.'))();", 'chdir'],
  ])('that does %j is not loaded', async (text, door) => {
    const path = write(`loads-${door}.mjs`, `${text}\nexport default null;\n`);
    const loaded = await loadStrategy(path);
    expect(loaded).toMatchObject({
      ok: false,
      error: [
        {
          file: path,
          line: text.split('\n').length,
          message: expect.stringContaining(`cannot call process.${door}()`) as unknown,
        },
      ],
    });
  });

  it.each([
    ["import v8 from 'node:v8';\nv8.queryObjects(Object);", 'call v8.queryObjects()'],
    ["import v8 from 'node:v8';\nv8.setFlagsFromString('--expose-gc');", 'call v8.setFlags'],
    ["import { Session } from 'node:inspector';\nnew Session().connect();", 'call inspector.'],
    ["import vm from 'node:vm';\nvm.createContext();", 'call vm.createContext()'],
    ["import 'node:ffi';", 'import node:ffi'],
    ['import \'data:text/javascript,import "node:wasi"\';', 'import node:wasi'],
    ["process.getBuiltinModule('repl');", 'import node:repl'],
  ])('that reaches for memory by %j is not loaded', async (text, told) => {
    const path = write(
      `reaches-${told.replaceAll(/\W/g, '-')}.mjs`,
      `${text}\nexport default null;\n`,
    );
    expect(await loadStrategy(path)).toMatchObject({
      error: [{ file: path, message: expect.stringContaining(`cannot ${told}`) as unknown }],
    });
  });

  it.each(['host/feeds/run-prices.ts', 'host/current-world.ts?copy=1'])(
    'that imports %s of this program is not loaded',
    async (file) => {
      const url = new URL(`../${file}`, import.meta.url).href;
      const text = `import * as inside from '${url}';\nexport default inside;\n`;
      const path = write(`imports-${String(file.length)}.mjs`, text);
      expect(await loadStrategy(path)).toMatchObject({
        error: [{ message: expect.stringContaining('it is a part of this program') as unknown }],
      });
    },
  );

  it('does not reach for memory by a timer that it leaves behind', async () => {
    const text = `import v8 from 'node:v8';
export default new Promise((tell) => setTimeout(() => {
  try { tell(v8.queryObjects(Object)); } catch (error) { tell(error.message); }
}));
`;
    const path = write('leaves-timer.mjs', text);
    const { default: left } = await asCodeOfModule(path, () =>
      importStrategyModule(`file://${path}`),
    );
    expect(await left).toContain('cannot call v8.queryObjects()');
  });

  it('is not loaded with a package that ends the process', async () => {
    const home = join(directory, 'node_modules/ending');
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{"name":"ending","exports":"./index.mjs"}');
    writeFileSync(join(home, 'index.mjs'), 'process.exit(0);\n');
    const path = write('by-package.mjs', "import 'ending';\nexport default null;\n");
    const loaded = await loadStrategy(path);
    expect(loaded).toMatchObject({
      error: [{ message: expect.stringContaining('cannot call process.exit()') as unknown }],
    });
  });

  it('is refused outside of every run, by an error of its own', async () => {
    const path = write(
      'later.mjs',
      'export default async () => { await null; process.kill(process.pid, 0); };\n',
    );
    const { default: later } = await importStrategyModule(`file://${path}`);
    await expect((later as () => Promise<void>)()).rejects.toThrow(ProcessRefusal);
  });
});

it("the program's own calls are done", () => {
  expect(process.kill(process.pid, 0)).toBe(true);
});

/** What the types of Node leave out. */
function inside(door: string): (name: string) => unknown {
  return Reflect.get(process, door) as (name: string) => unknown;
}
