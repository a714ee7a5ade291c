import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type ts from 'typescript';

import { findPackage, type TypeProblem, type TypesOfFiles } from './type-check-task.ts';

/** The compiler as it is installed somewhere. */
export type TypeScript = typeof ts;

/** Where this program's own code begins: errors of it are not the strategy's. */
const PROGRAM = fileURLToPath(new URL('../../', import.meta.url));
/** Errors given of one `tsconfig.json`; the others are counted. */
const PROBLEMS_MAX = 50;

/** Types of what a strategy may import though it lies outside any project, from a folder with packages. */
const LENT: Readonly<Record<string, string>> = {
  luxon: '@types/luxon/index.d.ts',
  rxjs: 'rxjs/dist/types/index.d.ts',
  'rxjs/operators': 'rxjs/dist/types/operators/index.d.ts',
  zod: 'zod/index.d.ts',
};

/**
 * What speaks of types that are not installed: a package that has none of its own, or names that Node or a browser bring.
 * Such code runs.
 */
const OF_MISSING_TYPES: ReadonlySet<number> = new Set([2580, 2584, 2591, 2688, 7016]);

/** What the configuration of a project may say of inputs, which are not asked for here: none, or an empty list. */
const OF_INPUTS: ReadonlySet<number> = new Set([18002, 18003]);

/**
 * Compiles types of strategies and of what they import, and writes nothing. Each file follows the nearest `tsconfig.json`; where
 * there is none, strict defaults that fit how Node and this program load TypeScript. Only errors in the user's own files are
 * given: none of packages, of this program, or of the configuration's options.
 */
export function checkTypes(
  compiler: TypeScript,
  files: readonly string[],
): readonly TypesOfFiles[] {
  const groups = Map.groupBy(files, (file) =>
    compiler.findConfigFile(dirname(file), (path) => compiler.sys.fileExists(path)),
  );
  return [...groups].map(([config, some]) => checkGroup(compiler, some, config ?? null));
}

function checkGroup(
  compiler: TypeScript,
  files: readonly string[],
  config: string | null,
): TypesOfFiles {
  const folder = dirname(config ?? files[0] ?? '');
  const settings = config === null ? withoutConfig(compiler, folder) : readConfig(compiler, config);
  if (typeof settings === 'string') return { files, kind: 'not-compiled', reason: settings };
  const options = { ...settings.options, ...overrides(settings.options, folder) };
  const program = compiler.createProgram([...files, ...settings.ambient], options);
  const own = program.getSourceFiles().filter((source) => isOwn(program, source));
  const problems = own.flatMap((source) => problemsOf(compiler, program, source));
  return { files, kind: 'compiled', problems: bounded(problems) };
}

interface ProjectSettings {
  readonly options: ts.CompilerOptions;
  /** Declarations of the project that no file imports. */
  readonly ambient: readonly string[];
}

/** A project's own settings; a sentence when they cannot be read. */
function readConfig(compiler: TypeScript, config: string): ProjectSettings | string {
  const read = compiler.readConfigFile(config, (path) => compiler.sys.readFile(path));
  const parsed =
    read.error === undefined
      ? compiler.parseJsonConfigFileContent(
          read.config,
          compiler.sys,
          dirname(config),
          undefined,
          config,
        )
      : null;
  const [problem = null] = [
    read.error ?? [],
    parsed?.errors.filter(({ code }) => !OF_INPUTS.has(code)) ?? [],
  ].flat();
  if (problem !== null || parsed === null) {
    const why = problem === null ? '' : `: ${messageOf(compiler, problem)}`;
    return `${config} cannot be used${why}`;
  }
  const ambient = parsed.fileNames.filter((file) => /\.d\.[cm]?ts$/.test(file));
  return { options: parsed.options, ambient };
}

/** For files outside any project: what Node asks for that takes the types away, and modules as they are written. */
function withoutConfig(compiler: TypeScript, folder: string): ProjectSettings {
  const types = [folder, PROGRAM].flatMap((from) => findPackage('@types/node', from) ?? []);
  return {
    ambient: [],
    options: {
      target: compiler.ScriptTarget.ESNext,
      module: compiler.ModuleKind.ESNext,
      moduleResolution: compiler.ModuleResolutionKind.Bundler,
      moduleDetection: compiler.ModuleDetectionKind.Force,
      strict: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      isolatedModules: true,
      types: types.length === 0 ? [] : ['node'],
      typeRoots: types.map((found) => dirname(found.folder)),
    },
  };
}

/** Whatever a project says: nothing is written, and imports mean what they mean when the program loads the file. */
function overrides(options: ts.CompilerOptions, folder: string): ts.CompilerOptions {
  return {
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    isolatedDeclarations: false,
    // A project may ask for these in its editor; code with something unused runs as it is.
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowUnreachableCode: true,
    allowUnusedLabels: true,
    paths: { ...options.paths, ...lentTypes(folder) },
  };
}

/** `sauda` is this very program; the packages of its kit are its own where the strategy's project has none. */
function lentTypes(folder: string): Record<string, string[]> {
  const kit = ['index.ts', 'index.d.ts']
    .map((name) => join(PROGRAM, name))
    .filter((path) => existsSync(path));
  const lent = Object.entries(LENT).flatMap(([name, types]) => {
    const [packageName = name] = name.split('/');
    if (findPackage(packageName, folder) !== null) return [];
    const packages = findPackage(packageName, PROGRAM);
    const path = packages === null ? '' : join(dirname(packages.folder), types);
    return existsSync(path) ? [[name, [path]] as const] : [];
  });
  return { sauda: kit, ...Object.fromEntries(lent) };
}

function isOwn(program: ts.Program, source: ts.SourceFile): boolean {
  const { fileName } = source;
  return (
    !program.isSourceFileFromExternalLibrary(source) &&
    !program.isSourceFileDefaultLibrary(source) &&
    !fileName.includes('/node_modules/') &&
    !join(fileName).startsWith(PROGRAM)
  );
}

function problemsOf(
  compiler: TypeScript,
  program: ts.Program,
  source: ts.SourceFile,
): readonly TypeProblem[] {
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    .filter(
      ({ category, code }) =>
        category === compiler.DiagnosticCategory.Error && !OF_MISSING_TYPES.has(code),
    )
    .map((diagnostic) => {
      const { line, character } = source.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
      return {
        file: join(source.fileName),
        line: line + 1,
        column: character + 1,
        code: `TS${String(diagnostic.code)}`,
        message: messageOf(compiler, diagnostic),
      };
    });
}

/** Of a clause of the compiler: types of RxJS are written out over a thousand characters. */
const CLAUSE_CHARS_MAX = 200;

/** What is wrong, and the deepest reason; what lies between repeats it type by type. */
function messageOf(compiler: TypeScript, { messageText }: ts.Diagnostic): string {
  const [what = '', ...reasons] = compiler
    .flattenDiagnosticMessageText(messageText, '\n')
    .replace(/\.$/, '')
    .split(/\.?\n\s*/);
  return [what, ...reasons.slice(-1)]
    .map((text) => (text.length > CLAUSE_CHARS_MAX ? `${text.slice(0, CLAUSE_CHARS_MAX)}…` : text))
    .join(': ');
}

function bounded(problems: readonly TypeProblem[]): readonly TypeProblem[] {
  const last = problems[PROBLEMS_MAX - 1];
  if (last === undefined || problems.length === PROBLEMS_MAX) return problems;
  const left = problems.length - PROBLEMS_MAX + 1;
  const message = `${String(left)} more type errors, the first of them in ${basename(last.file)}`;
  return [...problems.slice(0, PROBLEMS_MAX - 1), { ...last, message }];
}
