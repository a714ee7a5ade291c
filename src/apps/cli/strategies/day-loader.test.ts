import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { type LoadedDay } from '../../../daemon/days/run-daemon-options.ts';
import { loadSettings } from '../../../settings/load-settings.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { createDayLoader } from './day-loader.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-days-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** A module that was not loaded before, and may be written again. */
function writeModule(file: string, name: string, more = ''): void {
  writeFileSync(
    join(directory, file),
    `import { defineStrategy, z } from 'sauda';
import { EMPTY } from 'rxjs';
export default defineStrategy({ name: '${name}', params: z.object({}), ${more} run: () => EMPTY });
`,
  );
}

const HOSTS = 'https://platform.example.test';

function settingsOf(file: string, isolation: 'process' | 'none'): Settings {
  const hosts = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'];
  writeFileSync(
    join(directory, 'sauda.yaml'),
    `isolation: ${isolation}
platform:
  hosts: { ${hosts.map((role) => `${role}: ${HOSTS}`).join(', ')} }
  credentials: { phoneNumber: { env: PHONE }, password: { env: PASSWORD } }
strategies: [${file}]
`,
  );
  const environment = { PHONE: '+910000000000', PASSWORD: 'none' };
  const settings = loadSettings('sauda.yaml', { environment, workingDirectory: directory });
  if (!settings.ok) expect(settings.error).toEqual([]);
  return (settings as { readonly value: Settings }).value;
}

/** Two days of a daemon, between which its strategy is changed. */
async function twoDays(
  file: string,
  isolation: 'process' | 'none',
  change: () => void,
): Promise<readonly LoadedDay[]> {
  const { signal } = new AbortController();
  const context = { workingDirectory: directory, signal } as CliContext;
  const load = createDayLoader(context, { files: [], journalPath: null });
  const settings = settingsOf(file, isolation);
  const first = await load(settings);
  change();
  return [first, await load(settings)];
}

const hashes = (days: readonly LoadedDay[]): ReadonlySet<string | undefined> =>
  new Set(days.map(({ strategies }) => strategies[0]?.sourceHash));

it('runs a module as it is now where strategies have a process of their own', async () => {
  writeModule('elsewhere.ts', 'before');
  const days = await twoDays('elsewhere.ts', 'process', () => {
    writeModule('elsewhere.ts', 'after');
  });
  expect(days.map(({ strategies }) => strategies[0]?.strategy.name)).toEqual(['before', 'after']);
  expect(hashes(days).size).toBe(2);
  expect(days[1]).toMatchObject({ keptSources: [], unusable: [] });
});

it('runs the source that was loaded first where they do not, and says so', async () => {
  writeModule('here.ts', 'before');
  const days = await twoDays('here.ts', 'none', () => {
    writeModule('here.ts', 'after');
  });
  expect(days.map(({ strategies }) => strategies[0]?.strategy.name)).toEqual(['before', 'before']);
  expect(hashes(days).size).toBe(1);
  expect(days[1]?.keptSources).toEqual([join(directory, 'here.ts')]);
});

it('says what is wrong with a module that was broken meanwhile, and runs nothing for it', async () => {
  writeModule('broken.ts', 'before');
  const days = await twoDays('broken.ts', 'process', () => {
    writeFileSync(join(directory, 'broken.ts'), 'export default {');
  });
  expect(days[1]).toMatchObject({ strategies: [] });
  expect(days[1]?.unusable).toHaveLength(1);
});

/** A file whose source is a module that may be written again. */
function writeWithSource(name: string, host: string): void {
  writeFileSync(
    join(directory, `${name}.yaml`),
    `name: ${name}
schemaVersion: 1
underlying: NIFTY
exit: 15:10
sources: { vix: { file: ./${name}-vix.js, fields: { level: number } } }
rules: [{ when: { source: vix }, then: [{ alert: heard }] }]
`,
  );
  writeFileSync(
    join(directory, `${name}-vix.js`),
    `import { NEVER } from 'rxjs';
import { defineSource } from 'sauda';
globalThis['loaded ${name}'] = true;
export default defineSource({ name: 'vix', hosts: ['${host}'], open: () => NEVER });
`,
  );
}

const hostsOf = (days: readonly LoadedDay[]): readonly unknown[] =>
  days.map(({ strategies }) => strategies[0]?.strategy.sources[0]?.hosts);

it('reads the module of a YAML file elsewhere, as it is now, where strategies have a process of their own', async () => {
  writeWithSource('apart', 'one.example:443');
  const days = await twoDays('apart.yaml', 'process', () => {
    writeWithSource('apart', 'two.example:443');
  });
  expect(hostsOf(days)).toEqual([['one.example:443'], ['two.example:443']]);
  expect(hashes(days).size).toBe(2);
  expect(Object.keys(globalThis)).not.toContain('loaded apart');
});

it('keeps a YAML file as it was with the module that it named first where they do not', async () => {
  writeWithSource('within', 'one.example:443');
  const days = await twoDays('within.yaml', 'none', () => {
    writeWithSource('within', 'two.example:443');
  });
  expect(hostsOf(days)).toEqual([['one.example:443'], ['one.example:443']]);
  expect(hashes(days).size).toBe(1);
  expect(days[1]?.keptSources).toEqual([join(directory, 'within.yaml')]);
  expect(Object.keys(globalThis)).toContain('loaded within');
});
