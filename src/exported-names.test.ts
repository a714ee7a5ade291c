import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const EXPORTED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** Names that two files may declare, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {};

it('no two production files export the same name', () => {
  const files = globSync('**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts', '**/testing/**'] });
  const filesByName = new Map<string, Set<string>>();
  for (const file of files.toSorted()) {
    for (const [, name = ''] of readFileSync(ROOT + file, 'utf8').matchAll(EXPORTED)) {
      filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file));
    }
  }
  expect(files.length).toBeGreaterThan(300);
  const twice = [...filesByName].filter(([name, { size }]) => size > 1 && !(name in ALLOWED));
  expect(twice.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([]);
});
