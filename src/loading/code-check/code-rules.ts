import { type AnyNode } from 'acorn';

import { type ModuleNames } from './module-names.ts';
import { isNamed } from './run-nodes.ts';

/** What is doubtful about a node, and what to do. */
export interface CodeDoubt {
  readonly message: string;
  readonly next: string;
}

/** Modules by which code comes by what is outside of its run. */
const OUTSIDE: ReadonlySet<string> = new Set([
  ...['child_process', 'cluster', 'dgram', 'dns', 'dns/promises', 'fs', 'fs/promises', 'http'],
  ...['http2', 'https', 'net', 'os', 'readline', 'readline/promises', 'sqlite', 'tls'],
  ...['worker_threads', 'axios', 'undici', 'ws', 'rxjs/ajax', 'rxjs/fetch', 'rxjs/webSocket'],
]);
const READING: ReadonlySet<string> = new Set(['fs', 'fs/promises', 'sqlite']);
const CONNECTING: ReadonlySet<string> = new Set(['EventSource', 'WebSocket', 'XMLHttpRequest']);
/** What differs from one moment to the next, and by which name it is read. */
const CLOCKS = [
  ['Date', 'now'],
  ['DateTime', 'now'],
  ['performance', 'now'],
  ['Math', 'random'],
] as const;
const TO_PROMISE: ReadonlySet<string> = new Set(['firstValueFrom', 'lastValueFrom']);

const SOURCE = 'Bring it in with defineSource(): its values are recorded and replayed';
const OPERATOR = 'Use an operator of RxJS, or bring the value in with defineSource()';
const PARAMETER = 'Make it a parameter: params: z.object({ … })';
const LATER = 'Read it inside run, where it is the clock of the run';

/** What no run can do, or no replay would have. Null of all else. */
export function doubtInRun(node: AnyNode, names: ModuleNames): CodeDoubt | null {
  return promiseDoubt(node, names) ?? outsideDoubt(node, names);
}

function promiseDoubt(node: AnyNode, names: ModuleNames): CodeDoubt | null {
  const what = promiseIn(node, names);
  if (what === null) return null;
  return { message: `A run cannot wait for a promise: ${what}`, next: OPERATOR };
}

function promiseIn(node: AnyNode, names: ModuleNames): string | null {
  return waitingIn(node) ?? promiseNamed(node, names);
}

function waitingIn(node: AnyNode): string | null {
  if (node.type === 'AwaitExpression') return 'await';
  if ('async' in node && node.async) return 'an async function';
  if (node.type === 'ForOfStatement') return node.await ? 'for await' : null;
  return node.type === 'ImportExpression' ? 'import()' : null;
}

function promiseNamed(node: AnyNode, names: ModuleNames): string | null {
  if (isGlobal(node, 'Promise', names)) return 'Promise';
  if (node.type === 'Identifier' && isOf(node.name, TO_PROMISE, names)) return node.name;
  const called = node.type === 'CallExpression' ? node.callee : null;
  if (called?.type !== 'MemberExpression') return null;
  return isNamed(called.property, 'then') ? 'then()' : null;
}

function isOf(name: string, some: ReadonlySet<string>, { imported }: ModuleNames): boolean {
  return some.has(name) && imported.get(name) === 'rxjs';
}

function outsideDoubt(node: AnyNode, names: ModuleNames): CodeDoubt | null {
  if (isGlobal(node, 'fetch', names)) return connects('fetch()');
  if (node.type === 'NewExpression' && node.callee.type === 'Identifier') {
    const { name } = node.callee;
    return CONNECTING.has(name) && isGlobal(node.callee, name, names) ? connects(name) : null;
  }
  const ambient = ambientOf(node, names);
  if (ambient !== null) {
    const message = `A replay does not have ${ambient}: a run must not read it`;
    return { message, next: PARAMETER };
  }
  const from = node.type === 'Identifier' ? moduleOf(node.name, names) : null;
  if (from === null) return null;
  const verb = READING.has(from) ? 'reads or writes a file' : 'leaves its run';
  return { message: `A run ${verb} by "${from}", and fails`, next: SOURCE };
}

function connects(what: string): CodeDoubt {
  return { message: `A run cannot connect: ${what} fails it`, next: SOURCE };
}

/** What is read once as the module is loaded: no record keeps it. Null of all else. */
export function doubtAtTop(node: AnyNode, names: ModuleNames): CodeDoubt | null {
  const clock = clockOf(node, names);
  if (clock !== null) {
    const message = `${clock} is the machine's as the module is loaded, and the same all day`;
    return { message, next: LATER };
  }
  const ambient = ambientOf(node, names);
  if (ambient !== null) {
    return {
      message: `No journal records ${ambient}: a replay may decide otherwise`,
      next: PARAMETER,
    };
  }
  if (node.type !== 'CallExpression') return null;
  const from = moduleOf(rootName(node.callee) ?? '', names);
  if (from === null) return null;
  const message = READING.has(from)
    ? `What "${from}" reads as the module is loaded is in no journal, and in a backtest it may be of a later day`
    : `"${from}" is used as the module is loaded: no journal records what it brings`;
  return { message, next: SOURCE };
}

function clockOf(node: AnyNode, names: ModuleNames): string | null {
  if (node.type === 'NewExpression') {
    return node.arguments.length === 0 && isGlobal(node.callee, 'Date', names)
      ? 'new Date()'
      : null;
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  const { object, property } = node.callee;
  const of = CLOCKS.find(
    ([owner, read]) => isNamed(property, read) && isClock(object, owner, names),
  );
  return of === undefined ? null : `${of.join('.')}()`;
}

function isClock(node: AnyNode, owner: string, names: ModuleNames): boolean {
  const isOfLuxon = isNamed(node, owner) && names.imported.get(owner) === 'luxon';
  return isOfLuxon || isGlobal(node, owner, names);
}

/** What of `process` differs from machine to machine; its clock is the run's. */
function ambientOf(node: AnyNode, names: ModuleNames): string | null {
  if (node.type !== 'MemberExpression' || !isGlobal(node.object, 'process', names)) return null;
  const { property } = node;
  const name = property.type === 'Identifier' ? property.name : '';
  return ['env', 'argv', 'cwd', 'pid', 'platform'].includes(name) ? `process.${name}` : null;
}

function rootName(node: AnyNode): string | null {
  if (node.type === 'MemberExpression') return rootName(node.object);
  return node.type === 'Identifier' ? node.name : null;
}

function moduleOf(name: string, { imported, declared }: ModuleNames): string | null {
  const from = imported.get(name);
  return from !== undefined && OUTSIDE.has(from) && !declared.has(name) ? from : null;
}

/** Whether a node is a global by name: nothing in the file is called so. */
function isGlobal(node: AnyNode, name: string, names: ModuleNames): boolean {
  if (!isNamed(node, name)) return false;
  return !names.declared.has(name) && !names.imported.has(name) && !names.functions.has(name);
}
