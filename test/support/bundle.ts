import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type OutputOptions, type Plugin, rolldown, type RolldownOptions } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = join(ROOT, 'src/');
const MODULES = join(ROOT, 'node_modules/');
/** Where what several files of the program share is put, from `src`. */
const PROGRAM = 'program';

/** What an installed program finds beside it. */
const PACKAGES = Object.keys(
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: object })
    .dependencies,
);
/** Packages that become part of the program: what every command needs at its start. Those of the network stay packages, so that they can be renewed alone. */
const BUILT_IN = ['commander', 'luxon', 'rxjs', 'trading-signals', 'yaml', 'zod'];

/** What strategies may import of them, by the file that Node takes for modules; of rxjs its modules, in place of scripts that are many files. */
const LENT: Readonly<Record<string, string>> = {
  luxon: 'luxon/build/es6/luxon.mjs',
  rxjs: 'rxjs/dist/esm/index.js',
  'rxjs/ajax': 'rxjs/dist/esm/ajax/index.js',
  'rxjs/fetch': 'rxjs/dist/esm/fetch/index.js',
  'rxjs/operators': 'rxjs/dist/esm/operators/index.js',
  'rxjs/testing': 'rxjs/dist/esm/testing/index.js',
  'rxjs/webSocket': 'rxjs/dist/esm/webSocket/index.js',
  zod: 'zod/index.js',
  'zod/v4': 'zod/v4/index.js',
};

/** What our own code alone takes from inside of them, so that it is the same copy. */
const INNER: Readonly<Record<string, string>> = { 'rxjs/internal': 'rxjs/dist/esm/internal' };

/** What is started or imported by its own address, from `src` and without its ending. */
const STARTED = [
  'apps/cli/main',
  'apps/cli/asked-main',
  'adapters/system/turn-watch-thread',
  'research/sweep/sweep-worker',
  'loading/candidate/candidate-main',
  'loading/source-process/source-process-main',
  'loading/strategy-process/strategy-process-main',
  'loading/trial/trial-worker',
  'loading/type-check/type-check-worker',
];

/**
 * Puts the program into a few files below `directory`, the package's `src`: a command then opens ten files instead of
 * eight hundred. The kit that other programs import is a file of its own, and takes its packages from where they are
 * installed. `more` are programs of the tests, by the name of the file that each becomes, without its ending.
 */
export async function bundle(
  directory: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  await write(
    { input: { index: join(SOURCES, 'index.ts') }, external: isPackage },
    { dir: directory },
  );
  await write(
    {
      input: {
        ...Object.fromEntries(STARTED.map((name) => [name, join(SOURCES, `${name}.ts`)])),
        ...more,
        [`${PROGRAM}/kit`]: join(SOURCES, 'index.ts'),
        ...Object.fromEntries(
          Object.entries(LENT).map(([name, file]) => [packagePath(name), join(MODULES, file)]),
        ),
      },
      external: (id) => isPackage(id) && !BUILT_IN.includes(nameOf(id)),
      resolve: { alias: lentFiles() },
      plugins: [ownModules(), ownAddresses()],
    },
    { dir: directory, codeSplitting: { groups: GROUPS } },
  );
  writeFileSync(join(directory, PROGRAM, 'LICENSES.md'), licenses());
}

/**
 * What is opened together is one file, with all that it imports. The thread that watches turns is to be there at once and
 * what shows help loads nothing else, so each is by itself.
 */
const GROUPS = [
  {
    name: 'turn-watch',
    test: /adapters\/system\/(turn-beat|turn-length|culprit-file)\.ts$/,
    priority: 4,
  },
  { name: 'write-files', test: /src\/base\/write-files\.ts$/, priority: 5 },
  { name: 'start', test: /src\/apps\/cli\/run-process\.ts$/, priority: 3 },
  { name: 'packages', test: /\/node_modules\//, priority: 2 },
  { name: 'backtest', test: /src\/apps\/cli\/commands\/backtest\.ts$/, priority: 1 },
];

async function write(options: RolldownOptions, output: OutputOptions): Promise<void> {
  const built = await rolldown({
    ...options,
    platform: 'node',
    // Node has all that is written here, `using` too.
    transform: { target: 'node24' },
    tsconfig: false,
    cwd: ROOT,
    logLevel: 'warn',
  });
  const { output: files } = await built.write({
    ...output,
    format: 'esm',
    entryFileNames: '[name].js',
    comments: { legal: true, annotation: true, jsdoc: false },
    chunkFileNames: `${PROGRAM}/[name]-[hash].js`,
  });
  await built.close();
  const chunks = files.filter((file) => file.type === 'chunk');
  for (const { fileName, code } of chunks) {
    writeFileSync(join(output.dir ?? '', fileName), inAscii(code));
  }
  refuseCopies(chunks.flatMap(({ moduleIds }) => moduleIds));
}

/** One character beyond Latin makes Node hold a whole file with two bytes for each of its characters, and read it slower. */
function inAscii(code: string): string {
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isPackage(id: string): boolean {
  return PACKAGES.includes(nameOf(id));
}

function nameOf(specifier: string): string {
  return specifier.split('/')[0] ?? '';
}

function packagePath(name: string): string {
  return `${PROGRAM}/packages/${name.replace('/', '-')}`;
}

/** The same file whether our code or a strategy asks for a package. The longer names first: a name stands for what begins with it, too. */
function lentFiles(): Record<string, string> {
  const longestFirst = Object.entries({ ...LENT, ...INNER }).sort(
    ([a], [b]) => b.length - a.length,
  );
  return Object.fromEntries(longestFirst.map(([name, file]) => [name, join(MODULES, file)]));
}

/** @throws {RangeError} when there are two copies of what must be one: RxJS as modules and as scripts */
function refuseCopies(files: readonly string[]): void {
  const scripts = files.filter((file) => /\/rxjs\/dist\/(?!esm\/)/.test(file));
  if (scripts.length > 0) throw new RangeError(`Two copies of RxJS: ${scripts.join(', ')}`);
}

/** Tells the program which packages are part of it; see `src/loading/own-modules.ts`. */
function ownModules(): Plugin {
  const file = join(SOURCES, 'loading/own-modules.ts');
  const address = (path: string): string => `new URL('../${path}.js', import.meta.url).href`;
  const packages = Object.keys(LENT).map(
    (name) => `[${JSON.stringify(name)}, ${address(packagePath(name))}]`,
  );
  const code = `export const KIT = ${address(`${PROGRAM}/kit`)};
export const BUILT_IN = new Map([${packages.join(', ')}]);`;
  return { name: 'own-modules', load: (id) => (id === file ? code : null) };
}

/** Lets every file go on as if it were still where its original is: it looks for its neighbours and for data from there. */
function ownAddresses(): Plugin {
  return {
    name: 'own-addresses',
    transform(code, id) {
      if (!id.startsWith(SOURCES) || !code.includes('import.meta.url')) return null;
      const path = relative(SOURCES, id).replace(/\.ts$/, '.js');
      return code.replaceAll(
        'import.meta.url',
        `new URL('<at>${path}</at>', import.meta.url).href`,
      );
    },
    renderChunk(code, { fileName }) {
      return code.replaceAll(/<at>(.*?)<\/at>/g, (_, path: string) =>
        relative(dirname(fileName), path),
      );
    },
  };
}

function licenses(): string {
  const texts = BUILT_IN.map((name) => {
    const found = ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].flatMap((file) => {
      try {
        return [readFileSync(join(MODULES, name, file), 'utf8')];
      } catch {
        return [];
      }
    });
    return `# ${name}\n\n${found.join('\n')}`;
  });
  return `Files of this folder hold code of these packages.\n\n${texts.join('\n')}`;
}
