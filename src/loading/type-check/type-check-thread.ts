import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { wait } from '../../adapters/system/machine-time.ts';
import {
  findPackage,
  type InstalledPackage,
  type TypeCheckTask,
  type TypesOfFiles,
} from './type-check-task.ts';

/** How types are checked. */
export interface TypeCheckOptions {
  /** The `typescript` that is installed for a folder. @default the one that code there, or else this program, would import */
  readonly findCompiler?: (folder: string) => InstalledPackage | null;
  /** How long a compiler may take. @default 60000 */
  readonly wholeMs?: number;
  /** Gives up when aborted. @default never */
  readonly signal?: AbortSignal;
}

const WHOLE_MS = 60_000;
/** Major versions that can be called from a program. */
const USABLE = ['5', '6'];
const NOT_INSTALLED = 'typescript is not installed here (npm i -D typescript)';

/** Whether a strategy has types that a compiler could check. */
export function hasTypes(path: string): boolean {
  return ['.ts', '.mts'].includes(extname(path));
}

/**
 * Compiles types of strategies with the `typescript` that is installed where they lie, on a thread of its own. Where there is
 * none, or none that can be used, that is the answer. Never throws.
 *
 * @param paths - absolute paths of files that have types
 */
export async function typesOf(
  paths: readonly string[],
  { findCompiler = installedCompiler, ...deadlines }: TypeCheckOptions = {},
): Promise<readonly TypesOfFiles[]> {
  const found = paths.map((path) => ({ path, compiler: findCompiler(dirname(path)) }));
  const groups = Map.groupBy(found, ({ compiler }) => compiler?.main);
  const answers: TypesOfFiles[] = [];
  for (const group of groups.values()) {
    const compiler = group[0]?.compiler ?? null;
    const files = group.map(({ path }) => path);
    const reason = whyUnusable(compiler);
    if (compiler === null || reason !== null) {
      answers.push({ files, kind: 'not-compiled', reason: reason ?? NOT_INSTALLED });
    } else answers.push(...(await compiled({ files, compiler: compiler.main }, deadlines)));
  }
  return answers;
}

function installedCompiler(folder: string): InstalledPackage | null {
  return findPackage('typescript', folder) ?? findPackage('typescript', import.meta.dirname);
}

function whyUnusable(found: InstalledPackage | null): string | null {
  if (found === null) return NOT_INSTALLED;
  const [major = ''] = found.version.split('.');
  if (USABLE.includes(major)) return null;
  return `typescript ${found.version} is installed here; versions ${USABLE.join(' and ')} can be used`;
}

async function compiled(
  task: TypeCheckTask,
  { wholeMs = WHOLE_MS, signal }: Omit<TypeCheckOptions, 'findCompiler'>,
): Promise<readonly TypesOfFiles[]> {
  const { promise, resolve } = Promise.withResolvers<readonly TypesOfFiles[]>();
  const { files } = task;
  const giveUp = (reason: string): void => {
    resolve([{ files, kind: 'not-compiled', reason }]);
  };
  const name = `./type-check-worker${extname(fileURLToPath(import.meta.url))}`;
  const worker = new Worker(new URL(name, import.meta.url), { workerData: task, execArgv: [] });
  const onError = (error: unknown): void => {
    giveUp(`the compiler failed: ${error instanceof Error ? error.message : String(error)}`);
  };
  worker.on('message', resolve).on('error', onError);
  worker.on('exit', () => {
    giveUp('the compiler ended without an answer');
  });
  const answered = new AbortController();
  const ended = AbortSignal.any([answered.signal, ...(signal === undefined ? [] : [signal])]);
  void wait(wholeMs, ended).then(() => {
    giveUp(`the compiler has not ended after ${String(wholeMs / 1_000)} s`);
  });
  try {
    return await promise;
  } finally {
    answered.abort();
    await worker.terminate();
  }
}
