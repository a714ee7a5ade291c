import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { valueOf } from '../../../test/support/simulated-day.ts';
import { formatProblem } from '../../base/problem.ts';
import { ejectFile } from '../eject-file.ts';
import { hasCode, loadsCode, loadStrategy } from '../load-strategy.ts';
import { hashOnDisk } from '../source-on-disk.ts';

const VIX = `import { NEVER } from 'rxjs';
import { defineSource } from 'sauda';
export default defineSource({ name: 'vix', hosts: ['vix.example:443'], open: () => NEVER });
`;

let top: string;
let path: string;

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'sources-'));
  path = join(top, 'mine/mine.yaml');
});

afterEach(() => rm(top, { recursive: true }));

async function save(name: string, text: string): Promise<string> {
  await mkdir(dirname(join(top, name)), { recursive: true });
  await writeFile(join(top, name), text);
  return join(top, name);
}

function sourcesOf(file: string): string {
  return `sources:
  vix: { file: ${JSON.stringify(file)}, fields: { level: number } }
`;
}

const RULES = `rules:
  - { when: { source: vix }, if: vix.level < 14, then: [{ alert: calm }] }
`;

function fileOf(file: string): string {
  return `name: mine
schemaVersion: 1
underlying: NIFTY
exit: '15:10'
${sourcesOf(file)}${RULES}`;
}

async function said(asked: string): Promise<string> {
  await save('mine/mine.yaml', fileOf(asked));
  const loaded = await loadStrategy(path);
  return loaded.ok ? 'loaded' : loaded.error.map(formatProblem).join('\n');
}

describe('a file in YAML that names a source', () => {
  it('has what its module declares, and a hash of all its files', async () => {
    const shared = await save('mine/lib/hosts.js', `export const HOST = 'vix.example:443';\n`);
    const module = await save(
      'mine/lib/vix.ts',
      VIX.replace("'vix.example:443'", 'HOST').replace(
        'import { NEVER }',
        "import { HOST } from './hosts.js';\nimport { NEVER }",
      ),
    );
    expect(await said('./lib/vix.ts')).toBe('loaded');
    const loaded = valueOf(await loadStrategy(path));
    expect(loaded.strategy.sources).toMatchObject([{ name: 'vix', hosts: ['vix.example:443'] }]);
    expect(loaded.imports).toEqual([shared, module].map((file) => pathToFileURL(file).href));
    expect(hashOnDisk(loaded)).toBe(loaded.sourceHash);
    expect([loadsCode(path), hasCode(loaded)]).toEqual([true, true]);

    await save('mine/lib/hosts.js', `export const HOST = 'other.example:443';\n`);
    expect(hashOnDisk(loaded)).not.toBe(loaded.sourceHash);
  });

  it('names the module from the file that it is written in', async () => {
    await save('mine/parts/vix-source.ts', VIX);
    await save('mine/parts/vix.yaml', `schemaVersion: 1\n${sourcesOf('./vix-source.ts')}`);
    const whole = fileOf('').replace(sourcesOf(''), 'include: ./parts/vix.yaml\n');
    await save('mine/mine.yaml', whole);
    const { strategy } = valueOf(await loadStrategy(path));
    expect(strategy.sources).toMatchObject([{ hosts: ['vix.example:443'] }]);
    expect(valueOf(ejectFile(path))).toContain("import vixSource from './parts/vix-source.ts';");
  });

  it('may have them from a blueprint', async () => {
    await save('mine/prints/vix-source.ts', VIX);
    const print = fileOf('./vix-source.ts')
      .replace('level < 14', 'level < limit')
      .replace('rules:', 'parameters: { limit: { default: { input: most } } }\nrules:')
      .concat('blueprint: { inputs: { most: { type: number, default: 14 } } }\n');
    await save('mine/prints/calm.yaml', print);
    await save('mine/mine.yaml', 'name: mine\nschemaVersion: 1\nuse: ./prints/calm.yaml\n');
    const { strategy } = valueOf(await loadStrategy(path, { most: 20 }));
    expect(strategy.sources).toMatchObject([{ hosts: ['vix.example:443'] }]);
  });

  it.each([
    ['/etc/vix.ts', 'The module of a source is named by its path from this file'],
    ['https://example.org/vix.js', 'The module of a source is named by its path'],
    ['../vix.ts', 'The file lies outside the folder of the strategy'],
    ['./.vix.ts', 'A hidden file'],
    ['./vix.yaml', 'Only a module can be a source'],
    ['./vix.json', 'allowed  a file that ends with .ts, .mts, .js or .mjs'],
    ['./vixx.ts', 'nearest  ./vix.ts'],
    ['./folder.ts', 'This is a folder, not a file'],
    ['./pipe.ts', 'Cannot read the file "./pipe.ts"'],
    ['./linked.ts', 'a link that leads out of the folder'],
    ['./throws.ts', 'Cannot load the module: no luck'],
    ['./throws.ts', 'throws.ts:1:7'],
    ['./broken.ts', 'Cannot load the module: '],
    ['./nothing.ts', 'found    no default export'],
    ['./strategy.ts', 'found    a default export of another kind'],
    ['./other.ts', 'The module names its source "india-vix", and this file "vix"'],
    ['./hosts.ts', 'Source "vix" wants hosts like "prices.example:443", found "*"'],
  ])('refuses %j at its place', async (asked, message) => {
    await save('vix.ts', VIX);
    await save('mine/vix.ts', VIX);
    await save('mine/.vix.ts', VIX);
    await save('mine/folder.ts/vix.ts', VIX);
    await symlink(join(top, 'vix.ts'), join(top, 'mine/linked.ts'));
    execFileSync('mkfifo', [join(top, 'mine/pipe.ts')]);
    await save('mine/throws.ts', `throw new RangeError('no luck');\n`);
    await save('mine/broken.ts', 'export default {\n');
    await save('mine/nothing.ts', 'export const vix = 1;\n');
    await save('mine/strategy.ts', 'export default { name: "s", run: () => null };\n');
    await save('mine/other.ts', VIX.replace("'vix'", "'india-vix'"));
    await save('mine/hosts.ts', VIX.replace('vix.example:443', '*'));
    const text = await said(asked);
    expect(text).toContain('mine.yaml:6:16: ');
    expect(text).toContain(message);
  });

  it.each([
    ['{ levels: z.number() }', ['no such field', 'allowed  levels', 'next     Write levels']],
    ['{ change: z.number() }', ['no such field', 'next     Add it to the schema in ./vix.ts']],
    ['{ level: z.string() }', ['this is a string', 'next     Say it as a number, or as true or']],
    ['{ level: z.boolean() }', ['this is a boolean', 'allowed  boolean', 'Write for example']],
    ['{ level: z.int().nullable(), more: z.string() }', null],
    ['{ level: z.union([z.number(), z.string()]) }', null],
  ])('holds its fields to a schema of %s', async (schema, told) => {
    const module = VIX.replace('hosts:', `schema: z.object(${schema}), hosts:`);
    await save('mine/vix.ts', `import { z } from 'zod';\n${module}`);
    const text = await said('./vix.ts');
    const place = told?.[0] === 'no such field' ? 'mine.yaml:6:38: ' : 'mine.yaml:6:45: ';
    for (const message of told === null ? ['loaded'] : [place, ...told]) {
      expect(text).toContain(message);
    }
  });

  it('takes any field of a source whose values are not known', async () => {
    const loose = 'schema: z.looseObject({ levels: z.number() }), hosts:';
    await save('mine/vix.ts', `import { z } from 'zod';\n${VIX.replace('hosts:', loose)}`);
    expect(await said('./vix.ts')).toBe('loaded');
  });

  it('names no file of another kind in place of an absent module', async () => {
    expect(await said('./mine.ts')).not.toContain('mine.yaml"');
    expect(await said('./mine.ts')).not.toContain('nearest');
  });

  it('loads no code of a file that is wrong', async () => {
    await save('mine/vix.ts', "throw new RangeError('loaded');\n");
    await save('mine/mine.yaml', fileOf('./vix.ts').replace('vix.level', 'vix.levl'));
    const loaded = await loadStrategy(path);
    const text = loaded.ok ? '' : loaded.error.map(formatProblem).join('\n');
    expect(text).toContain('has no field "levl"');
    expect(text).not.toContain('loaded');
    expect(loadsCode(path)).toBe(false);
  });

  it('is ejected without its code being loaded', async () => {
    await save('mine/vix.ts', "throw new RangeError('loaded');\n");
    await save('mine/mine.yaml', fileOf('./vix.ts'));
    expect(valueOf(ejectFile(path))).toContain("import vixSource from './vix.ts';");
    const elsewhere = valueOf(ejectFile(path, join(top, 'code/mine.ts')));
    expect(elsewhere).toContain("import vixSource from '../mine/vix.ts';");
  });
});
