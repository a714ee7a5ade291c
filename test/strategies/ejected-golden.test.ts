import { readdirSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { sha256Hex } from '../../src/base/hash.ts';
import { ejectedText } from './ejected.ts';
import { shippedYaml } from './play-both.ts';

const STRATEGIES = new URL('../../strategies/', import.meta.url);
const GOLDEN = new URL('../golden/ejected/', import.meta.url);

/** One of each form, whose modules are kept whole: what changes in them shows line by line. */
const WHOLE = [
  ...['iron-condor', 'opening-range-breakout', 'cookbook/nine-twenty-reentry'],
  ...['ema-crossover', 'cookbook/rolling-straddle', 'custom-position', 'text-signal'],
];

function moduleOf(file: string): string {
  return ejectedText(shippedYaml(file.replace(/\.yaml$/, '')));
}

// Users keep what they ejected: a new wording, or another line, must be seen before it ships. `vitest -u` takes it over.
it.each(WHOLE)('%s is ejected as it was', async (name) => {
  const golden = new URL(`${name.replaceAll('/', '-')}.ts`, GOLDEN);
  await expect(moduleOf(`${name}.yaml`)).toMatchFileSnapshot(golden.pathname);
});

it('a file with a source is ejected to the module that ships beside it', () => {
  const module = readFileSync(new URL('cookbook/vix-filter.ts', STRATEGIES), 'utf8');
  expect(moduleOf('cookbook/vix-filter.yaml')).toBe(module);
});

it('all others are, by the hashes of their modules', async () => {
  const files = readdirSync(STRATEGIES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && !WHOLE.includes(file.replace(/\.yaml$/, '')))
    .sort();
  const hashes = files.map((file) => [file, sha256Hex(moduleOf(file)).slice(0, 16)] as const);
  const text = `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(new URL('hashes.json', GOLDEN).pathname);
});
