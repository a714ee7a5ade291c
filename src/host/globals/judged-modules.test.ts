import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import v8 from 'node:v8';
import vm from 'node:vm';

import { expect, it } from 'vitest';

import { INSIDE_MODULES, OUTSIDE_DOORS } from './outside-doors.ts';

const page = readFileSync(new URL('../../../docs/honesty.md', import.meta.url), 'utf8');
const judged = /### Node's modules, one by one\n([^]*?)\nOut of reach/.exec(page)?.[1] ?? '';
const named = new Set(
  judged
    .split('\n')
    .map((line) => line.split('|')[1] ?? '')
    .flatMap((cell) => [...cell.matchAll(/`([\w/]+)`/g)].map(([, name]) => name)),
);

it('every module of this Node is judged in docs/honesty.md', () => {
  const bare = builtinModules.map((name) => name.replace(/^node:/, ''));
  expect(bare.filter((name) => !named.has(name))).toEqual([]);
});

it('the page names each module that no strategy may import', () => {
  for (const name of INSIDE_MODULES) expect(page).toContain(`\`node:${name}\``);
});

/** What of the modules that reach deepest is left to a run: it copies own values, or counts bytes. */
const LEFT: Readonly<Record<string, readonly [exports: object, left: readonly string[]]>> = {
  v8: [
    v8,
    [
      'cachedDataVersionTag',
      'DefaultDeserializer',
      'DefaultSerializer',
      'deserialize',
      'Deserializer',
      'getCppHeapStatistics',
      'getHeapCodeStatistics',
      'getHeapSpaceStatistics',
      'getHeapStatistics',
      'isStringOneByteRepresentation',
      'promiseHooks',
      'serialize',
      'Serializer',
      'startupSnapshot',
    ],
  ],
  vm: [vm, ['constants', 'isContext', 'SourceTextModule', 'SyntheticModule', 'Module']],
};

it.each(Object.entries(LEFT))(
  'every export of node:%s is refused or known',
  (name, [own, left]) => {
    const refused = OUTSIDE_DOORS.filter(
      ({ module, within }) => module === name && within === undefined,
    ).flatMap(({ names }) => names);
    expect(Object.keys(own).filter((key) => ![...refused, ...left].includes(key))).toEqual([]);
  },
);
