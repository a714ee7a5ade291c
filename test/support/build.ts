/**
 * Makes the publishable package in `dist/` (or the directory given as the only argument): the program and the kit in a
 * few files, the types of what it exports, the data of `config`, the documents, and a manifest without anything of development.
 */

import assert from 'node:assert';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

import {
  CHECKED_TABLES_FILE,
  type CheckedTables,
} from '../../src/settings/market/checked-tables.ts';
import { checkTables } from '../../src/settings/market/market-tables.ts';
import { checkProfiles } from '../../src/settings/profile.ts';
import { bundle } from './bundle.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What ships as it is here. A package is used in another way than a checkout, and has a front page of its own. */
const SHIPPED = ['CHANGELOG.md', 'docs', 'strategies'];
const FRONT_PAGE = 'test/support/package-readme.md';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  readonly dependencies: object;
}

/**
 * Builds into a directory, which is emptied first. Gives the compiler's complaints of what is exported; empty when all went
 * well. The rest of the program is checked by `npm run types`.
 */
export async function buildPackage(directory: string): Promise<readonly string[]> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const complaints = compile(directory);
  if (complaints.length === 0) await buildProgram(directory);
  return complaints;
}

/** Puts all that runs into a directory; its types are not checked. `more` is as {@link bundle} takes it. */
export async function buildProgram(
  directory: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  await bundle(join(directory, 'src'), more);
  chmodSync(join(directory, 'src/apps/cli/main.js'), 0o755);
  cpSync(join(ROOT, 'config'), join(directory, 'config'), { recursive: true });
  const market = join(directory, 'config/market');
  keepTables(market, checkTables(market));
  keepTables(join(directory, 'config/profiles'), checkProfiles());
  for (const name of SHIPPED.filter((entry) => existsSync(join(ROOT, entry)))) {
    cpSync(join(ROOT, name), join(directory, name), { recursive: true });
  }
  cpSync(join(ROOT, FRONT_PAGE), join(directory, 'README.md'));
  for (const name of readdirSync(join(directory, 'docs'))) {
    if (name.endsWith('.md')) speakOfPackage(join(directory, 'docs', name));
  }
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

function compile(directory: string): readonly string[] {
  const configFile = join(ROOT, 'tsconfig.json');
  const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram([join(ROOT, 'src/index.ts')], {
    ...options,
    noEmit: false,
    declaration: true,
    rootDir: ROOT,
    outDir: directory,
  });
  // The types alone: what runs is made by the bundler.
  const emitted = program.emit(undefined, (file, text) => {
    if (file.endsWith('.js')) return;
    ts.sys.writeFile(file, text);
  });
  return [...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics].map((diagnostic) => {
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
    return diagnostic.file === undefined
      ? message
      : `${relative(ROOT, diagnostic.file.fileName)}: ${message}`;
  });
}

/** Reading and checking tables and profiles takes a tenth of a short command each, and their texts are known here. */
function keepTables(directory: string, tables: CheckedTables): void {
  const text = JSON.stringify(tables);
  assert.deepStrictEqual(JSON.parse(text), tables);
  writeFileSync(join(directory, CHECKED_TABLES_FILE), text);
}

/** A page is written for a checkout, with another command. */
function speakOfPackage(file: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll('npm run -s sauda --', 'npx sauda'));
}

function manifest(): object {
  const ours = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  return {
    name: ours.name,
    version: ours.version,
    description: ours.description,
    license: ours.license,
    type: 'module',
    engines: ours.engines,
    bin: { sauda: './src/apps/cli/main.js' },
    exports: {
      '.': { types: './src/index.d.ts', default: './src/index.js' },
      './strategies/*': './strategies/*',
      './config/*': './config/*',
      './package.json': './package.json',
    },
    dependencies: ours.dependencies,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = resolve(process.argv[2] ?? join(ROOT, 'dist'));
  const complaints = await buildPackage(directory);
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  if (complaints.length === 0) process.stdout.write(`Built ${directory}\n`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
