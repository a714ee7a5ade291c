import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type YamlStrategy } from '../../src/language/compile-source.ts';
import { buildPackage } from '../support/build.ts';
import { minuteBars } from '../support/minute-bars.ts';
import { ejectedText } from '../strategies/ejected.ts';
import { shippedFiles } from '../support/shipped-strategies.ts';
import { compiled, shippedYaml } from '../strategies/play-both.ts';
import { WordPage } from '../strategies/word-page.ts';
import { type Ended, ROOT, spawnSauda } from './spawn-sauda.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-package-'));
const project = join(directory, 'project');
const installed = join(project, 'node_modules/sauda');

/** What `npm install sauda-x.y.z.tgz` does, without a registry: unpack, and link the packages that it needs. */
beforeAll(async () => {
  const built = await wholePackage();
  const npm = (...args: string[]): void => {
    execFileSync('npm', args, { cwd: built, stdio: 'pipe' });
  };
  npm('pack', '--ignore-scripts', '--offline', '--silent', '--pack-destination', directory);
  mkdirSync(installed, { recursive: true });
  const { version } = readJson(join(ROOT, 'package.json')) as { version: string };
  const tarball = join(directory, `sauda-${version}.tgz`);
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components', '1']);
  const manifest = readJson(join(installed, 'package.json')) as { dependencies: object };
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  }
  mkdirSync(join(project, 'node_modules/.bin'));
  symlinkSync('../sauda/src/apps/cli/main.js', join(project, 'node_modules/.bin/sauda'));
  writeFileSync(join(project, 'package.json'), '{"type":"module","private":true}');
  cpSync(join(ROOT, 'strategies/short-straddle.ts'), join(project, 'mine.ts'));
  const importing = "export { default } from 'sauda/strategies/short-straddle.ts';\n";
  writeFileSync(join(project, 'imports-shipped.ts'), importing);
}, 300_000);

afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** With its types, which other tests do without. */
async function wholePackage(): Promise<string> {
  const given = process.env['SAUDA_E2E_PACKAGE'];
  if (given !== undefined) return given;
  const built = join(directory, 'built');
  expect(await buildPackage(built)).toEqual([]);
  return built;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The command as npm installs it. */
function sauda(...args: readonly string[]): Promise<Ended> {
  return spawnSauda(args, { cwd: project, command: [join(project, 'node_modules/.bin/sauda')] });
}

test('the manifest has what a user needs and nothing of development', () => {
  const manifest = readJson(join(installed, 'package.json')) as Record<string, unknown>;
  expect(Object.keys(manifest).sort()).toEqual(
    'bin dependencies description engines exports license name type version'.split(' '),
  );
  expect(JSON.stringify(manifest)).not.toMatch(/(?<!\.d)\.ts"/);
});

test('its front page speaks of the package, not of a checkout', () => {
  const page = readFileSync(join(installed, 'README.md'), 'utf8');
  expect(page).toContain('npx sauda run');
  expect(page).not.toMatch(/npm (ci|start|test)/);
  const guide = readFileSync(join(installed, 'docs/strategies.md'), 'utf8');
  expect(guide).not.toContain('npm run -s sauda');
  for (const [, path = ''] of [...page.matchAll(/\]\(([^)#]+)/g)]) {
    expect(() => readFileSync(join(installed, path))).not.toThrow();
  }
});

test('the command runs from node_modules/.bin', async () => {
  const { code, out } = await sauda('--help');
  expect(code).toBe(0);
  expect(out).toContain('Usage: sauda');
});

test("a user's own TypeScript strategy, and the configuration and strategies that ship, load", async () => {
  const { code, out, err } = await sauda('check', 'mine.ts', 'node_modules/sauda/config/demo.yaml');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('ok  mine.ts  strategy short-straddle');
  expect(out).toContain('types not compiled: typescript is not installed here');
  expect(out).toContain('node_modules/sauda/strategies/');
});

test('examples ship as TypeScript and YAML, and each runs from where it is installed', async () => {
  const shipped = 'node_modules/sauda/strategies';
  const namesIn = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const names = namesIn(join(ROOT, 'strategies'));
  expect(namesIn(join(project, shipped))).toEqual(names);
  // Modules and values of sources are no strategies.
  const strategies = names.filter((name) => extname(name) !== '' && !/\bsources\b/.test(name));
  const files = strategies.map((name) => `${shipped}/${name}`);
  const { code, err } = await sauda('check', '--no-types', ...files, 'imports-shipped.ts');
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test("a user's own strategy trades in a backtest", async () => {
  writeFileSync(join(project, 'nifty.csv'), minuteBars('2025-04-15'));
  const { code, out, err } = await sauda('backtest', 'mine.ts', '--prices', 'nifty.csv', '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({
    schemaVersion: 2,
    days: [{ date: '2025-04-15', status: 'ok', bars: 375, trades: 2 }],
  });
});

/** Trades only if the packages that it imports are those that the program runs on. */
const ONE_COPY = `import { alert, defineStrategy, z as kitZ } from 'sauda';
import { asapScheduler, map, Observable, observeOn } from 'rxjs';
import { map as operatorsMap } from 'rxjs/operators';
import { DateTime } from 'luxon';
import { z } from 'zod';

export default defineStrategy({
  name: 'one-copy',
  run: ({ at }) =>
    at('09:30').pipe(
      observeOn(asapScheduler),
      map(() => {
        const isOne = [z === kitZ, map === operatorsMap, at('10:00') instanceof Observable];
        return alert('info', isOne.join() + ' ' + DateTime.now().toISO());
      }),
    ),
});
`;

test("a user's strategy gets the packages that the program runs on, and the run's clock in them", async () => {
  writeFileSync(join(project, 'one-copy.ts'), ONE_COPY);
  writeFileSync(join(project, 'nifty.csv'), minuteBars('2025-04-15'));
  const args = ['one-copy.ts', '--prices', 'nifty.csv', '--log', 'commands.jsonl'];
  const { code, err } = await sauda('backtest', ...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(readFileSync(join(project, 'commands.jsonl'), 'utf8')).toContain(
    'true,true,true 2025-04-15T09:30:00.000+05:30',
  );
});

/** What the compiler of a user says of a project, by its `tsconfig.json`. */
function complaints(folder: string): string {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    return execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('the types that ship compile in a strict project', () => {
  const tsconfig = {
    compilerOptions: {
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'dom'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
    },
    files: ['mine.ts'],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(tsconfig));
  expect(complaints(project)).toBe('');
});

/** What stands where a file names the module of a source. */
const A_SOURCE = `import { NEVER, type Observable } from 'rxjs';
import { defineSource } from 'sauda';

const open = (): Observable<{ readonly level: number }> => NEVER;
export default defineSource({ name: 'vix', open });
`;

/** Every YAML file that ships, and every example of the pages of words. */
function ejectable(): readonly YamlStrategy[] {
  const shipped = shippedFiles()
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => shippedYaml(name.replace(/\.yaml$/, '')));
  const examples = ['legs', 'rules', 'position', 'signals'].flatMap((form) => {
    const page = new WordPage(`yaml-${form}.md`, `${form}.yaml`);
    return page.sections.map(({ good }) => compiled(page.fileOf(good)));
  });
  return [...shipped, ...examples];
}

test('what a file is ejected to compiles as the guide sets a project up, and in a stricter one', () => {
  const ejected = join(project, 'ejected');
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  mkdirSync(ejected);
  const strategies = ejectable();
  expect(strategies.length).toBeGreaterThan(100);
  for (const [index, strategy] of strategies.entries()) {
    const module = ejectedText(strategy);
    writeFileSync(join(ejected, `module-${String(index)}.ts`), module);
    for (const [, path = ''] of module.matchAll(/^import \w+ from '(\.[^']+)';$/gm)) {
      mkdirSync(dirname(join(ejected, path)), { recursive: true });
      writeFileSync(join(ejected, path), A_SOURCE);
    }
  }
  const guide = readFileSync(join(installed, 'docs/strategies.md'), 'utf8');
  const [, suitable = ''] = /`tsconfig.json`:\n\n```json\n([^`]*)```/.exec(guide) ?? [];
  const { compilerOptions, include } = JSON.parse(suitable) as {
    readonly compilerOptions: Readonly<Record<string, unknown>>;
    readonly include: readonly string[];
  };
  const stricter = {
    noUnusedLocals: true,
    noUnusedParameters: true,
    noUncheckedIndexedAccess: true,
  };
  const options = { ...compilerOptions, ...stricter, exactOptionalPropertyTypes: true };
  writeFileSync(
    join(ejected, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include }),
  );
  expect(complaints(ejected)).toBe('');
});
