import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, it } from 'vitest';

import { valueOf } from '../../test/support/simulated-day.ts';
import { configurationInstead, loadStrategy } from './load-strategy.ts';

const STRADDLE = resolve(import.meta.dirname, '../../strategies/short-straddle.ts');

it('refuses a YAML strategy on an underlying that the tables do not know', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'strategy-'));
  const path = join(directory, 's.yaml');
  await writeFile(
    path,
    'name: s\nschemaVersion: 1\nunderlying: BANKNIFY\nentry: 09:20\nexit: 15:10\n' +
      'legs: { ce: { side: sell, type: CE, strike: ATM } }\n',
  );
  expect(await loadStrategy(path)).toMatchObject({
    ok: false,
    error: [{ file: path, line: 3, column: 13, found: '"BANKNIFY"', nearest: 'BANKNIFTY' }],
  });
  await rm(directory, { recursive: true });
});

it('refuses a parameter "underlying" that the tables do not know', async () => {
  expect(await loadStrategy(STRADDLE, { underlying: 'NIFTTY' })).toMatchObject({
    ok: false,
    error: [{ file: STRADDLE, found: '"NIFTTY"', nearest: 'NIFTY' }],
  });
});

it('names the line that defines a module, and none of who loads a YAML file', async () => {
  const module = valueOf(await loadStrategy(STRADDLE));
  expect(module.strategy.definedAt).toContain('short-straddle.ts:');
  const yaml = valueOf(await loadStrategy(STRADDLE.replace(/ts$/, 'yaml')));
  expect(yaml.strategy.definedAt).toBeUndefined();
});

it('fills in defaults and applies overrides', async () => {
  expect(await loadStrategy(STRADDLE, { underlying: 'BANKNIFTY' })).toMatchObject({
    ok: true,
    value: { path: STRADDLE, params: { underlying: 'BANKNIFTY', lots: 1 } },
  });
});

it('knows a configuration by its keys, and says how to give it', () => {
  const text = 'mode: paper\naccount: x\nstrategies: [a.yaml]\nsimulater: {}\n';
  expect(configurationInstead(text, 'sauda.yaml')).toMatchObject({
    message: 'This is a configuration, not a strategy',
    file: 'sauda.yaml',
    found: 'mode, account, strategies, simulater',
    next: 'Give it as --config sauda.yaml',
  });
});

it.each([
  ['a strategy without its name', 'schemaVersion: 1\nlegs: {}\n'],
  ['a strategy with a key of configurations', 'name: s\nrisk: {}\nlegs: {}\n'],
  ['keys of neither', 'foo: 1\n'],
  ['a list', '- mode\n'],
  ['nothing', ''],
  ['what is no YAML', 'a: [\n'],
])('takes %s for no configuration', (_what, text) => {
  expect(configurationInstead(text, 's.yaml')).toBeNull();
});
