import { expect, it } from 'vitest';

import { tellUnrefused, toldBy } from '../../../test/support/program-of.ts';

/** In a process of its own: this one's test runner is at work on the same built-ins. */
function inFrozen(body: string): unknown {
  const program = `
import { freezeBuiltIns } from ${JSON.stringify(new URL('freeze-built-ins.ts', import.meta.url).href)};
freezeBuiltIns();
${body}`;
  return toldBy(import.meta.dirname, program);
}

it('nothing that is shared can be overwritten', () => {
  const overwrites = [
    'Array.prototype.filter = () => []',
    'Array.prototype.last = () => 1',
    'Array.from = () => []',
    'Math.round = () => 7',
    'JSON.stringify = () => ""',
    'Map.prototype.get = () => 1',
    'Promise.prototype.then = () => 1',
    'Promise.all = () => 1',
    'Object.prototype.polluted = 1',
    'Object.prototype.toString = () => ""',
    'Object.keys = () => []',
    'Function.prototype.call = () => 1',
    'String.prototype.split = () => []',
    'RegExp.prototype.exec = () => null',
    'Error.prototype.message = "mine"',
    'Error.captureStackTrace = () => 1',
    'Reflect.apply = () => 1',
    'Symbol.for = () => 1',
    'Date.now = () => 1',
    'Date.prototype.getTime = () => 1',
    'Date = class {}',
    'globalThis.Map = class {}',
    'globalThis.setTimeout = () => 1',
    'Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true })',
    'Object.getPrototypeOf(Int8Array.prototype).fill = () => 1',
    'Object.getPrototypeOf(function* () {}).prototype.next = () => 1',
    'Intl.NumberFormat.prototype.format = () => ""',
    'delete Array.prototype.map',
    'Object.defineProperty(Array.prototype, "map", { value: () => [] })',
    'Object.setPrototypeOf(Array.prototype, null)',
  ];
  expect(inFrozen(tellUnrefused(overwrites))).toEqual([]);
});

it('ordinary code and packages go on', () => {
  const body = `
import { createRequire } from 'node:module';
for (const name of ['luxon', 'rxjs', 'zod', 'yaml', 'undici', 'commander', 'tough-cookie', 'fast-check', 'prettier']) {
  await import(name);
}
const require = createRequire(${JSON.stringify(import.meta.url)});
for (const name of ['rxjs', 'luxon', 'typescript', 'eslint']) require(name);
// Inheritance as it was before classes.
function Old() {}
Old.prototype = Object.create(Error.prototype);
Old.prototype.constructor = Old;
Old.prototype.name = 'Old';
Old.prototype.toString = () => 'old';
const error = new RangeError('a');
error.message = 'b';
error.name = 'Mine';
const bag = {};
bag.toString = () => 'bag';
bag.constructor = 7;
Error.stackTraceLimit = 3;
Error.prepareStackTrace = undefined;
Symbol.observable ??= Symbol('observable');
class List extends Array { map() { return 'mine'; } }
tell([String(new Old()), new Old().name, String(error), String(bag), bag.constructor, new List().map(), Object.keys(bag)]);`;
  expect(inFrozen(body)).toEqual([
    'old',
    'Old',
    'Mine: b',
    'bag',
    7,
    'mine',
    ['toString', 'constructor'],
  ]);
});
